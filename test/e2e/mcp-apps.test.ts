import { afterAll, beforeAll, expect, test } from "vitest";
import { PRELOAD, runApplication, sendingTo, type ApplicationRun } from "../support/application/run-application.ts";
import { OpenAIStandIn } from "../support/openai/openai-stand-in.ts";
import { type LocalService, type StoredObservation, startLocalService } from "../support/server/local-service.ts";
import { observationLines } from "../support/server/observation-lines.ts";

const CHAT = "generation chat gpt-4o-mini";

let [service, model]: [LocalService, OpenAIStandIn] = [] as never;
beforeAll(async () => {
  [service, model] = await Promise.all([startLocalService(), OpenAIStandIn.start()]);
}, 60_000);
afterAll(() => Promise.all([service.stop(), model.stop()]));

interface ToolCall {
  readonly name: string;
  readonly arguments: object;
}

/** Returns an answer of the model: a text, or calls of tools. */
function says(content: string | null, calls: readonly ToolCall[] = []) {
  const tool_calls = calls.map(({ name, arguments: given }, index) => ({
    id: `call_${index}`,
    type: "function",
    function: { name, arguments: JSON.stringify(given) },
  }));
  const message = { role: "assistant", content, ...(calls.length > 0 && { tool_calls }) };
  const finish_reason = calls.length > 0 ? "tool_calls" : "stop";
  return {
    json: {
      id: "chatcmpl-1",
      object: "chat.completion",
      created: 1,
      model: "gpt-4o-mini",
      choices: [{ index: 0, message, finish_reason }],
      usage: { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 },
    },
  };
}

/** Runs an application without and with the preload, which must print the same. Returns the observations by trace, in order. */
async function play(app: string, args: string[], answers: ReturnType<typeof says>[]): Promise<StoredObservation[]> {
  const run = (node: readonly string[], env: Record<string, string>): Promise<ApplicationRun> => {
    const { url } = model.perform({ sequence: answers });
    return runApplication({ app, node, args: ["main.mjs", ...args], env: { ...env, OPENAI_BASE_URL: url } });
  };
  const known = new Set((await service.observations({ limit: "1000" })).map(({ id }) => id));
  // An application makes observations itself: without this setting the SDK would warn that nothing receives them.
  const bare = await run([], { OTEL_SDK_DISABLED: "true", SVC_LOG_LEVEL: "ERROR" });
  expect(bare).toMatchObject({ exitCode: 0, stderr: "" });
  expect(await run(PRELOAD, sendingTo(service.url))).toEqual(bare);
  return (await service.observations({ limit: "1000" })).filter(({ id }) => !known.has(id));
}

test("a chat service with a server of notes on stdio: one trace a question, each tool once", async () => {
  const recorded = await play(
    "mcp-notes",
    ["Note my shopping", "What is in my notes?"],
    [
      says(null, [
        { name: "write_note", arguments: { title: "shopping", body: "Milk" } },
        { name: "read_note", arguments: { title: "travel" } },
      ]),
      says("Noted."),
      says(null, [{ name: "list_notes", arguments: {} }]),
      says("One note."),
    ],
  );
  expect(observationLines(recorded)).toEqual([
    CHAT,
    "tool write_note",
    "  span tools/call write_note",
    "tool read_note ERROR No note travel",
    "  span tools/call read_note ERROR No note travel",
    CHAT,
    CHAT,
    "tool list_notes",
    "  span tools/call list_notes",
    CHAT,
  ]);
  const traces = Map.groupBy(recorded, ({ traceId }) => traceId);
  expect([...traces.values()].map((trace) => trace.length)).toEqual([6, 4]);
  const [written, listed] = ["write_note", "list_notes"].map((tool) => recorded.find(({ name }) => name === tool)!);
  expect(written).toMatchObject({ input: '{"title":"shopping","body":"Milk"}', output: "Written: shopping" });
  expect(JSON.parse(String(listed!.output))).toMatchObject({ structuredContent: { titles: ["shopping"] } });
}, 60_000);

test("a report with a weather server over HTTP that borrows the model: one trace a city, with user and session", async () => {
  const cities = ["Oslo", "Rome", "Bonn"];
  const recorded = await play("mcp-weather", cities, [says("Fine.")]);
  const packing = ["  span prompts/get packing", "    span prompts/get packing"];
  for (const city of cities) {
    const trace = recorded.filter(({ sessionId }) => sessionId === `trip-${city}`);
    const failure = city === "Bonn" ? " ERROR There is no station in Bonn" : "";
    const sampling = ["span sampling/createMessage", "  span sampling/createMessage", `    ${CHAT}`];
    expect(observationLines(trace)).toEqual([
      `span report ${city}`,
      ...packing,
      `  tool forecast${failure}`,
      `    span tools/call forecast${failure}`,
      ...(failure === "" ? sampling.map((line) => `      ${line}`) : []),
    ]);
    expect(new Set(trace.map(({ traceId }) => traceId)).size).toBe(1);
    for (const observation of trace) {
      expect(observation).toMatchObject({
        userId: "ann",
        tags: ["report"],
        isRootObservation: observation.name === `report ${city}`,
      });
    }
  }
  expect(recorded).toHaveLength(8 + 8 + 5);
}, 60_000);
