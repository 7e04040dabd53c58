import { encodePlaces } from "./places.ts";

/** Longest value that the index lists, in characters of JSON. */
const LONGEST_VALUE = 256;

/** Row of `block_values`, without its block and its field. */
export interface KeyRow {
  key: string;
  /** JSON list of the different values; null for observations whose value is not listed. */
  leaves: string | null;
  places: Uint8Array;
}

/** Values of one key in a block, each with the places of the observations that have it. */
export class KeyValues {
  readonly key: string;
  readonly #places = new Map<unknown, number[]>();
  /** The same for lists and objects, by their JSON text. */
  readonly #placesByText = new Map<string, number[]>();
  #last: unknown;
  #lastPlaces: number[] = [];

  constructor(key: string) {
    this.key = key;
  }

  add(leaf: unknown, place: number): void {
    // Many observations in a row have the same value.
    if (leaf !== this.#last || this.#lastPlaces.length === 0) {
      this.#last = leaf;
      this.#lastPlaces =
        typeof leaf === "object" && leaf !== null
          ? placesOf(this.#placesByText, JSON.stringify(leaf))
          : placesOf(this.#places, leaf);
    }
    this.#lastPlaces.push(place);
  }

  /** Returns at most two rows: one that lists values, and one for the observations whose value is too long for a list. */
  rows(): KeyRow[] {
    const listed = new Map<string, number[]>();
    const unlisted: number[] = [];
    const all = [
      ...[...this.#places].map(([leaf, places]) => [JSON.stringify(leaf), places] as const),
      ...this.#placesByText,
    ];
    for (const [value, places] of all) {
      if (value.length <= LONGEST_VALUE) listed.set(value, places);
      else for (const place of places) unlisted.push(place);
    }
    const rows: KeyRow[] = [];
    if (listed.size > 0) {
      const leaves = `[${[...listed.keys()].join(",")}]`;
      rows.push({ key: this.key, leaves, places: encodePlaces([...listed.values()]) });
    }
    if (unlisted.length > 0) rows.push(unlistedRow(this.key, unlisted));
    return rows;
  }
}

/** Returns a row for observations of which the index lists no value of a key. */
export function unlistedRow(key: string, places: readonly number[]): KeyRow {
  return { key, leaves: null, places: encodePlaces([places]) };
}

function placesOf<Value>(all: Map<Value, number[]>, value: Value): number[] {
  let places = all.get(value);
  if (places === undefined) all.set(value, (places = []));
  return places;
}
