import { CallbackHandler } from "@svc/langchain";
import { SvcOtelSpanAttributes as A } from "@svc/core";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { recordEachTest } from "../../support/otlp/recorded-spans.ts";

const MINUTE = 60_000;

const recording = recordEachTest();
beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const handler = new CallbackHandler();
let started = 0;

/** Starts a run as LangChain reports it; returns the function that ends it. */
function start(name: string, parentRunId?: string): { id: string; end: () => void } {
  const id = `${name}-${started++}`;
  const report = handler.handleChainStart.bind(handler) as (...args: unknown[]) => void;
  report({}, {}, id, parentRunId, [], {}, undefined, name);
  return { id, end: () => handler.handleChainEnd({}, id) };
}

const ended = () => recording.ended.map(({ name }) => name);

it("ends a run without events for an hour, and logs it", async () => {
  start("forgotten");
  await vi.advanceTimersByTimeAsync(59 * MINUTE);
  expect(ended()).toEqual([]);
  await vi.advanceTimersByTimeAsync(2 * MINUTE);
  expect(recording.span("forgotten").attributes).toMatchObject({
    [A.OBSERVATION_LEVEL]: "WARNING",
    [A.OBSERVATION_STATUS_MESSAGE]: "Nothing was heard of the run for 60 minutes",
    [`${A.OBSERVATION_METADATA}.outcome`]: '"given-up"',
  });
});

it("keeps a long run with events", async () => {
  const graph = start("graph");
  for (let hour = 0; hour < 3; hour++) {
    await vi.advanceTimersByTimeAsync(50 * MINUTE);
    start("node", graph.id).end();
  }
  expect(ended()).toEqual(["node", "node", "node"]);
  graph.end();
  expect(ended()).toHaveLength(4);
  expect(recording.span("graph").attributes).not.toHaveProperty(A.OBSERVATION_LEVEL);
});

it("ignores events of an abandoned run, and keeps no timer without open runs", async () => {
  const run = start("late");
  await vi.advanceTimersByTimeAsync(61 * MINUTE);
  run.end();
  expect(ended()).toEqual(["late"]);
  expect(vi.getTimerCount()).toBe(0);
});

it("limits the number of open runs, and drops the least recent first", () => {
  const first = start("first");
  start("second");
  start("child", first.id).end();
  for (let more = 0; more < 9_999; more++) start("more");
  expect(ended()).toEqual(["child", "second"]);
  expect(recording.span("second").attributes[A.OBSERVATION_STATUS_MESSAGE]).toBe("Too many runs are open");
  first.end();
  expect(ended()).toEqual(["child", "second", "first"]);
});
