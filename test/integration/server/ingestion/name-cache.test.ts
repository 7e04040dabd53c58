import { expect, test } from "vitest";
import { NameCache } from "../../../../src/server/ingest/mapping/attributes/name-cache.ts";

/** Returns the number of names that are asked for again at their second use. */
function forgotten(names: readonly string[]): number {
  let asked = 0;
  const cache = new NameCache((name) => {
    asked += 1;
    return name.length;
  });
  for (const name of [...names, ...names]) expect(cache.get(name)).toBe(name.length);
  return asked - names.length;
}

const names = (count: number, length: number): string[] =>
  Array.from({ length: count }, (_, i) => String(i).padEnd(length, "n"));

test("evaluates each name once", () => {
  expect(forgotten(names(10_000, 40))).toBe(0);
  let asked = 0;
  const cache = new NameCache(() => void (asked += 1));
  cache.get("nothing");
  cache.get("nothing");
  expect(asked).toBe(1);
});

test("caches a million characters of names, and no long name", () => {
  expect(forgotten(names(20_000, 100))).toBe(20_000 - Math.floor(2 ** 20 / 100));
  expect(forgotten(names(10, 100_000))).toBe(10);
});
