import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installed } from "../../support/application/installation.ts";
import { PlayedProgram, testSwitches } from "../../support/application/played-program.ts";
import { type LocalService, type StoredObservation, startLocalService } from "../../support/server/local-service.ts";
import { testedVersions } from "../../support/tested-versions.ts";
import { rowsOf } from "../../support/server/observation-rows.ts";

/** Programs, by the major version. Version 2 is an ES module. */
const VERSIONS = testedVersions([1, 2], [2]);
const RUNS = VERSIONS.flatMap((version) => ["main.mjs", "main.cjs"].map((main) => [version, main] as const));

type Usage = Readonly<Record<string, number>>;
type Row = readonly [name: string, model: string | null, usage: Usage, level: string, message: string | null];

const counted = (input: number, output: number, total = input + output): Usage => ({ input, output, total });
const ok = (name: string, model: string | null, usage: Usage = {}): Row => [name, model, usage, "DEFAULT", null];

const MODEL = "mistral-small-latest";
const CHAT = `chat ${MODEL}`;
const HI = ok(CHAT, MODEL, counted(3, 1));
const LEFT: Row = [CHAT, MODEL, {}, "DEFAULT", "The application stopped reading the stream"];

/** Observations of the calls of `test/installations/mistral.mjs`, in their order. */
const EXPECTED: readonly Row[] = [
  ok("chat mistral-tiny", "mistral-tiny", { input: 10, input_cached_tokens: 10, output: 18, total: 38 }),
  ok("chat magistral-medium-latest", "magistral-medium-latest", counted(10, 275)),
  ok("chat pixtral-12b-latest", "pixtral-12b-latest", counted(65, 16)),
  HI,
  HI,
  ok(CHAT, MODEL, { input: 16, input_cached_tokens: 4, output: 4, output_reasoning_tokens: 5, total: 29 }),
  HI,
  ok("text_completion codestral-latest", MODEL, counted(3, 1)),
  ok("chat", MODEL, counted(3, 1)),
  ok("embeddings mistral-embed", "mistral-embed", { input: 8, total: 8 }),
  ok("ocr mistral-ocr-latest", "mistral-ocr-latest"),
  ok("moderation mistral-moderation-latest", "mistral-moderation-latest"),
  ok(CHAT, MODEL, { input: 188, input_connector_tokens: 7112, output: 55, total: 7355 }),
  ok(CHAT, MODEL, counted(10, 5)),
  ["chat", null, {}, "ERROR", "No tool"],
  ok("transcription voxtral-mini-latest", "voxtral-mini-latest", counted(4, 2, 40)),
  ok("transcription voxtral-mini-latest", "voxtral-mini-latest", counted(4, 2)),
  [CHAT, MODEL, {}, "ERROR", 'API error occurred: Status 429. Body: {"message":"Slow down"}'],
  HI,
  [CHAT, MODEL, {}, "ERROR", "Request timed out: TimeoutError: The operation was aborted due to timeout"],
  LEFT,
  [CHAT, MODEL, {}, "WARNING", "The application aborted the stream"],
  [CHAT, MODEL, {}, "ERROR", "terminated"],
  [CHAT, MODEL, {}, "ERROR", expect.stringContaining("invalid_type") as never],
  [CHAT, MODEL, {}, "ERROR", expect.stringContaining("Input validation failed") as never],
  ...Array.from({ length: 3 }, () => ok(CHAT, MODEL, counted(3, 2))),
  LEFT,
  [CHAT, MODEL, {}, "WARNING", "The answer was not read to its end"],
];

let [service, program]: [LocalService, PlayedProgram] = [] as never;
beforeAll(async () => {
  service = await startLocalService();
  program = new PlayedProgram(service);
  for (const [major] of RUNS) await installed(`mistral-${major}`);
}, 240_000);
afterAll(() => service.stop());

describe.each(RUNS)("@mistralai/mistralai %i, %s", (major, main) => {
  let recorded: StoredObservation[] = [];
  beforeAll(async () => {
    recorded = await program.play(`mistral-${major}`, main);
  }, 60_000);

  test("records each call once, with its usage and its end", () => {
    expect(rowsOf(recorded, "name", "providedModelName", "usageDetails", "level", "statusMessage")).toEqual(EXPECTED);
  });

  test("records each kind of call as its kind of observation", () => {
    const kinds = new Map(recorded.map(({ name, type }) => [name.split(" ")[0], type]));
    expect(Object.fromEntries(kinds)).toEqual({
      chat: "GENERATION",
      text_completion: "GENERATION",
      embeddings: "EMBEDDING",
      ocr: "GENERATION",
      moderation: "GUARDRAIL",
      transcription: "GENERATION",
    });
  });

  test("records what was said, media apart", () => {
    const texts = JSON.stringify(recorded.map(({ input, output }) => [input, output]));
    expect(texts).not.toContain("iVBORw0KGgo");
    expect(texts.match(/@@@svcMedia:type=image\/png/g)).toHaveLength(3);
    const outputs = recorded.map(({ output }) => String(output));
    expect(outputs).toEqual(
      expect.arrayContaining([
        '{"role":"assistant","content":"","tool_calls":[{"id":"9v45XkLNV","type":"function","function":{"name":"get_image","arguments":"{}"}}]}',
        '[{"role":"assistant","content":"a"},{"role":"assistant","content":[{"type":"text","text":"b"},{"type":"reference","reference_ids":[1]}]}]',
        '{"count":2,"dimensions":3}',
        "Hello",
      ]),
    );
    const thinking = recorded.find(({ providedModelName }) => providedModelName === "magistral-medium-latest")!;
    expect(JSON.parse(String(thinking.output))).toEqual({
      role: "assistant",
      content: [
        { type: "thinking", thinking: [{ type: "text", text: "Okay, the user is asking how to cross the street." }] },
        { type: "text", text: " have any specific context or additional details, feel free to share!" },
      ],
    });
    const tools = recorded.find(({ usageDetails }) => usageDetails?.["output_reasoning_tokens"] === 5)!;
    expect(JSON.parse(String(tools.output))).toMatchObject({
      tool_calls: [
        { id: "t1", function: { name: "add", arguments: '{"a":1}' } },
        { id: "t2", function: { name: "stop", arguments: "{}" } },
      ],
    });
    const talk = recorded.find(({ usageDetails }) => usageDetails?.["input"] === 10 && usageDetails["output"] === 5)!;
    expect(JSON.parse(String(talk.output))).toMatchObject([
      { type: "tool.execution", name: "web_search", arguments: '{"query":"x"}' },
      { type: "message.output", content: "Found" },
      { type: "function.call", name: "add", tool_call_id: "t1", arguments: '{"a":1}' },
    ]);
  });
});

test("records each call once where the package makes spans of its own", async () => {
  const recorded = await program.play("mistral-2", "main.mjs", { MISTRAL_SDK_TELEMETRY: "global" });
  expect(rowsOf(recorded, "name", "providedModelName", "usageDetails", "level", "statusMessage")).toEqual(EXPECTED);
}, 60_000);

testSwitches({
  program: () => program,
  installation: "mistral-2",
  calls: EXPECTED.length,
  said: /secret|therapy|Slow down|My number/,
  instrumentation: "mistral",
});
