import { logger, SvcMedia, SvcMediaReference, type MediaSource } from "@svc/core";
import type { DatasetItem } from "@svc/core/api";
import { copyReplacing, findLeaves } from "../media/value-walk.ts";

/** The fields of an item that can hold media. */
export const MEDIA_FIELDS = ["input", "expectedOutput", "metadata"] as const;

/** Levels of arrays and objects in which media is looked for. */
const MAX_DEPTH = 20;

/** An item in which each reference to media is an object that can fetch the content. */
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

/** The media in a value, each object once. */
export function findMedia(value: unknown): Set<SvcMedia> {
  return findLeaves(value, MAX_DEPTH, isMedia);
}

/** A copy of a value with references in place of media. */
export function withMediaTags(value: unknown, tags: ReadonlyMap<SvcMedia, string>): unknown {
  return copyReplacing(value, {
    maxDepth: MAX_DEPTH,
    replace: (leaf) => (isMedia(leaf) ? tags.get(leaf) : undefined),
  });
}

/** Media of another copy of the package is media too. */
function isMedia(leaf: unknown): leaf is SvcMedia {
  if (leaf instanceof SvcMedia) return true;
  return typeof leaf === "object" && leaf !== null && "getTag" in leaf && "getSha256Hash" in leaf && "content" in leaf;
}

/**
 * A copy of a value with something in the place that the rest of a path leads to, such as `['messages'][0]`; undefined when
 * there is no such place. Keys stand in paths as they are: only the value tells whether a quote belongs to a key or ends it.
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

/** Some services write a quote in a key with a backslash before it. */
function escaped(key: string): string {
  return key.replaceAll(/['\\]/g, String.raw`\$&`);
}
