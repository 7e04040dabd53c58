import { logger, SvcMedia, SvcMediaReference, type MediaSource } from "@svc/core/internal";
import type { DatasetItem } from "@svc/core/api";
import { copyReplacing, findLeaves } from "../media/value-walk.ts";

/** Fields of a dataset item that can hold media. */
export const MEDIA_FIELDS = ["input", "expectedOutput", "metadata"] as const;

/** Depth of arrays and objects searched for media. */
const MAX_DEPTH = 20;

/**
 * Returns a copy of the item with an object that can fetch the content in place of each media reference. Warns of a
 * reference to a place that does not exist.
 */
export function withMediaReferences(item: DatasetItem): DatasetItem {
  const copy: DatasetItem = { ...item };
  for (const { field, jsonPath, referenceString, media } of item.mediaReferences ?? []) {
    if (media === null || media === undefined) continue;
    const source = referenceString.match(/\|source=([^|@]+)@@@$/)?.[1] as MediaSource | undefined;
    const reference = new SvcMediaReference({ source: source ?? "bytes", ...media });
    const isPath = MEDIA_FIELDS.includes(field) && typeof jsonPath === "string" && jsonPath.startsWith("$");
    const placed = isPath ? placeAt(copy[field], jsonPath.slice(1), reference) : undefined;
    if (placed === undefined) {
      logger.warn(`The dataset item ${item.id} refers to media at ${field} ${jsonPath}, but nothing is there.`);
    } else {
      copy[field] = placed;
    }
  }
  return copy;
}

/** Returns the media objects in a value, each once. */
export function mediaIn(value: unknown): Set<SvcMedia> {
  return findLeaves(value, MAX_DEPTH, isMedia);
}

/** Returns a copy of a value with references in place of media. */
export function withMediaTags(value: unknown, tags: ReadonlyMap<SvcMedia, string>): unknown {
  return copyReplacing(value, {
    maxDepth: MAX_DEPTH,
    replace: (leaf) => (isMedia(leaf) ? tags.get(leaf) : undefined),
  });
}

/** Recognizes media by its shape too: another copy of the package may have created it. */
function isMedia(leaf: unknown): leaf is SvcMedia {
  if (leaf instanceof SvcMedia) return true;
  return typeof leaf === "object" && leaf !== null && "getTag" in leaf && "getSha256Hash" in leaf && "content" in leaf;
}

/**
 * Returns a copy of a value with `placed` at a path such as `['messages'][0]`; undefined when the path does not exist.
 * Paths may hold keys unescaped: only the value tells whether a quote belongs to a key or ends it.
 */
function placeAt(value: unknown, path: string, placed: unknown): unknown {
  if (path === "") return placed;
  if (Array.isArray(value)) {
    const [step, index] = /^\[(\d+)\]/.exec(path) ?? [];
    if (step === undefined || !(Number(index) < value.length)) return undefined;
    const inner = placeAt(value[Number(index)], path.slice(step.length), placed);
    return inner === undefined ? undefined : value.with(Number(index), inner);
  }
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, entry] of Object.entries(value)) {
    const step = [`['${key}']`, `['${escaped(key)}']`].find((written) => path.startsWith(written));
    const inner = step === undefined ? undefined : placeAt(entry, path.slice(step.length), placed);
    if (inner !== undefined) return { ...value, [key]: inner };
  }
  return undefined;
}

/** Escapes quotes and backslashes of a key, as some services write them in paths. */
function escaped(key: string): string {
  return key.replaceAll(/['\\]/g, String.raw`\$&`);
}
