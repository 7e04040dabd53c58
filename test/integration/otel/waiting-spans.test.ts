import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import type { ReadableSpan } from "../../../src/otel/readable-span.ts";
import { WaitingSpans } from "../../../src/otel/waiting-spans.ts";

const NAMES = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];

/** Returns waiting spans and the names of those that were queued. Each takes longer than a turn has for them. */
function waitingSpans(hasMedia: boolean): { waiting: WaitingSpans; queued: string[] } {
  const queued: string[] = [];
  const waiting = new WaitingSpans(({ name }) => {
    const end = performance.now() + 5;
    while (performance.now() < end);
    queued.push(name);
    return hasMedia;
  });
  for (const name of NAMES) waiting.push({ name } as ReadableSpan, { name } as ReadableSpan);
  return { waiting, queued };
}

it("with large media are queued one in a turn, in the order of their ends, whatever is added meanwhile", async () => {
  const { waiting, queued } = waitingSpans(true);
  waiting.queueSome();
  expect(queued).toEqual(["a"]);
  expect(waiting.push({ name: "k" } as ReadableSpan, { name: "k" } as ReadableSpan)).toBe(NAMES.length);
  while (queued.length <= NAMES.length) {
    const { length } = queued;
    await delay(1);
    expect(queued.length - length).toBeLessThanOrEqual(1);
  }
  expect(queued).toEqual([...NAMES, "k"]);
});

it("without media are queued at once, because each is done soon", () => {
  const { waiting, queued } = waitingSpans(false);
  waiting.queueSome();
  expect(queued).toEqual(NAMES);
});

it("are all queued in turns before a flush goes on", async () => {
  const { waiting, queued } = waitingSpans(true);
  const whenQueued = waiting.queueInTurns();
  expect(queued).toEqual(["a"]);
  await whenQueued;
  expect(queued).toEqual(NAMES);
});

it("are all queued at once at the end of the process, each once", async () => {
  const { waiting, queued } = waitingSpans(true);
  waiting.queueSome();
  waiting.queueAll();
  expect(queued).toEqual(NAMES);
  await delay(5);
  expect(queued).toEqual(NAMES);
});
