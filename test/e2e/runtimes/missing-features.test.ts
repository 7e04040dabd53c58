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
  }
  export const ask = async (params) => (await new SvcClient(params).prompt.get("greeting")).name;
  export async function runBare(hasProcessor) {
    const spanProcessors = hasProcessor ? [new SvcSpanProcessor()] : [];
    new TracerProvider({ spanProcessors }).getTracer("application").startSpan("outer").end();
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

/** Starts a runtime without these globals, which adds the lines that it writes to `lines`. */
function startWithout(lines: string[], ...missing: string[]): EdgeVM {
  const note = (...words: unknown[]): void => void lines.push(words.join(" "));
  const vm = new EdgeVM({
    extend: (context) => Object.assign(context, { AsyncLocalStorage, console: { log: note, warn: note, error: note } }),
  });
  for (const name of missing) vm.evaluate(`Object.defineProperty(globalThis, "${name}", { value: undefined });`);
  vm.evaluate(script);
  return vm;
}

/** Runs the program without these globals; returns its result and the lines that it wrote. */
async function runWithout(...missing: string[]): Promise<{ result: string; lines: string[] }> {
  const lines: string[] = [];
  const params = { ...TEST_KEYS, baseUrl: service.url };
  const run = `program.run(${JSON.stringify(params)})`;
  return { result: await startWithout(lines, ...missing).evaluate<Promise<string>>(run), lines };
}

const SENDS_NOTHING = (missing: string): RegExp[] => [
  new RegExp(
    ` ERROR This platform has no ${missing}: spans, scores and media are not sent\\. Define ${missing} on globalThis`,
  ),
];

it.each<[missing: string, requests: number, lines: RegExp[]]>([
  ["nothing", 3, []],
  ["AsyncLocalStorage", 3, [/ WARN This platform has no AsyncLocalStorage: after an await, /]],
  ["CompressionStream", 3, []],
  [
    "crypto",
    2,
    [/ ERROR The score "good" is dropped: this platform has no crypto, which makes ids\. Define globalThis/],
  ],
  ["fetch", 0, SENDS_NOTHING("fetch")],
  ["Headers", 0, SENDS_NOTHING("Headers")],
  ["AbortSignal", 0, SENDS_NOTHING("AbortSignal.timeout")],
  ["URL", 0, SENDS_NOTHING("URL.canParse")],
  ["TextEncoder", 0, SENDS_NOTHING("TextEncoder")],
  ["TextDecoder", 0, SENDS_NOTHING("TextDecoder")],
  ["setTimeout", 0, SENDS_NOTHING("setTimeout")],
  ["clearTimeout", 0, SENDS_NOTHING("clearTimeout")],
  ["setInterval", 0, SENDS_NOTHING("setInterval")],
  ["clearInterval", 0, SENDS_NOTHING("clearInterval")],
  ["btoa", 0, SENDS_NOTHING("btoa")],
])("without %s the program goes on, and one line says what does not work", async (missing, requests, lines) => {
  const ran = await runWithout(missing);
  expect(ran.result).toBe("result");
  expect(ran.lines).toEqual(lines.map((line) => expect.stringMatching(line) as string));
  expect(service.requests).toHaveLength(requests);
});

it("without fetch a prompt is refused with an error that says so", async () => {
  const { lines } = await runWithout("fetch");
  expect(lines).toHaveLength(1);
  const vm = startWithout([], "fetch");
  const params = { ...TEST_KEYS, baseUrl: service.url };
  await expect(vm.evaluate<Promise<string>>(`program.ask(${JSON.stringify(params)})`)).rejects.toThrow(
    "This platform has no fetch",
  );
});

it("without performance.now OpenTelemetry's own SDK starts no span, with or without this SDK", async () => {
  for (const ours of [false, true]) {
    const vm = startWithout([], "performance");
    await expect(vm.evaluate<Promise<string>>(`program.runBare(${ours})`)).rejects.toThrow("reading 'now'");
  }
});
