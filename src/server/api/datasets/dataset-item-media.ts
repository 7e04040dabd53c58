import { isObject } from "../../http/json.ts";
import type { Records } from "../../storage/records.ts";
import type { DatasetItem } from "../../stores/dataset-items.ts";
import { findMedia, isUploaded } from "../../stores/media.ts";
import { signAddress } from "../media/media-addresses.ts";

/** A text that stands in place of media, and where it was found. */
export interface FoundReference {
  field: (typeof FIELDS)[number];
  referenceString: string;
  /** Such as `$['messages'][0]`; keys stand in it as they are. */
  jsonPath: string;
  mediaId: string;
}

const FIELDS = ["input", "expectedOutput", "metadata"] as const;

const REFERENCE = /^@@@svcMedia:type=[^|@]+\|id=([^|@]+)\|source=[^|@]+@@@$/;

/** Every text of an item that stands in place of media. */
export function mediaReferencesOf(item: Pick<DatasetItem, (typeof FIELDS)[number]>): FoundReference[] {
  return FIELDS.flatMap((field) => Array.from(referencesIn(item[field], field, "$")));
}

/** The references of an item to media that are there, with addresses under which the contents can be fetched. */
export function resolvedReferences(
  records: Records,
  projectId: string,
  origin: string,
  item: Pick<DatasetItem, (typeof FIELDS)[number]>,
): unknown[] {
  return mediaReferencesOf(item).flatMap(({ mediaId, ...reference }) => {
    const media = findMedia(records, projectId, mediaId);
    if (media === undefined || !isUploaded(media)) return [];
    const { contentType, contentLength } = media;
    const { url, expiry } = signAddress(records, origin, { use: "get", projectId, mediaId, contentType: "" });
    return [{ ...reference, media: { mediaId, contentType, contentLength, url, urlExpiry: expiry } }];
  });
}

function* referencesIn(value: unknown, field: FoundReference["field"], jsonPath: string): Generator<FoundReference> {
  if (typeof value === "string") {
    const mediaId = REFERENCE.exec(value)?.[1];
    if (mediaId !== undefined) yield { field, referenceString: value, jsonPath, mediaId };
  } else if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) yield* referencesIn(entry, field, `${jsonPath}[${index}]`);
  } else if (isObject(value)) {
    for (const [key, entry] of Object.entries(value)) {
      yield* referencesIn(entry, field, `${jsonPath}['${key}']`);
    }
  }
}
