import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PRELOAD, runApplication, sendingTo, type ApplicationRun } from "../support/application/run-application.ts";
import { startExportSink, type ExportSink } from "../support/otlp/export-sink.ts";

let sink: ExportSink;

beforeAll(async () => {
  sink = await startExportSink();
});
afterAll(() => sink.close());

const PARENT_TRACE = "1".repeat(32);

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

async function run(work: string, node: readonly string[]): Promise<ApplicationRun> {
  sink.exports.length = 0;
  return runApplication({ app: "forms", node, args: ["requests.mjs", work], env: sendingTo(sink.url) });
}

describe("requests of an application without an exporter of its own", () => {
  it("are one trace each, below the caller's, in listeners and middleware that run later", async () => {
    const bare = await run("context", []);
    expect(await run("context", PRELOAD)).toMatchObject({ exitCode: 0, stdout: bare.stdout });
    const traces = new Map(sink.spans.map((span) => [span.name, hex(span.traceId)]));
    const concurrent = [...traces].filter(([name]) => name.startsWith("observation "));
    expect(new Set(concurrent.map(([, traceId]) => traceId)).size).toBe(20);
    expect(traces.get("below")).toBe(PARENT_TRACE);
    expect(traces.get("after the answer")).toBe(PARENT_TRACE);
    expect(sink.spans).toHaveLength(22);
  });

  it("carry the trace on", async () => {
    const { stdout, exitCode } = await run("headers", PRELOAD);
    expect(exitCode).toBe(0);
    const answers = JSON.parse(stdout) as Record<string, Record<"passedOn" | "own", string>>;
    expect(Object.keys(answers)).toEqual(["fetch", "get"]);
    for (const { passedOn } of Object.values(answers)) {
      expect(JSON.parse(passedOn)).toEqual({
        traceparent: expect.stringMatching(`^00-${PARENT_TRACE}-[0-9a-f]{16}-01$`),
        baggage: "tenant=7",
      });
    }
  });

  it("keep the traceparent that the application sets, and get none outside of a trace", async () => {
    const answers = JSON.parse((await run("headers", PRELOAD)).stdout) as Record<
      string,
      { own: string; outside: unknown }
    >;
    for (const { own, outside } of Object.values(answers)) {
      expect(JSON.parse(own)).toEqual({ traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01` });
      expect(outside).toEqual({});
    }
  });

  it("make no span, and load no SDK, while nothing asks for them", async () => {
    const program = `
      const { createServer, get } = require("node:http");
      const server = createServer((request, response) => response.end()).listen(0, () =>
        get({ port: server.address().port }, (response) => response.resume().on("end", () => {
          server.close();
          console.log(Object.keys(require.cache).some((file) => /[\\\\/]sdk\\.cjs$/.test(file)));
        })));`;
    const { stdout, stderr } = await runApplication({
      app: "forms",
      node: [...PRELOAD, "--eval", program],
      args: [],
      env: sendingTo(sink.url),
    });
    expect({ stdout, stderr }).toEqual({ stdout: "false\n", stderr: "" });
  });
});
