import { logger, SvcMedia, SvcMediaReference, type MediaSource } from "@svc/core";
import type { DatasetItem } from "@svc/core/api";
import { copyReplacing, findLeaves } from "./value-walk.ts";

/** The fields of an item that can hold media. */
export const MEDIA_FIELDS = ["input", "expectedOutput", "metadata"] as const;

/** Levels of arrays and objects in which media is looked for. */
const MAX_DEPTH = 20;

const PATH_STEP = /\['((?:[^'\\]|\\.)*)'\]|\[(\d+)\]/y;

/** An item in which each reference to media is an object that can fetch the content. */
export function withMediaReferences(item: DatasetItem): DatasetItem {
  const copy: DatasetItem = { ...item };
  for (const { field, jsonPath, referenceString, media } of item.mediaReferences ?? []) {
    if (media === null || media === undefined) continue;
    const source = referenceString.match(/\|source=([^|@]+)@@@$/)?.[1] as MediaSource | undefined;
    const reference = new SvcMediaReference({ source: source ?? "bytes", ...media });
    const path = parsePath(jsonPath);
    const placed =
      MEDIA_FIELDS.includes(field) && path !== undefined ? placeAt(copy[field], path, reference) : undefined;
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

/** The steps of a path such as `$['messages'][0]`; undefined when it is none. */
function parsePath(path: string): Array<string | number> | undefined {
  if (typeof path !== "string" || !path.startsWith("$")) return undefined;
  const steps: Array<string | number> = [];
  PATH_STEP.lastIndex = 1;
  while (PATH_STEP.lastIndex < path.length) {
    const step = PATH_STEP.exec(path);
    if (step === null) return undefined;
    steps.push(step[2] === undefined ? step[1]!.replaceAll(/\\(.)/g, "$1") : Number(step[2]));
  }
  return steps;
}

/** A copy of a value with something in one place of it; undefined when there is no such place. */
function placeAt(value: unknown, [step, ...rest]: ReadonlyArray<string | number>, placed: unknown): unknown {
  if (step === undefined) return placed;
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return undefined;
  const inner = placeAt((value as Record<string | number, unknown>)[step], rest, placed);
  if (inner === undefined) return undefined;
  if (Array.isArray(value)) return value.map((entry: unknown, index) => (index === step ? inner : entry));
  return { ...value, [step]: inner };
}
