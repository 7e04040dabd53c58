import { isObject, parseContent } from "../../../http/json.ts";
import { type KeyRow, KeyValues, unlistedRow } from "./key-values.ts";

/** Most keys of one block that the index lists. */
const MOST_KEYS = 2_000;

/** Most metadata of one block that the index lists, in characters of JSON. Without a limit, a block of long values takes a second. */
const MOST_METADATA = 1_500_000;

/**
 * Collection of the metadata in one block. Observations of which a value is not listed stand in a row without values, so that
 * every search looks at them.
 */
export class BlockMetadata {
  readonly #keys = new Map<string, KeyValues>();
  /** Keys in the order of the last observation: most observations have the same keys in the same order. */
  readonly #order: KeyValues[] = [];
  /** Places of observations of which not every value is listed. */
  readonly #unlisted: number[] = [];
  #left = MOST_METADATA;

  /** Adds an observation. `text` is null when its metadata are too long to be listed. */
  add(place: number, text: string | null): void {
    const metadata = text === null || text.length > this.#left ? undefined : parseContent(text);
    let isListed = isObject(metadata);
    let at = 0;
    for (const key in metadata as object | undefined) {
      const values = this.#valuesOf(key, at++);
      if (values === undefined) isListed = false;
      else values.add((metadata as Record<string, unknown>)[key], place);
    }
    if (isListed) this.#left -= text?.length ?? 0;
    else this.#unlisted.push(place);
  }

  /** Returns the rows of the block. Every search for metadata reads the rows of the empty key that list no values. */
  rows(): KeyRow[] {
    const rows = [...this.#keys.values()].flatMap((values) => values.rows());
    return this.#unlisted.length === 0 ? rows : [...rows, unlistedRow("", this.#unlisted)];
  }

  /** Returns the values of a key; undefined when the block has too many keys for another one. */
  #valuesOf(key: string, at: number): KeyValues | undefined {
    const expected = this.#order[at];
    if (expected?.key === key) return expected;
    let values = this.#keys.get(key);
    if (values === undefined) {
      if (this.#keys.size === MOST_KEYS) return undefined;
      this.#keys.set(key, (values = new KeyValues(key)));
    }
    this.#order[at] = values;
    return values;
  }
}
