import { RefusedExport } from "../otlp/otlp-span.ts";

/**
 * Most characters of metadata, paths and values, that one export may unfold to. A body within the size limit could
 * otherwise fill the memory and the disk: every leaf of an object repeats the whole path to it, and every span what its
 * resource says.
 */
const MAX_METADATA_CHARACTERS = 128 * 1024 * 1024;

/** What is left of the metadata that one export may unfold to. */
export class MetadataBudget {
  #left = MAX_METADATA_CHARACTERS;

  /** Takes the size of the entries off before they are unfolded. Throws {@link RefusedExport} when nothing is left. */
  spend(entries: Iterable<readonly [key: string, value: unknown]>): void {
    for (const [key, value] of entries) this.#spendPath(key.length, value);
  }

  #spendPath(pathLength: number, value: unknown): void {
    if (typeof value === "object" && value !== null) {
      const isList = Array.isArray(value);
      // A list is one leaf: its items have no paths of their own.
      for (const [key, item] of Object.entries(value)) this.#spendPath(isList ? 0 : pathLength + 1 + key.length, item);
    }
    this.#left -= pathLength + (typeof value === "string" ? value.length : 1);
    if (this.#left < 0) {
      throw new RefusedExport(
        413,
        `The metadata of this export unfolds to more than ${MAX_METADATA_CHARACTERS} characters: send smaller batches`,
      );
    }
  }
}
