import type { Side } from "./usage-kinds.ts";
import { PART_NAMES, REST_NAMES, USAGE_SOURCES } from "./usage-spellings.ts";

/** Meaning of a name in a usage. */
export interface UsageName {
  readonly kind: string;
  /**
   * `own` is a name of the service, `part` that of a provider. `within` is an amount that another part contains. `extra` is an amount that
   * its kind does not contain.
   */
  readonly place: "own" | "part" | "within" | "extra";
  /** True for a part that the input or the output contains, if no total tells otherwise. */
  readonly isInside: boolean;
  /** Of two names of one kind, the one with the lower rank is used. Names in objects of details have ranks below 0. */
  readonly rank: number;
}

/** Meanings of names, with the names of objects and the names in them joined by a point. */
export const NAMES: ReadonlyMap<string, UsageName> = namesOf();

/** Names of amounts that are no part: they are left of a whole. */
export const RESTS: ReadonlySet<string> = new Set(
  [...REST_NAMES, ...USAGE_SOURCES.flatMap(({ rests = [] }) => rests)].flatMap(bothForms),
);

/** Sides of objects of details, by their names. */
export const DETAILS: ReadonlyMap<string, Side> = joined(USAGE_SOURCES.map(({ details }) => details));

/** Sides of lists of amounts by modality, by their names. */
export const MODALITIES: ReadonlyMap<string, Side | "cached"> = joined(
  USAGE_SOURCES.map(({ modalities }) => modalities),
);

/** Objects that hold further names. */
export const OBJECTS: ReadonlySet<string> = new Set(
  USAGE_SOURCES.flatMap(({ objects = [] }) => objects).flatMap(bothForms),
);

/** Meanings of names in objects of details, by side. */
export const PARTS: Readonly<Record<Side, ReadonlyMap<string, UsageName>>> = {
  input: partsOf("input"),
  output: partsOf("output"),
};

function namesOf(): Map<string, UsageName> {
  const names = new Map<string, UsageName>();
  const add = (spellings: Readonly<Record<string, string>> = {}, place: UsageName["place"], isInside = false): void => {
    for (const [name, kind] of Object.entries(spellings)) {
      const meaning = { kind, place, isInside, rank: names.size };
      for (const form of bothForms(name)) if (!names.has(form)) names.set(form, meaning);
    }
  };
  for (const { own, inside, beside, extra, lifetimes } of USAGE_SOURCES) {
    add(own, "own");
    add(inside, "part", true);
    add(beside, "part");
    add(extra, "extra");
    add(lifetimes, "within");
  }
  return names;
}

function partsOf(side: Side): Map<string, UsageName> {
  // Details tell more than names of their own, so they come first.
  const entries = Object.entries(PART_NAMES[side]).flatMap(([name, kind], index) =>
    bothForms(name).map((form) => [form, { kind, place: "part", isInside: true, rank: index - 1_000 }] as const),
  );
  return new Map(entries);
}

function joined<Value>(tables: ReadonlyArray<Readonly<Record<string, Value>> | undefined>): Map<string, Value> {
  const entries = tables.flatMap((table = {}) => Object.entries(table));
  return new Map(entries.flatMap(([name, side]) => bothForms(name).map((form) => [form, side] as const)));
}

/** Returns a name as it is and in the other of the two usual forms: `input_tokens` and `inputTokens`. */
function bothForms(name: string): string[] {
  if (name.includes(".")) return [name];
  const other = name.includes("_")
    ? name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
    : name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
  return [name, other];
}
