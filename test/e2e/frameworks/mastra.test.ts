import { expect, test } from "vitest";
import { describeFramework, type FrameworkApplication } from "../../support/frameworks/framework.ts";
import type { StoredObservation } from "../../support/server/local-service.ts";
import { times, type Tree } from "../../support/server/observation-trees.ts";

const CHAT = "generation chat gpt-4o-mini";
const ANSWERED = `${CHAT} 20+5`;
const REFUSED = "ERROR This model does not answer that";
const ASKED: Tree = ["agent weather", [ANSWERED]];
const withTool = (agent: string, tool: Tree): Tree => [`agent ${agent}`, [ANSWERED], tool, [ANSWERED]];

/** Expects that each model call has the messages that it was sent, and a first piece of its own. */
function expectCallsOfTheirOwn(recorded: readonly StoredObservation[]): void {
  const { traceId } = recorded.find(({ name }) => name === "multiply")!;
  const calls = recorded.filter((each) => each.traceId === traceId && each.type === "GENERATION");
  const inputs = calls.map(({ input }) => String(input)).toSorted((a, b) => a.indexOf("tool") - b.indexOf("tool"));
  expect(inputs).toEqual([
    expect.not.stringMatching(/tool/),
    expect.stringMatching(/Please multiply.*tool: multiply.*tool-result: multiply/),
  ]);
  for (const { startTime, completionStartTime, endTime } of calls) {
    const times = [startTime, completionStartTime ?? "none", endTime];
    expect(times.toSorted()).toEqual(times);
  }
}

/** Usage is counted once, at the innermost of the three levels of a model call. */
const WEATHER: FrameworkApplication = {
  request: /Question \d+/,
  trees: () => [
    ...times(21, ASKED),
    withTool("weather", ["tool multiply"]),
    withTool("weather", ["tool divide ERROR no numbers"]),
    // A stream that is read, and one that is left after its first piece, which Mastra reads to its end.
    ["agent weather", [CHAT]],
    ["agent weather", [CHAT]],
    ["chain outlook", ["span forecast", ASKED], ["span shout"]],
    [`agent weather ${REFUSED}`, [`${CHAT} ERROR The model call failed`]],
  ],
  also: (recorded) => {
    expectCallsOfTheirOwn(recorded);
    for (const { traceId, type, input } of recorded) {
      const number = type === "AGENT" ? /Question \d+/.exec(String(input))?.[0] : undefined;
      if (number === undefined) continue;
      const generation = recorded.find((each) => each.traceId === traceId && each.type === "GENERATION")!;
      expect(String(generation.input)).toContain(number);
      expect(String(generation.output)).toContain(`Answer to: ${number}`);
    }
    const tool = recorded.find(({ name }) => name === "multiply")!;
    expect([tool.input, tool.output].map(String).map((text) => JSON.parse(text) as unknown)).toEqual([
      { a: 6, b: 7 },
      { product: 42 },
    ]);
  },
};

/** 20 questions at once. */
const RECIPES: FrameworkApplication = {
  request: /soup \d+/,
  trees: () => times(20, withTool("cook", ["tool look_up", ["retriever retrieval recipes"]])),
  also: (recorded) => {
    const users = new Set(recorded.map(({ sessionId, userId }) => `${sessionId} ${userId}`));
    expect(users).toEqual(new Set(["thread-1 ann"]));
  },
};

/** Returns the spans of a memory that is read and written, which 1.17.0 reports in another way. */
const historyIn = (version: string): Tree[] =>
  version === "oldest"
    ? times(2, ["span MessageHistory", ["span Memory"]])
    : [["span MemoryInputFilter"], ...times(2, ["span MessageHistory"])];

/** 20 conversations at once, of two questions each. The search of the tool is that of the database, once. */
const LIBRARY: FrameworkApplication = {
  page: "mastra.md",
  request: /reader-\d+/,
  tracesOfRequest: 2,
  trees: (version) => {
    const history = historyIn(version);
    const search: Tree[] = [["embedding embeddings text-embedding-3-small 4"], ["retriever retrieval shelf"]];
    const [agent, ...asked] = withTool("librarian", ["tool look_up", ...search]);
    return times(20, [agent, ...history, ...asked], ["agent librarian", ...history, [ANSWERED]]);
  },
  also: (recorded) => {
    for (const { traceId, sessionId, userId } of recorded) {
      const { input } = recorded.find((each) => each.traceId === traceId && each.type === "AGENT")!;
      const [place] = /(?<=reader-)\d+/.exec(String(input))!;
      expect([sessionId, userId]).toEqual([`thread-${place}`, `reader-${place}`]);
    }
  },
};

const ABORTED = "WARNING The application aborted the call";
const CUT_SHORT = "WARNING The process ended before the call did";
const WAITS = "The workflow waits to be resumed";

/** Two answers that are aborted, one torn, one dropped, one not waited for; a payment that waits and is resumed, and a refund that fails. */
const ENDINGS: FrameworkApplication = {
  trees: (version) => [
    ...times(2, [`agent speaker ${ABORTED}`, [`${CHAT} ${ABORTED}`]]),
    [
      `agent speaker ERROR ${version === "oldest" ? "terminated" : "Failed to process successful response"}`,
      [`${CHAT} ERROR The model call failed`],
    ],
    [`agent speaker ${CUT_SHORT}`, [`${CHAT} ${CUT_SHORT}`]],
    ["agent speaker", [ANSWERED]],
    [`chain payment ${WAITS}`, [`span approve ${WAITS}`]],
    ["chain payment", ["span approve"]],
    ["chain refund ERROR no money", ["span pay-back ERROR no money"]],
  ],
};

const { play } = describeFramework({
  name: "Mastra",
  versions: { "1.71": "mastra", oldest: "mastra-oldest" },
  inCi: ["1.71"],
  applications: { weather: WEATHER, recipes: RECIPES, library: LIBRARY, endings: ENDINGS },
});

test("records nothing of what was said when the content is switched off, and nothing at all by its name", async () => {
  const recorded = await play("mastra", ["main.mjs", "weather"], { SVC_CAPTURE_CONTENT: "false" });
  expect(recorded.flatMap(({ input, output }) => [input, output]).filter((content) => content !== null)).toEqual([]);
  expect(JSON.stringify(recorded)).not.toMatch(/Question|does not answer|no numbers|Be brief/);
  // Without the second name, one line says that calls of the AI SDK, which Mastra has inside, are not recorded.
  const disabled = { OTEL_NODE_DISABLED_INSTRUMENTATIONS: "mastra,ai-sdk" };
  expect(await play("mastra", ["main.mjs", "weather"], disabled)).toEqual([]);
}, 90_000);
