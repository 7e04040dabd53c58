import { afterAll, beforeAll, expect, test } from "vitest";
import { installed } from "../support/application/installation.ts";
import { runProgram, sendingTo } from "../support/application/run-application.ts";
import { startHttpServer, type HttpRequest, type HttpServer } from "../support/http/http-server.ts";
import { attributeOf, startExportSink, type ExportSink } from "../support/otlp/export-sink.ts";
import { PRELOAD_FILE } from "../support/paths.ts";

const TOKENS = { input_tokens: 3, output_tokens: 1 };

/** Answer that is one of Anthropic's models and one of Mistral's. */
const ANSWER = {
  id: "answer_1",
  type: "message",
  role: "assistant",
  object: "chat.completion",
  created: 1,
  model: "m",
  content: [{ type: "text", text: "Hi" }],
  stop_reason: "end_turn",
  choices: [{ index: 0, message: { role: "assistant", content: "Hi" }, finish_reason: "stop" }],
  usage: { ...TOKENS, prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 },
};

let [model, sink]: [HttpServer, ExportSink] = [] as never;
const requests: HttpRequest[] = [];

beforeAll(async () => {
  [sink, model] = await Promise.all([
    startExportSink(),
    startHttpServer((request, response) => {
      requests.push(request);
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify(ANSWER));
    }),
    installed("anthropic-1"),
    installed("mistral-2"),
  ]);
}, 180_000);
afterAll(() => Promise.all([model.close(), sink.close()]));

/** Runs a program under the preload, or as it is; returns what it prints. */
async function run(
  installation: string,
  args: string[],
  isTraced: boolean,
  env: Record<string, string>,
): Promise<string> {
  requests.length = 0;
  const { stdout, stderr, exitCode } = await runProgram({
    cwd: await installed(installation),
    ...(isTraced && { node: ["--import", PRELOAD_FILE] }),
    args,
    env: { MODEL_URL: model.url, ...(isTraced && sendingTo(sink.url)), ...env },
  });
  expect({ stderr, exitCode }).toEqual({ stderr: "", exitCode: 0 });
  return stdout;
}

const ONE_PARENT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/;

test.each([
  ["@anthropic-ai/sdk, which makes spans of its own", "anthropic-1", {}],
  ["@mistralai/mistralai with spans of its own", "mistral-2", { MISTRAL_SDK_TELEMETRY: "global" }],
  ["@mistralai/mistralai without them", "mistral-2", {}],
])("a request of %s has one traceparent, of the trace of the one observation", async (_what, installation, env) => {
  sink.exports.length = 0;
  expect(await run(installation, ["ask.mjs"], false, env)).toBe("Hi\n");
  expect(await run(installation, ["ask.mjs"], true, env)).toBe("Hi\n");
  expect(sink.spans.map((span) => attributeOf(span, "svc.observation.type"))).toEqual(["generation"]);
  const [{ headers }] = requests as [HttpRequest];
  expect(headers["traceparent"]).toMatch(ONE_PARENT);
  expect(headers["traceparent"]).toContain(Buffer.from(sink.spans[0]!.traceId).toString("hex"));
});

test("a request with a traceparent and baggage of the application's own has one traceparent, and keeps its baggage", async () => {
  const headers = { traceparent: `00-${"a".repeat(32)}-${"b".repeat(16)}-01`, baggage: "tenant=1", "x-other": "2" };
  const program = `await fetch(process.env.MODEL_URL, { headers: ${JSON.stringify(headers)} })`;
  await run("mistral-2", ["--input-type=module", "--eval", program], true, {});
  const [request] = requests as [HttpRequest];
  expect(request.headers).toMatchObject({ baggage: "tenant=1", "x-other": "2" });
  expect(request.headers["traceparent"]).toMatch(ONE_PARENT);
});
