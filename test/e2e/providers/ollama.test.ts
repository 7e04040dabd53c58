import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { installed } from "../../support/application/installation.ts";
import { PlayedProgram, testSwitches } from "../../support/application/played-program.ts";
import { type LocalService, type StoredObservation, startLocalService } from "../../support/server/local-service.ts";
import { testedVersions } from "../../support/tested-versions.ts";
import { rowsOf } from "../../support/server/observation-rows.ts";

/** Programs, by the version. */
const VERSIONS = testedVersions(["0.5", "0.6"], ["0.6"]);
const RUNS = VERSIONS.flatMap((version) => ["main.mjs", "main.cjs"].map((main) => [version, main] as const));

type Usage = Readonly<Record<string, number>>;
type Row = readonly [name: string, type: string, usage: Usage, level: string, message: string | null];

const ok = (name: string, usage: Usage = { input: 11, output: 7, total: 18 }, type = "GENERATION"): Row => [
  name,
  type,
  usage,
  "DEFAULT",
  null,
];
const ended = (level: string, message: string): Row => ["chat qwen3", "GENERATION", {}, level, message];

/** Observations of the calls of `test/installations/ollama.mjs`, in their order. */
const EXPECTED: readonly Row[] = [
  ok("chat llama3.1", { input: 44, output: 113, total: 157 }),
  ok("chat qwen3"),
  ok("chat llava"),
  ok("chat qwen3"),
  ok("text_completion codellama"),
  ok("text_completion llava"),
  ok("text_completion qwen3"),
  ok("embeddings nomic", { input: 5, total: 5 }, "EMBEDDING"),
  ok("embeddings nomic", {}, "EMBEDDING"),
  ended("WARNING", "The answer was not read to its end"),
  ended("ERROR", "model 'x' not found"),
  ended("DEFAULT", "The application stopped reading the stream"),
  ended("WARNING", "The application aborted the stream"),
  ended("WARNING", "The application aborted the stream"),
  ended("ERROR", "terminated"),
  ended("ERROR", "broken"),
  ended("ERROR", "The operation was aborted due to timeout"),
  ok("chat qwen3"),
];

let [service, program]: [LocalService, PlayedProgram] = [] as never;
beforeAll(async () => {
  service = await startLocalService();
  program = new PlayedProgram(service);
  for (const [version] of RUNS) await installed(`ollama-${version}`);
}, 240_000);
afterAll(() => service.stop());

describe.each(RUNS)("ollama %s, %s", (version, main) => {
  let recorded: StoredObservation[] = [];
  beforeAll(async () => {
    recorded = await program.play(`ollama-${version}`, main);
  }, 60_000);

  test("records each call once, as its kind of observation, with its usage and its end", () => {
    expect(rowsOf(recorded, "name", "type", "usageDetails", "level", "statusMessage")).toEqual(EXPECTED);
  });

  test("records what was said, media apart, the parameters and the times", () => {
    const texts = JSON.stringify(recorded.map(({ input, output }) => [input, output]));
    expect(texts).not.toContain("iVBORw0KGgo");
    expect(texts.match(/@@@svcMedia:type=image\/png/g)).toHaveLength(2);
    const [first, chat, , stream, , , text, embedding] = recorded;
    expect(first!.metadata).toMatchObject({ load_duration_ms: 28.126292, eval_duration_ms: 5825.102 });
    expect(chat!.modelParameters).toMatchObject({ num_predict: 9, temperature: 0.5, think: "high", format: "json" });
    expect(JSON.parse(String(stream!.output))).toEqual({
      role: "assistant",
      content: "So",
      thinking: "Let me see",
      tool_calls: [{ function: { name: "add", arguments: { a: 1 } } }],
    });
    expect(text!.output).toBe("Hello");
    expect(embedding).toMatchObject({ input: '["a","b"]', output: '{"count":2,"dimensions":3}' });
  });
});

testSwitches({
  program: () => program,
  installation: "ollama-0.6",
  calls: EXPECTED.length,
  said: /secret|Hello|not found|Say/,
  instrumentation: "ollama",
});
