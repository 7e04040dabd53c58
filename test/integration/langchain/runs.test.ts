import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ApplicationRun } from "../../support/application/run-application.ts";
import { runLangChain, shown } from "../../support/langchain/langchain-application.ts";
import { LangChainStandIn } from "../../support/langchain/langchain-stand-in.ts";
import { observationNamed, treeOf } from "../../support/langchain/langchain-tree.ts";
import { startLocalService, type LocalService, type StoredObservation } from "../../support/server/local-service.ts";
import { testedVersions } from "../../support/tested-versions.ts";
import { EXPECTED_TREES } from "./expected-trees.ts";

const SETTING_UP = 240_000;

let standIn: LangChainStandIn;

beforeAll(async () => {
  standIn = await LangChainStandIn.start();
});
afterAll(() => standIn.stop());

/** Versions: the oldest `@langchain/core` alone, the oldest with graphs, the one of this repository, and the newest. */
const versions = [
  ["langchain-1.0", "@langchain/core 1.0.0"],
  ["langchain-1.0.1", "@langchain/core 1.0.1 with langchain 1.0.1 and LangGraph 1.0.0"],
  ["langchain", "@langchain/core 1.2.13 with langchain 1.5.14 and LangGraph 1.4.13"],
  ["langchain-newest", "@langchain/core 1.4.0 with langchain 1.5.14 and LangGraph 1.7.3"],
] as const;
const ofThisRepository = versions.filter(([app]) => app === "langchain");
const applications = testedVersions(versions, ofThisRepository).flatMap(([app, version]) =>
  (["esm", "cjs"] as const).map((format) => ({ app, version, format })),
);

describe.each(applications)("$version, $format", ({ app, format }) => {
  const expected: Readonly<Record<string, string>> = EXPECTED_TREES[app];
  const scenarios = Object.keys(expected);
  let service: LocalService;
  let bare: ApplicationRun;
  let traced: ApplicationRun;
  let stored: StoredObservation[];

  beforeAll(async () => {
    service = await startLocalService();
    bare = await runLangChain({ app, format, standIn, scenarios });
    traced = await runLangChain({ app, format, standIn, scenarios, serviceUrl: service.url });
    stored = await service.observations({ limit: "1000" });
  }, SETTING_UP);
  afterAll(() => service.stop());

  it("prints, writes and ends as without the preload", () => {
    expect(Object.keys(shown(bare))).toEqual(scenarios);
    expect(shown(traced)).toEqual(shown(bare));
    expect(traced).toEqual(bare);
  });

  it.each(scenarios)("records the tree of runs of %s", (scenario) => {
    expect(treeOf(stored, scenario, expected[scenario]!)).toBe(expected[scenario]);
  });

  it("records the model, its parameters, its tools and their calls", () => {
    const call = observationNamed(stored, "bound tool", "ChatOpenAI");
    expect(call).toMatchObject({ providedModelName: "helper-1" });
    expect(JSON.parse(call.input!)).toMatchObject({
      messages: [{ role: "user", content: "Rome" }],
      tools: [{ type: "function", function: { name: "get_weather", description: "Weather" } }],
    });
    const called = { id: "call_0", type: "function", function: { name: "get_weather", arguments: '{"city":"Rome"}' } };
    expect(JSON.parse(call.output!)).toMatchObject({ role: "assistant", tool_calls: [called] });
    const thought = observationNamed(stored, "usage", "ChatOpenAI");
    expect(thought.modelParameters).toMatchObject({ temperature: 0.5, top_p: 0.9 });
    expect(thought.metadata).toMatchObject({ ls_provider: "openai", finish_reason: "stop" });
  });

  it("records when a streamed answer began", () => {
    const { startTime, completionStartTime, endTime } = observationNamed(stored, "streaming chain", "ChatOpenAI");
    expect(completionStartTime! >= startTime && completionStartTime! <= endTime).toBe(true);
    expect(observationNamed(stored, "chain", "ChatOpenAI").completionStartTime).toBeNull();
  });

  it("records the partial answer of an aborted model, and the reason", () => {
    const said = { role: "assistant", content: "And so on " };
    const aborted = observationNamed(stored, "abort", "ChatOpenAI");
    expect(aborted.metadata).toMatchObject({ outcome: "aborted" });
    expect(JSON.parse(aborted.output!)).toEqual(said);
    const left = observationNamed(stored, "left stream", "ChatOpenAI");
    expect(left).toMatchObject({
      statusMessage: "The application stopped reading the stream",
      metadata: { outcome: "cancelled" },
    });
    expect(JSON.parse(left.output!)).toEqual(said);
  });

  it("records errors", () => {
    expect(observationNamed(stored, "error in a tool", "get_weather").statusMessage).toBe("Error: No such table");
    const { statusMessage } = observationNamed(stored, "error in a model", "ChatOpenAI");
    expect(statusMessage).toContain("400 The request makes no sense");
  });

  if (!scenarios.includes("agent with tools")) return;

  it("records a tool's arguments, result and call", () => {
    const tool = observationNamed(stored, "agent with tools", "get_weather");
    expect(tool.metadata).toMatchObject({ tool_call_id: "call_0", langgraph_step: 2, langgraph_node: "tools" });
    expect(JSON.parse(tool.input!)).toEqual({ city: "Rome" });
    expect(tool.output).toBe("sunny in Rome");
  });

  it("records an interrupt without error, and links the run that resumes it", () => {
    const scenario = "interrupt and resume";
    const interrupted = observationNamed(stored, scenario, "LangGraph", 0);
    expect(interrupted).toMatchObject({ level: "DEFAULT", statusMessage: null, sessionId: "conversation-1" });
    expect(interrupted.metadata).toMatchObject({ outcome: "interrupted", thread_id: "conversation-1" });
    expect(JSON.parse(interrupted.output!)).toMatchObject({ __interrupt__: [{ value: { question: "Shall we?" } }] });
    const ask = observationNamed(stored, scenario, "ask", 0);
    expect(JSON.parse(ask.output!)).toMatchObject({ interrupts: [{ value: { question: "Shall we?" } }] });
    const resumed = observationNamed(stored, scenario, "LangGraph", 1);
    expect(resumed.metadata).toMatchObject({
      "resumes.trace_id": interrupted.traceId,
      "resumes.observation_id": interrupted.id,
    });
  });
});
