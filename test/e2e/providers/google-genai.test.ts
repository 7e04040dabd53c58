import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installed } from "../../support/application/installation.ts";
import { PlayedProgram, testSwitches } from "../../support/application/played-program.ts";
import { type LocalService, type StoredObservation, startLocalService } from "../../support/server/local-service.ts";
import { rowsOf } from "../../support/server/observation-rows.ts";
import { testedVersions } from "../../support/tested-versions.ts";

/** Major versions that run the tests. */
const MAJORS = testedVersions([1, 2, 3], [3]);
const RUNS = MAJORS.flatMap((major) => ["main.mjs", "main.cjs"].map((main) => [major, main] as const));

type Usage = Readonly<Record<string, number>>;
type Row = readonly [model: string, usage: Usage, level: string, message: string | null];

const ok = (model: string, usage: Usage): Row => [model, usage, "DEFAULT", null];
const counted = (input: number, output: number, total = input + output): Usage => ({ input, output, total });
const thinking = (input: number, output: number, thoughts: number): Usage => ({
  input,
  output,
  output_reasoning_tokens: thoughts,
  total: input + output + thoughts,
});

const MODEL = "gemini-2.5-flash";
const OLDER = "gemini-2.0-flash";
const LIMIT = '{"error":{"code":429,"message":"Slow down","status":"RESOURCE_EXHAUSTED"}}';
const BROKEN = 'got status: INTERNAL. {"error":{"code":500,"message":"broken","status":"INTERNAL"}}';

/** Stream with an error in it, which version 1 passes over. */
const FAILED_STREAM: Row = [MODEL, {}, "ERROR", BROKEN];

/** Observations of the calls of `test/installations/google-genai.mjs`, in their order. */
const EXPECTED: readonly Row[] = [
  [MODEL, {}, "WARNING", "The answer is incomplete: the prompt was blocked: MODEL_ARMOR"],
  ok("text-embedding-004", {}),
  ok(OLDER, { input: 11, input_image_tokens: 1806, output: 5, total: 1822 }),
  ...[counted(17, 6), counted(27, 37), counted(11, 132), counted(151, 62)].map((usage) => ok(OLDER, usage)),
  ...[counted(21, 6), counted(38, 6), counted(21, 6), counted(38, 6)].map((usage) => ok(OLDER, usage)),
  ok("gemini-3-pro-preview", thinking(36, 33, 93)),
  ok("gemini-2.0-flash-thinking-exp-01-21", thinking(17, 0, 19)),
  ok(MODEL, thinking(8, 1, 34)),
  ok("gemini-2.5-pro", thinking(15, 0, 2)),
  ok("gemini-2.5-pro", thinking(17 + 102, 241, 412)),
  ok("gemini-2.5-pro", thinking(249 + 319, 240, 301)),
  // A chat of two turns, and two turns of automatic function calling.
  ...[counted(11, 132), counted(151, 62), counted(17, 6), counted(27, 37)].map((usage) => ok(OLDER, usage)),
  ok(MODEL, {}),
  ok(MODEL, {
    input: 25,
    input_cached_audio_tokens: 40,
    input_audio_tokens: 60,
    input_image_tokens: 180,
    output: 0,
    output_image_tokens: 1290,
    output_reasoning_tokens: 10,
    total: 1605,
  }),
  ok("imagen-4", {}),
  ok("text-embedding-005", { input: 7, total: 7 }),
  [MODEL, {}, "ERROR", LIMIT],
  ok("gemini-2.5-pro", thinking(15, 0, 2)),
  [MODEL, {}, "ERROR", "This operation was aborted"],
  [MODEL, {}, "DEFAULT", "The application stopped reading the stream"],
  [MODEL, {}, "WARNING", "The application aborted the stream"],
  [MODEL, {}, "ERROR", "terminated"],
  FAILED_STREAM,
  [null as never, {}, "ERROR", "model is required and must be a string"],
  [MODEL, {}, "WARNING", "The answer was not read to its end"],
];

let [service, program]: [LocalService, PlayedProgram] = [] as never;
beforeAll(async () => {
  service = await startLocalService();
  program = new PlayedProgram(service);
  for (const major of MAJORS) await installed(`google-genai-${major}`);
}, 240_000);
afterAll(() => service.stop());

