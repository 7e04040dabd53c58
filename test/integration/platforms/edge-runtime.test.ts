// The packages in an edge runtime, as Vercel and Next.js run middleware and routes: no Node, the condition `edge-light`.
import { EdgeVM } from "@edge-runtime/vm";
import type { HandedMedia } from "@svc/core/internal";
import { build } from "esbuild";
import { AsyncLocalStorage } from "node:async_hooks";
import { beforeAll, describe, expect, it } from "vitest";
import { exportSinkOfEachTest } from "../../support/otlp/export-sink.ts";
import { ROOT } from "../../support/paths.ts";

/** Application: sends an observation with a child, which starts after an `await`, and keeps the log in `lines`. */
const APPLICATION = `
  import { trace } from "@opentelemetry/api";
  import { TracerProvider } from "@opentelemetry/sdk-trace";
  import { flush, SvcSpanProcessor } from "@svc/otel";
  import { propagateAttributes } from "@svc/core";
  import { handOverMedia } from "@svc/core/internal";
  import { startActiveObservation, startObservation } from "@svc/tracing";
  globalThis.lines = [];
  console.warn = console.error = (line) => lines.push(line);
  globalThis.flush = flush;
  globalThis.noteOf = (media) => handOverMedia({}, media);
  globalThis.record = async (baseUrl, params) => {
    const keys = { publicKey: "pk-svc-test", secretKey: "sk-svc-test" };
    const processor = new SvcSpanProcessor({ ...keys, baseUrl, ...params });
    trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [processor] }));
    await propagateAttributes({ userId: "u-1" }, () => startActiveObservation("outer", async (outer) => {
      await Promise.resolve();
      startObservation("inner").end();
      outer.startObservation("child").end();
    }));
  };
`;

interface Application {
  readonly lines: string[];
  record(baseUrl: string, params?: object): Promise<void>;
  flush(): Promise<void>;
  noteOf(media: HandedMedia): string;
}

let code: string;

beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: { contents: APPLICATION, resolveDir: ROOT },
    bundle: true,
    platform: "browser",
    conditions: ["edge-light"],
    format: "iife",
    write: false,
  });
  code = outputFiles[0]!.text;
});
const sink = exportSinkOfEachTest();

/** Starts the application in a runtime with more globals. */
function start(globals: object = {}): Application {
  const vm = new EdgeVM({ extend: (context) => Object.assign(context, globals) });
  vm.evaluate(code);
  return vm.context as unknown as Application;
}

const parentOf = (name: string): string | undefined => {
  const { parentSpanId } = sink.spans.find((span) => span.name === name)!;
  return sink.spans.find(({ spanId }) => Buffer.from(spanId).equals(Buffer.from(parentSpanId)))?.name;
};

const names = (): string[] => sink.spans.map(({ name }) => name).toSorted();

describe("in an edge runtime", () => {
  it("observations find their parent after an await, by AsyncLocalStorage", async () => {
    const application = start({ AsyncLocalStorage });
    await application.record(sink.url);
    await application.flush();
    expect(names()).toEqual(["child", "inner", "outer"]);
    expect([parentOf("inner"), parentOf("child")]).toEqual(["outer", "outer"]);
    expect(application.lines).toEqual([]);
  });

  it("without AsyncLocalStorage one line says so, and children of an observation keep their parent", async () => {
    const application = start();
    await application.record(sink.url);
    await application.flush();
    expect(names()).toEqual(["child", "inner", "outer"]);
    expect([parentOf("inner"), parentOf("child")]).toEqual([undefined, "outer"]);
    expect(application.lines).toHaveLength(1);
    expect(application.lines[0]).toContain("This platform has no AsyncLocalStorage");
  });

  it("each span leaves as it ends, uncompressed, whatever the setting", async () => {
    const application = start({ AsyncLocalStorage, SVC_LOG_LEVEL: "DEBUG" });
    await application.record(sink.url, { compression: "gzip" });
    await sink.requests(3);
    for (const { headers } of sink.exports) expect(headers["content-encoding"]).toBeUndefined();
    const said = application.lines.filter((line) => line.includes("ignores the setting compression"));
    expect(said).toHaveLength(1);
    expect(said[0]).toContain("DEBUG");
  });

  it("media that no processor takes is noted with its type and size", () => {
    const media = { bytes: new Uint8Array(70), contentType: "image/png", field: "input", source: "bytes" } as const;
    expect(start().noteOf(media)).toBe("<media not kept: image/png, 70 bytes>");
  });

  it.each([
    ["@vercel/request-context", {}, 3],
    ["@next/request-context", {}, 3],
    ["@vercel/request-context", { exportMode: "batched", flushInterval: 0.2 }, 1],
  ])("%s is asked to wait for each delivery, with the options %o", async (key, params, deliveries) => {
    const awaited: Array<Promise<unknown>> = [];
    const context = { get: () => ({ waitUntil: (promise: Promise<unknown>) => void awaited.push(promise) }) };
    const application = start({ AsyncLocalStorage, [Symbol.for(key)]: context });
    await application.record(sink.url, params);
    expect(awaited).toHaveLength(deliveries);
    await Promise.all(awaited);
    expect(names()).toEqual(["child", "inner", "outer"]);
    expect(sink.exports).toHaveLength(deliveries);
  });
});
