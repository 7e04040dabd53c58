import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installed } from "../../support/application/installation.ts";
import { PlayedProgram, testSwitches } from "../../support/application/played-program.ts";
import { type LocalService, type StoredObservation, startLocalService } from "../../support/server/local-service.ts";
import { rowsOf } from "../../support/server/observation-rows.ts";
import { testedVersions } from "../../support/tested-versions.ts";

/** Programs, by the major version. The interactions of version 1, which it calls experimental, are not recorded. */
const MAJORS = testedVersions([2, 3], [3]);
const RUNS = MAJORS.flatMap((major) => ["interactions.mjs", "interactions.cjs"].map((main) => [major, main] as const));

type Usage = Readonly<Record<string, number>>;
type Row = readonly [usage: Usage, level: string, message: string | null];

const USAGE = { input: 18, input_cached_tokens: 4, output: 7, output_reasoning_tokens: 9, total: 38 };
const ok: Row = [USAGE, "DEFAULT", null];

/** Observations of the calls of `test/installations/google-genai-interactions.mjs`, in their order. */
const EXPECTED: readonly Row[] = [
  ok,
  [{}, "DEFAULT", null],
  ok,
  ok,
  [USAGE, "WARNING", "The answer is incomplete: the interaction is incomplete"],
  [{}, "ERROR", "429 Slow down"],
  ok,
  [{}, "ERROR", "Request timed out: TimeoutError: The operation was aborted due to timeout"],
  [{}, "DEFAULT", "The application stopped reading the stream"],
  [{}, "WARNING", "The application aborted the stream"],
  [{}, "ERROR", "terminated"],
  [{}, "ERROR", "broken"],
  [{}, "WARNING", "The answer was not read to its end"],
];

let [service, program]: [LocalService, PlayedProgram] = [] as never;
beforeAll(async () => {
  service = await startLocalService();
  program = new PlayedProgram(service);
  for (const major of MAJORS) await installed(`google-genai-${major}`);
}, 240_000);
afterAll(() => service.stop());

describe.each(RUNS)("interactions of @google/genai %i, %s", (major, main) => {
  let recorded: StoredObservation[] = [];
  beforeAll(async () => {
    recorded = await program.play(`google-genai-${major}`, main);
  }, 60_000);

  test("are recorded once, with the usage and the end", () => {
    expect(rowsOf(recorded, "usageDetails", "level", "statusMessage")).toEqual(EXPECTED);
    expect(rowsOf(recorded, "name", "type")).toEqual(
      EXPECTED.map(() => ["generate_content gemini-3-pro", "GENERATION"]),
    );
  });

  test("are recorded with what was said, tools, media apart and without thought signatures", () => {
    const texts = JSON.stringify(rowsOf(recorded, "input", "output"));
    expect(texts).not.toMatch(/iVBORw0KGgo|signature/);
    expect(texts.match(/@@@svcMedia:type=image\/png/g)).toHaveLength(2);
    const [whole, , tools, speech, , , , , left] = recorded;
    expect(whole).toMatchObject({
      input: '{"input":"Name one ocean.","system_instruction":"Be brief."}',
      modelParameters: { temperature: 0.5, max_output_tokens: 9, previous_interaction_id: "int_0" },
    });
    expect(JSON.parse(whole!.output!)).toEqual([
      { type: "thought" },
      { type: "model_output", content: [{ type: "text", text: "Pacific" }] },
    ]);
    expect(JSON.parse(tools!.input!)).toMatchObject({ tools: [{ name: "oceans" }] });
    expect(JSON.parse(tools!.output!)).toEqual([
      { type: "thought", summary: [{ type: "text", text: "Let me see" }] },
      { type: "function_call", id: "call_1", name: "oceans", arguments: { size: 1 } },
    ]);
    expect(JSON.parse(speech!.output!)).toEqual({
      type: "model_output",
      content: [{ mimeType: "audio/wav", data: expect.stringMatching(/^@@@svcMedia:type=audio\/wav\|/) as string }],
    });
    expect(JSON.parse(left!.output!)).toEqual({ type: "model_output", content: [{ type: "text", text: "Hello " }] });
  });
});

test("interactions that the package continues have the steps and the tokens of all requests", async () => {
  const recorded = await program.play("google-genai-3", "continued.mjs");
  const said = rowsOf(recorded, "output").map(([output]) => String(output).match(/(first|second) part/g));
  const usage = { input: 116, input_cached_tokens: 8, output: 32, output_reasoning_tokens: 18, total: 174 };
  expect(said).toEqual([["first part", "second part"], ["first part", "second part"], ["first part"]]);
  expect(rowsOf(recorded, "usageDetails", "level", "statusMessage")).toEqual([
    [usage, "DEFAULT", null],
    [usage, "DEFAULT", null],
    [USAGE, "WARNING", "The answer is incomplete: the interaction requires a continuation"],
  ]);
});

testSwitches({
  program: () => program,
  installation: "google-genai-3",
  main: "interactions.mjs",
  calls: EXPECTED.length,
  said: /secret|ocean|Pacific|Slow down/,
  instrumentation: "google-genai",
});
