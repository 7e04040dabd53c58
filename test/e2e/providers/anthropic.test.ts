import { afterAll, beforeAll, expect, test } from "vitest";
import { installed } from "../../support/application/installation.ts";
import { PlayedProgram } from "../../support/application/played-program.ts";
import { type LocalService, type StoredObservation, startLocalService } from "../../support/server/local-service.ts";
import { rowsOf } from "../../support/server/observation-rows.ts";

const APPLICATIONS = ["anthropic-1", "anthropic-platforms"] as const;

let [service, program]: [LocalService, PlayedProgram] = [] as never;
beforeAll(async () => {
  [service] = await Promise.all([startLocalService(), ...APPLICATIONS.map((name) => installed(name))]);
  program = new PlayedProgram(service);
}, 180_000);
afterAll(() => service.stop());

/** Returns type and name of each observation, with those of the observation above it. */
function withParents(recorded: readonly StoredObservation[]): string[][] {
  const label = ({ type, name }: StoredObservation): string => `${type} ${name}`;
  return recorded.map((observation) => {
    const parent = recorded.find(({ id }) => id === observation.parentObservationId);
    return parent ? [label(parent), label(observation)] : [label(observation)];
  });
}

const GENERATION = "GENERATION chat claude-haiku-4-5";

test("records each model call once beside the spans that Anthropic's SDK makes itself, and counts each token once", async () => {
  const recorded = await program.play("anthropic-1", "requests.mjs");
  expect(program.stdout).toBe("msg_1 msg_1 msg_1 9 0 0 batch_1\n");
  const usageDetails = { input: 120, input_cached_tokens: 30, input_cache_creation: 5, output: 2, total: 157 };
  expect(rowsOf(recorded, "name", "type", "usageDetails")).toEqual([
    ["chat claude-haiku-4-5", "GENERATION", usageDetails],
    ["chat claude-haiku-4-5", "GENERATION", { ...usageDetails, input_cache_creation: 3, input_cache_creation_1h: 2 }],
    [
      "chat claude-haiku-4-5",
      "GENERATION",
      { input: 1120, input_cached_tokens: 30, input_cache_creation: 12, output: 62, total: 1224 },
    ],
  ]);
});

test("records the calls of the stream helper and of the tool runner, whole and streamed, below the runner", async () => {
  const recorded = await program.play("anthropic-1", "helpers.mjs");
  expect(program.stdout).toBe("It is 7 degrees. It is 7 degrees. It is 7 degrees. tool_use,text\n");
  const agent = "AGENT anthropic.messages.tool_runner";
  const run = [[agent], [agent, GENERATION], [agent, "TOOL weather"], [agent, GENERATION]];
  // A tool and the call after it can start in the same millisecond.
  const expected = [[GENERATION], [GENERATION], ...run, ...run];
  expect(withParents(recorded).map(String).toSorted()).toEqual(expected.map(String).toSorted());
  const calls = recorded.filter(({ type }) => type === "GENERATION");
  expect(calls.map(({ usageDetails }) => usageDetails)).toEqual(calls.map(() => ({ input: 9, output: 2, total: 11 })));
  expect(calls.map(({ output }) => JSON.parse(output!).content[0].type)).toEqual(
    ["text", "text"].concat(["tool_use", "text"], ["tool_use", "text"]),
  );
});

test("records a message under the model that answered where the first one declined, whole and streamed", async () => {
  const recorded = await program.play("anthropic-1", "fallback.mjs");
  expect(program.stdout).toBe(`${Array.from({ length: 4 }, () => "claude-haiku-4-5").join(" ")}\n`);
  expect(rowsOf(recorded, "name", "providedModelName", "level")).toEqual(
    recorded.map(() => ["chat claude-opus-5", "claude-haiku-4-5", "DEFAULT"]),
  );
  const blocks = recorded.map(({ output }) => (JSON.parse(output!) as { content: { type: string }[] }).content);
  expect(blocks.map((content) => content.map(({ type }) => type).join())).toEqual(
    Array.from({ length: 4 }, () => "fallback,text"),
  );
});

test("records the calls of the clients for Amazon Bedrock and Vertex AI, whole and streamed, once", async () => {
  const recorded = await program.play("anthropic-platforms", "ask.mjs");
  const bedrock = "anthropic.claude-3-5-sonnet-20240620-v1:0";
  const whole = { input: 9, output: 2, total: 11 };
  const streamed = { input: 14, output: 10, total: 24 };
  expect(rowsOf(recorded, "name", "usageDetails", "level")).toEqual([
    ...[whole, whole, streamed, streamed].map((usage) => [`chat ${bedrock}`, usage, "DEFAULT"]),
    ...[whole, whole, whole, whole].map((usage) => ["chat claude-haiku-4-5", usage, "DEFAULT"]),
  ]);
  for (const { input } of recorded)
    expect(JSON.parse(input!)).toEqual({ messages: [{ role: "user", content: "Hello" }] });
  expect(recorded.map(({ modelParameters: { betas, stream } }) => betas ?? stream)).toEqual(
    [0, 1].flatMap(() => [undefined, '["context-1m-2025-08-07"]', "true", "true"]),
  );
});

test("records nothing of what was said when the content is switched off", async () => {
  const recorded = await program.play("anthropic-1", "helpers.mjs", { SVC_CAPTURE_CONTENT: "false" });
  expect(recorded.filter(({ type }) => type === "GENERATION")).toHaveLength(6);
  expect(recorded.flatMap(({ input, output }) => [input, output]).filter((content) => content !== null)).toEqual([]);
  expect(JSON.stringify(recorded)).not.toMatch(/Oslo|degrees/);
});
