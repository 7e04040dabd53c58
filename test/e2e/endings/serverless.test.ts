import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PRELOAD, runApplication, sendingTo } from "../../support/application/run-application.ts";
import { startExportSink, type Answer, type ExportSink } from "../../support/otlp/export-sink.ts";
import { freePort } from "../../support/http/free-port.ts";
import { startWholeService } from "../../support/http/whole-service.ts";

let sink: ExportSink;

beforeEach(async () => {
  sink = await startExportSink();
});
afterEach(() => sink.close());

const platforms: Array<[platform: string, env: Record<string, string>]> = [
  ["AWS Lambda", { AWS_LAMBDA_FUNCTION_NAME: "answer" }],
  ["Vercel", { VERCEL: "1" }],
  ["Cloud Run", { K_SERVICE: "answer" }],
];

function run(args: string[], env: Record<string, string>) {
  return runApplication({ app: "function", node: PRELOAD, args, env: { ...sendingTo(sink.url), ...env } });
}

describe.each(platforms)("on %s", (_platform, env) => {
  it("sends each span when it ends, and flush() waits for it", async () => {
    await run(["handler.mjs"], env);
    expect(sink.exports.map(({ spans }) => spans.map(({ name }) => name))).toEqual([["first"], ["second"]]);
  });

  it("sends three requests for three spans in one turn, and one with SVC_OTEL_EXPORT_MODE=batched", async () => {
    await run(["three.mjs"], env);
    expect(sink.exports.map(({ spans }) => spans.length)).toEqual([1, 1, 1, 1]);
    await run(["three.mjs"], { ...env, SVC_OTEL_EXPORT_MODE: "batched" });
    expect(sink.exports.slice(4).map(({ spans }) => spans.length)).toEqual([1, 3]);
  });
});

describe("flush()", () => {
  it.each<[what: string, fail: Answer]>([
    ["a 503", (response) => response.writeHead(503).end()],
    ["a connection that breaks", (response) => response.socket!.destroy()],
  ])("waits until spans are delivered after %s", async (_what, fail) => {
    sink.answer = (response, nth) => (nth === 1 ? fail(response, nth) : response.writeHead(200).end());
    const { stderr } = await run(["handler.mjs"], { VERCEL: "1" });
    expect(sink.exports.map(({ spans }) => spans.map(({ name }) => name))).toEqual([["first"], ["first"], ["second"]]);
    expect(stderr).not.toContain("ERROR");
  });

  it("waits until a score of a worker thread is delivered after a 503", async () => {
    const service = await startWholeService();
    let requests = 0;
    service.intercept = (_request, response) => {
      if (++requests > 1) return false;
      response.writeHead(503).end();
      return true;
    };
    await run(["worker-scores.mjs"], { ...sendingTo(service.url) });
    expect(service.scores.size).toBe(1);
    await service.close();
  });

  it("resolves when the service is down", async () => {
    const { signal } = await run(["handler.mjs"], { SVC_BASE_URL: `http://127.0.0.1:${await freePort()}` });
    expect(signal).toBe("SIGKILL");
  });

  it("resolves when tracing is disabled", async () => {
    const { signal } = await run(["handler.mjs"], { OTEL_SDK_DISABLED: "true" });
    expect(signal).toBe("SIGKILL");
    expect(sink.exports).toEqual([]);
  });
});
