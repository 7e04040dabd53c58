import { RefusedExport } from "../../otlp/otlp-span.ts";

/**
 * Maximum characters of metadata, paths and values, that one export may unfold to. Without it, a body within the size limit
 * could fill the memory and the disk: every leaf of an object repeats its whole path, and every span repeats the attributes of
 * its resource.
 */
const MAX_METADATA_CHARACTERS = 128 * 1024 * 1024;

/** Remaining characters of metadata that one export may unfold to. */
export class MetadataBudget {
  #left = MAX_METADATA_CHARACTERS;

  /** Subtracts the size of the entries, before they are unfolded. Throws {@link RefusedExport} when the budget is spent. */
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
