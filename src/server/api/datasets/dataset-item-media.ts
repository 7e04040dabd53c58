import type { DatasetItemMediaReference } from "@svc/core/api";
import { MEDIA_REFERENCE } from "@svc/core/internal";
import { isObject } from "../../http/json.ts";
import type { StoragePorts } from "../../storage/storage-ports.ts";
import type { DatasetItem } from "../../resources/dataset-items.ts";
import { findMedia, isUploaded } from "../../resources/media.ts";
import { downloadAddress } from "../media/media-addresses.ts";

/** Media reference in a dataset item, and its place. */
export interface FoundReference {
  field: (typeof FIELDS)[number];
  referenceString: string;
  /** JSONPath such as `$['messages'][0]`. Keys are not escaped. */
  jsonPath: string;
  mediaId: string;
}

const FIELDS = ["input", "expectedOutput", "metadata"] as const;

export function mediaReferencesOf(item: Pick<DatasetItem, (typeof FIELDS)[number]>): FoundReference[] {
  return FIELDS.flatMap((field) => Array.from(referencesIn(item[field], field, "$")));
}

/** Returns the references of an item to uploaded media, each with an address to fetch the content from. */
export async function resolvedReferences(
  storage: Pick<StoragePorts, "records" | "mediaContents">,
  projectId: string,
  origin: string,
  item: Pick<DatasetItem, (typeof FIELDS)[number]>,
): Promise<DatasetItemMediaReference[]> {
  const resolved: DatasetItemMediaReference[] = [];
  for (const { mediaId, ...reference } of mediaReferencesOf(item)) {
    const media = await findMedia(storage.records, projectId, mediaId);
    if (media === undefined || !isUploaded(media)) continue;
    const { contentType, contentLength } = media;
    const { url, expiry } = await downloadAddress(storage, origin, { projectId, id: mediaId }, media);
    resolved.push({ ...reference, media: { mediaId, contentType, contentLength, url, urlExpiry: expiry } });
  }
  return resolved;
}

function* referencesIn(value: unknown, field: FoundReference["field"], jsonPath: string): Generator<FoundReference> {
  if (typeof value === "string") {
    const mediaId = MEDIA_REFERENCE.exec(value)?.[2];
    if (mediaId !== undefined) yield { field, referenceString: value, jsonPath, mediaId };
  } else if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) yield* referencesIn(entry, field, `${jsonPath}[${index}]`);
  } else if (isObject(value)) {
    for (const [key, entry] of Object.entries(value)) {
      yield* referencesIn(entry, field, `${jsonPath}['${key}']`);
    }
  }
}
