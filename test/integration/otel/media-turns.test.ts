import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import { MediaTurns } from "../../../src/otel/media/media-turns.ts";
import type { ReadableSpan } from "../../../src/otel/readable-span.ts";

const NAMES = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j"];

const spanOf = (name: string): ReadableSpan => ({ name }) as ReadableSpan;

/** Returns turns, and the names of the spans passed on. Each span with media takes longer than a turn has. */
function mediaTurns(isLarge: (name: string) => boolean): { turns: MediaTurns; passed: string[] } {
  const passed: string[] = [];
  const media = {
    takeOut: (_span: ReadableSpan, masked: ReadableSpan) => {
      if (!isLarge(masked.name)) return masked;
      const end = performance.now() + 5;
      while (performance.now() < end);
      return { ...masked };
    },
    hasLargeTexts: ({ name }: ReadableSpan) => isLarge(name),
  };
  const turns = new MediaTurns(
    media,
    ({ name }) => void passed.push(name),
    ({ name }) => void passed.push(`fault of ${name}`),
  );
  return { turns, passed };
}

const addAll = (turns: MediaTurns, names: readonly string[]): void => {
  for (const name of names) turns.add(spanOf(name), spanOf(name));
};

it("spans with large media are passed on one in a turn, in the order of their ends, whatever is added meanwhile", async () => {
  const { turns, passed } = mediaTurns(() => true);
  addAll(turns, NAMES);
  expect(passed).toEqual(["a"]);
  addAll(turns, ["k"]);
  while (passed.length <= NAMES.length) {
    const { length } = passed;
    await delay(1);
    expect(passed.length - length).toBeLessThanOrEqual(1);
  }
  expect(passed).toEqual([...NAMES, "k"]);
});

it("spans without large media are passed on at once, also beside one that waits", () => {
  const { turns, passed } = mediaTurns((name) => name === "a" || name === "b");
  addAll(turns, NAMES);
  expect(passed).toEqual(NAMES.filter((name) => name !== "b"));
});

it("spans with large media are all passed on, in turns, before a flush goes on", async () => {
  const { turns, passed } = mediaTurns(() => true);
  addAll(turns, NAMES);
  const whenPassed = turns.whenPassed();
  expect(passed).toEqual(["a"]);
  await whenPassed;
  expect(passed).toEqual(NAMES);
});

it("spans with large media are all passed on at once at the end of the process, each once", async () => {
  const { turns, passed } = mediaTurns(() => true);
  addAll(turns, NAMES);
  turns.passAll();
  expect(passed).toEqual(NAMES);
  await delay(5);
  expect(passed).toEqual(NAMES);
});

it("a span whose media cannot be taken out is reported, and the spans after it are passed on", () => {
  const { turns, passed } = mediaTurns((name) => {
    if (name === "a") throw new Error("broken");
    return false;
  });
  addAll(turns, ["a", "b"]);
  expect(passed).toEqual(["fault of a", "b"]);
});
