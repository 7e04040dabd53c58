import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installed } from "../../support/application/installation.ts";
import { PlayedProgram, testSwitches } from "../../support/application/played-program.ts";
import { type LocalService, type StoredObservation, startLocalService } from "../../support/server/local-service.ts";
import { testedVersions } from "../../support/tested-versions.ts";
import { rowsOf } from "../../support/server/observation-rows.ts";

/** Programs, by the version. The package is CommonJS. */
const VERSIONS = testedVersions(["7", "8"], ["8"]);
const RUNS = VERSIONS.flatMap((version) => ["main.mjs", "main.cjs"].map((main) => [version, main] as const));

type Usage = Readonly<Record<string, number>>;
type Row = readonly [name: string, type: string, usage: Usage, level: string, message: string | null];

const counted = (input: number, output: number): Usage => ({ input, output, total: input + output });
const ok = (name: string, usage: Usage = {}, type = "GENERATION"): Row => [name, type, usage, "DEFAULT", null];

const CHAT = "chat command-a-03-2025";
const HI = ok(CHAT, counted(3, 1));
const LIMIT: Row = [CHAT, "GENERATION", {}, "ERROR", expect.stringContaining("Slow down") as never];

/** Observations of the calls of `test/installations/cohere.mjs`, in their order. */
const EXPECTED: readonly Row[] = [
  ok("chat command-r", counted(62, 28)),
  HI,
  HI,
  ok(CHAT, counted(3, 2)),
  ok("embeddings embed-v4.0", { input: 2, total: 2 }, "EMBEDDING"),
  ok("rerank rerank-v3.5", { search_units: 1 }, "RETRIEVER"),
  ok(CHAT, counted(5, 6)),
  ok(CHAT, counted(7, 8)),
  ok("embeddings embed-english-v3.0", { input: 1, total: 1 }, "EMBEDDING"),
  ok("rerank rerank-v3.5", { search_units: 1 }, "RETRIEVER"),
  ok("text_completion", counted(1, 1)),
  HI,
  [CHAT, "GENERATION", {}, "WARNING", "The answer was not read to its end"],
  LIMIT,
  HI,
  [CHAT, "GENERATION", {}, "ERROR", expect.stringMatching(/time/i) as never],
  [CHAT, "GENERATION", {}, "DEFAULT", "The application stopped reading the stream"],
  [CHAT, "GENERATION", {}, "WARNING", "The application aborted the stream"],
  [CHAT, "GENERATION", {}, "ERROR", "terminated"],
  [CHAT, "GENERATION", {}, "ERROR", "The model failed"],
  HI,
  LIMIT,
];

let [service, program]: [LocalService, PlayedProgram] = [] as never;
beforeAll(async () => {
  service = await startLocalService();
  program = new PlayedProgram(service);
  for (const [version] of RUNS) await installed(`cohere-${version}`);
}, 240_000);
afterAll(() => service.stop());

describe.each(RUNS)("cohere-ai %s, %s", (version, main) => {
  let recorded: StoredObservation[] = [];
  beforeAll(async () => {
    recorded = await program.play(`cohere-${version}`, main);
  }, 60_000);

  test("records each call once, as its kind of observation, with its usage and its end", () => {
    expect(rowsOf(recorded, "name", "type", "usageDetails", "level", "statusMessage")).toEqual(EXPECTED);
  });

  test("records what was said, media apart, and what is counted besides tokens", () => {
    const texts = JSON.stringify(recorded.map(({ input, output }) => [input, output]));
    expect(texts).not.toContain("iVBORw0KGgo");
    expect(texts.match(/@@@svcMedia:type=image\/png/g)).toHaveLength(1);
    const [tools, , , thinking, embedding, rerank, , stream] = recorded;
    expect(JSON.parse(String(tools!.output))).toMatchObject({
      role: "assistant",
      toolPlan: "I will search for the current time and weather in Tokyo.",
      toolCalls: [
        { id: "get_time_dg5wwc00d8v5", function: { name: "get_time", arguments: '{\n    "location": "Tokyo"\n}' } },
        { id: "get_weather_bc8241gkqss5", function: { name: "get_weather" } },
      ],
    });
    expect(tools!.metadata).toMatchObject({ processed_input_tokens: 968, processed_output_tokens: 83 });
    expect(JSON.parse(String(thinking!.output))).toMatchObject({
      content: [
        { type: "thinking", thinking: "Let me see" },
        { type: "text", text: "So" },
      ],
      citations: [{ text: "So", sources: [{ id: "d1" }] }],
    });
    expect(embedding!.output).toBe('{"count":2,"dimensions":3}');
    expect(rerank).toMatchObject({
      input: '{"query":"What is a span?","documents":["A dog","A span"]}',
      metadata: { search_units: 1 },
    });
    expect(JSON.parse(String(rerank!.output))).toMatchObject([{ index: 1, relevanceScore: 0.9 }, { index: 0 }]);
    expect(stream!.output).toBe("Hello");
  });
});

testSwitches({
  program: () => program,
  installation: "cohere-8",
  calls: EXPECTED.length,
  said: /secret|Tokyo|Slow down|A span/,
  instrumentation: "cohere",
});
