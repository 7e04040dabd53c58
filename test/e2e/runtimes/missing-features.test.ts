// A platform that lacks a feature of the web: the program goes on, and the log says what does not work.
import { EdgeVM } from "@edge-runtime/vm";
import { build } from "esbuild";
import { AsyncLocalStorage } from "node:async_hooks";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { startRecordingService, type RecordingService } from "../../support/http/recording-service.ts";
import { TEST_KEYS } from "../../support/otlp/keys.ts";
import { ROOT } from "../../support/paths.ts";

const PROGRAM = `
  import { TracerProvider } from "@opentelemetry/sdk-trace";
  import { SvcClient } from "@svc/client";
  import { SvcSpanProcessor } from "@svc/otel";
  import { setSvcTracerProvider, startActiveObservation, startObservation } from "@svc/tracing";
  export async function run(params) {
    const processor = new SvcSpanProcessor(params);
    setSvcTracerProvider(new TracerProvider({ spanProcessors: [processor] }));
    const client = new SvcClient(params);
    const result = await startActiveObservation("outer", async ({ traceId }) => {
      await undefined;
      startObservation("inner").end();
      client.score.create({ traceId, name: "good", value: 1 });
      return "result";
    });
    await processor.shutdown();
    await client.shutdown();
    return result;
  }`;

let script: string;
let service: RecordingService;

beforeAll(async () => {
  service = await startRecordingService();
  const { outputFiles } = await build({
    stdin: { contents: PROGRAM, resolveDir: ROOT },
    bundle: true,
    write: false,
    format: "iife",
    globalName: "program",
    conditions: ["edge-light", "worker", "browser"],
    tsconfigRaw: "{}",
  });
  script = outputFiles[0]!.text;
});
afterAll(() => service.close());
beforeEach(() => service.reset());

/** Runs the program without these globals; returns its result and the lines that it wrote. */
async function runWithout(...missing: string[]): Promise<{ result: string; lines: string[] }> {
  const lines: string[] = [];
  const note = (...words: unknown[]): void => void lines.push(words.join(" "));
  const vm = new EdgeVM({
    extend: (context) => Object.assign(context, { AsyncLocalStorage, console: { log: note, warn: note, error: note } }),
  });
  for (const name of missing) vm.evaluate(`Object.defineProperty(globalThis, "${name}", { value: undefined });`);
  // Bound as edge runtimes bind their variables. Without it, scores that cannot leave are tried for five seconds.
  if (missing.includes("fetch")) vm.evaluate(`globalThis.SVC_SHUTDOWN_TIMEOUT = "0.2";`);
  vm.evaluate(script);
  const params = { ...TEST_KEYS, baseUrl: service.url };
  const result = await vm.evaluate<Promise<string>>(`program.run(${JSON.stringify(params)})`);
  return { result, lines };
}

it.each<[missing: string, requests: number, lines: RegExp[]]>([
  ["nothing", 3, []],
  ["AsyncLocalStorage", 3, [/ WARN This platform has no AsyncLocalStorage: after an await, /]],
  ["crypto", 2, [/ ERROR The score "good" is dropped: /]],
  [
    "fetch",
    0,
    [
      / WARN \S+ could not be reached \(fetch is not a function\); spans wait/,
      / ERROR 2 spans were lost: \S+ could not be reached \(fetch is not a function\)/,
      / WARN \S+ could not be reached \(fetch is not a function\); scores wait/,
      / ERROR 1 score was lost: /,
    ],
  ],
])("without %s the program goes on, and each consequence has one line", async (missing, requests, lines) => {
  const ran = await runWithout(missing);
  expect(ran.result).toBe("result");
  expect(ran.lines).toEqual(lines.map((line) => expect.stringMatching(line) as string));
  expect(service.requests).toHaveLength(requests);
});
