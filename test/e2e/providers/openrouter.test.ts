import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installed } from "../../support/application/installation.ts";
import { PlayedProgram, testSwitches } from "../../support/application/played-program.ts";
import { type LocalService, type StoredObservation, startLocalService } from "../../support/server/local-service.ts";
import { rowsOf } from "../../support/server/observation-rows.ts";
import { testedVersions } from "../../support/tested-versions.ts";

/** Programs, by the major version. The package is an ES module. */
const MAJORS = testedVersions([0, 1], [1]);
const RUNS = MAJORS.flatMap((major) => ["main.mjs", "main.cjs"].map((main) => [major, main] as const));

type Usage = Readonly<Record<string, number>>;
type Row = readonly [name: string, type: string, usage: Usage, level: string, message: string | null];

const CHAT = "chat openai/gpt-5-mini";
const USAGE = { input: 15, input_cached_tokens: 5, output: 5, output_reasoning_tokens: 3, total: 28 };
const RESPONSE_USAGE = { input: 10, input_cached_tokens: 2, output: 3, output_reasoning_tokens: 1, total: 16 };
const ok = (name: string, usage: Usage, type = "GENERATION"): Row => [name, type, usage, "DEFAULT", null];
const ended = (level: string, message: string): Row => [CHAT, "GENERATION", {}, level, message];
const ASKED = ok(CHAT, USAGE);
const RESPONDED = ok(CHAT, RESPONSE_USAGE);

/** Observations of the calls of `test/installations/openrouter.mjs`, in their order. */
const EXPECTED: readonly Row[] = [
  ASKED,
  ASKED,
  ASKED,
  RESPONDED,
  RESPONDED,
  ok("embeddings openai/text-embedding-3-small", { input: 4, total: 4 }, "EMBEDDING"),
  ok("rerank cohere/rerank-v3.5", { search_units: 1, total: 7 }, "RETRIEVER"),
  ended("ERROR", "Slow down"),
  ASKED,
  ended("ERROR", "Request timed out: TimeoutError: The operation was aborted due to timeout"),
  ended("ERROR", expect.stringContaining("Input validation failed") as never),
  ended("DEFAULT", "The application stopped reading the stream"),
  ended("WARNING", "The application aborted the stream"),
  ended("ERROR", "terminated"),
  ended("ERROR", "The provider failed"),
  ASKED,
  ok("image_generation openai/gpt-image-1", {}),
  ended("WARNING", "The answer was not read to its end"),
  RESPONDED,
];

let [service, program]: [LocalService, PlayedProgram] = [] as never;
beforeAll(async () => {
  service = await startLocalService();
  program = new PlayedProgram(service);
  for (const major of MAJORS) await installed(`openrouter-${major}`);
}, 240_000);
afterAll(() => service.stop());

describe.each(RUNS)("@openrouter/sdk %i, %s", (major, main) => {
  let recorded: StoredObservation[] = [];
  beforeAll(async () => {
    recorded = await program.play(`openrouter-${major}`, main);
  }, 60_000);

  test("records each call once, as its kind of observation, with its usage and its end", () => {
    expect(rowsOf(recorded, "name", "type", "usageDetails", "level", "statusMessage")).toEqual(
      major === 0 ? EXPECTED.slice(0, -1) : EXPECTED,
    );
  });

  test("records what was said in the field names of the API, media apart, and the cost that OpenRouter states", () => {
    const texts = JSON.stringify(rowsOf(recorded, "input", "output"));
    expect(texts).not.toContain("iVBORw0KGgo");
    expect(texts.match(/@@@svcMedia:type=image\/png/g)).toHaveLength(2);
    const [chat, tools, , response, , embedding, rerank] = recorded;
    expect(chat).toMatchObject({
      input: '{"messages":[{"content":"Name one ocean.","role":"user"}]}',
      output: '{"content":"Pacific.","reasoning":"It is the largest.","role":"assistant"}',
      modelParameters: { max_completion_tokens: 9, temperature: 0.5, top_p: 0.9 },
      totalCost: 0.25,
    });
    expect(JSON.parse(tools!.input!)).toMatchObject({
      tools: [{ function: { name: "oceans", parameters: { properties: { maxSize: { type: "integer" } } } } }],
    });
    expect(JSON.parse(tools!.output!)).toMatchObject({
      tool_calls: [{ id: "t1", function: { name: "oceans", arguments: '{"maxSize":1}' } }],
    });
    expect(response!.modelParameters).toMatchObject({ max_output_tokens: 9 });
    expect(JSON.parse(response!.output!)).toMatchObject({ content: [{ text: "The Pacific.", type: "output_text" }] });
    expect(embedding!.output).toBe('{"count":1,"dimensions":3}');
    expect(JSON.parse(rerank!.output!)).toEqual([{ document: { text: "Pacific" }, index: 1, relevance_score: 0.9 }]);
  });
});

testSwitches({
  program: () => program,
  installation: "openrouter-1",
  calls: EXPECTED.length,
  said: /ocean|Pacific|Slow down/,
  instrumentation: "openrouter",
});