describe.each(RUNS)("@google/genai %i, %s", (major, main) => {
  let recorded: StoredObservation[] = [];
  beforeAll(async () => {
    recorded = await program.play(`google-genai-${major}`, main);
  }, 60_000);

  test("records each request once, with its usage and its end", () => {
    const rows = rowsOf(recorded, "providedModelName", "usageDetails", "level", "statusMessage");
    expect(rows).toEqual(major === 1 ? EXPECTED.map((row) => (row === FAILED_STREAM ? ok(MODEL, {}) : row)) : EXPECTED);
  });

  test("records what was said, media apart and without thought signatures", () => {
    const texts = JSON.stringify(recorded.map(({ input, output }) => [input, output]));
    expect(texts).not.toContain("thoughtSignature");
    expect(texts).not.toContain("iVBORw0KGgo");
    expect(texts.match(/@@@svcMedia:type=image\/png/g)).toHaveLength(3);
    const outputs = recorded.map(({ output }) => String(output));
    expect(outputs).toContain('[{"role":"model","parts":[{"text":"a"}]},{"role":"model","parts":[{"text":"b"}]}]');
    expect(outputs).toContain('{"count":1,"dimensions":768}');
    expect(texts).toContain("groundingChunks");
    expect(texts).not.toContain("searchEntryPoint");
    const pieces = recorded.find(({ providedModelName }) => providedModelName === "gemini-3-pro-preview")!;
    expect(JSON.parse(String(pieces.output))).toEqual({
      role: "model",
      parts: [
        {
          functionCall: {
            name: "getCurrentWeather",
            args: { country: "USA", location: "NewYorkCity", purpose: "to know what to wear today", unit: "C" },
          },
        },
      ],
    });
  });
});

const SPOKEN = { input: 20, output: 0, output_reasoning_tokens: 4, output_audio_tokens: 9, total: 33 };
const AUDIO = expect.stringMatching(/^@@@svcMedia:type=audio\/wav\|/) as string;
const audio = { inlineData: { mimeType: "audio/wav", data: AUDIO } };

/** Contents, output, usage and status message of each turn of `test/installations/google-genai-live.mjs`. */
const TURNS: ReadonlyArray<readonly [contents: unknown, output: unknown, usage: Usage, message: string | null]> = [
  ["Hello", { parts: [{ text: "Hello" }] }, SPOKEN, null],
  [
    { role: "user", parts: [{ text: "How warm is it in Oslo?" }] },
    { parts: [{ functionCall: { id: "call_1", name: "weather", args: { city: "Oslo" } } }] },
    SPOKEN,
    null,
  ],
  [
    { parts: [{ functionResponse: { id: "call_1", name: "weather", response: { degrees: 7 } } }] },
    { parts: [audio], transcription: "It is 7 degrees." },
    SPOKEN,
    null,
  ],
  [
    { role: "user", parts: [audio], transcription: "And in Bergen?" },
    { parts: [audio] },
    SPOKEN,
    "The user interrupted the answer",
  ],
  ["Go on", { parts: [{ text: "Well" }] }, {}, "The connection was closed before the answer was whole"],
];

/** Compares turns, no two of which are the same. They can start in the same millisecond and then have no order. */
function expectInAnyOrder(turns: readonly unknown[], expected: readonly unknown[]): void {
  expect(turns).toHaveLength(expected.length);
  for (const turn of expected) expect(turns).toContainEqual(turn);
}

test.each(MAJORS)(
  "records each turn of a live session of @google/genai %i once, its audio as media",
  async (major) => {
    const recorded = await program.play(`google-genai-${major}`, "live.mjs");
    expect(rowsOf(recorded, "name", "type")).toEqual(
      TURNS.map(() => [`realtime_inference ${MODEL}-live`, "GENERATION"]),
    );
    const turns = recorded.map(({ input, output, usageDetails, statusMessage }) => [
      JSON.parse(input!),
      JSON.parse(output!),
      usageDetails,
      statusMessage,
    ]);
    expectInAnyOrder(
      turns,
      TURNS.map(([contents, output, usage, message]) => [
        { contents, systemInstruction: "Be brief." },
        { role: "model", ...(output as object) },
        usage,
        message,
      ]),
    );
  },
  60_000,
);

test("records nothing of what was said in a live session when the content is switched off", async () => {
  const recorded = await program.play("google-genai-3", "live.mjs", { SVC_CAPTURE_CONTENT: "false" });
  const byTotal = (one: Usage, other: Usage): number => (one["total"] ?? 0) - (other["total"] ?? 0);
  expect(recorded.map(({ usageDetails }) => usageDetails).toSorted(byTotal)).toEqual(
    TURNS.map(([, , usage]) => usage).toSorted(byTotal),
  );
  expect(recorded.flatMap(({ input, output }) => [input, output]).filter((content) => content !== null)).toEqual([]);
}, 60_000);

testSwitches({
  program: () => program,
  installation: "google-genai-3",
  calls: EXPECTED.length,
  said: /secret|potato|Slow down|groundingChunks/,
  instrumentation: "google-genai",
});
