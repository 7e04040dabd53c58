import { expect, test } from "vitest";
import { MARKED_KEY, MARKER, departureOf } from "./kept-content.ts";
import { MARKED_PROGRAMS } from "./marked-programs.ts";

/** Marker with the key behind it, in the text of an error. */
const HIDDEN = new RegExp(`${MARKER}\\d{4}\\.\\*\\*\\*`);

/** Status of a span that failed. */
const ERROR = 2;

/** Defines the tests of the programs for these instrumentations. */
export function testKeptContent(instrumentations: readonly string[]): void {
  const rows = instrumentations.flatMap((name) =>
    (MARKED_PROGRAMS[name] ?? []).map((program) => ({
      name,
      program,
      file: [program.app, ...(program.args ?? [])].join(" "),
    })),
  );
  test.each(rows)(
    "no text of a call of $name leaves the process without content, and texts leave by every door with content: $file",
    async ({ program }) => {
      const [open, held] = [await departureOf(program, true), await departureOf(program, false)];
      expect([open.run.exitCode, held.run.exitCode]).toEqual([0, 0]);
      expect(held.run.stdout).toBe(open.run.stdout);

      // With content, the texts leave by every door: the test would see them.
      const places = [...open.found.values()].flat();
      expect(open.found.size).toBeGreaterThanOrEqual(program.markers);
      expect(doorsOf(places)).toEqual(["log", ...(program.hasMedia ? ["media"] : []), "spans", "spool"]);
      expect(open.spans.some(({ status }) => status?.code === ERROR)).toBe(program.isWhole !== true);

      // The key in each text is hidden where the text is that of an error.
      expect(open.errorTexts.filter((text) => text.includes(MARKED_KEY))).toEqual([]);
      expect(program.isWhole === true || HIDDEN.test(open.errorTexts.join("\n"))).toBe(true);

      expect([...held.found.values()].flat()).toEqual([]);
      expect(held.uploads).toBe(0);
      expect(namesOf(held)).toEqual(namesOf(open));
    },
    180_000,
  );
}

/** Returns the doors that the markers went through. */
function doorsOf(places: readonly string[]): string[] {
  const doors = places.map((place) => {
    if (place.startsWith("the log")) return "log";
    if (place.includes(" /storage/")) return "media";
    return place.includes(".spans") ? "spool" : "spans";
  });
  return [...new Set(doors)].toSorted();
}

/** Returns the names of the spans, each once: how many of them a dropped stream has depends on the collection of objects. */
function namesOf({ spans }: { spans: readonly { readonly name: string }[] }): string[] {
  return [...new Set(spans.map(({ name }) => name))].toSorted();
}
