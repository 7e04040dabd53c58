import { Readable } from "node:stream";
import { invalidParameter, namedError, notFound } from "../../http/http-errors.ts";
import { isoTime, parseIsoTime } from "../../http/iso-time.ts";
import { WriteConflict } from "../../storage/records.ts";
import { findDataset } from "../../stores/datasets.ts";
import {
  type Media,
  type MediaPlace,
  type MediaUpload,
  announceMedia,
  findMedia,
  isUploaded,
  noteContent,
  noteUpload,
} from "../../stores/media.ts";
import { Answer, type ApiRequest, type Route } from "../route.ts";
import { MEDIA_CONTENT_PATH, type MediaGrant, checkAddress, originOf, signAddress } from "./media-addresses.ts";

/** Media: images, sounds and files in inputs and outputs. */
export const mediaRoutes: readonly Route[] = [
  { operation: "media_getUploadUrl", handle: announce },
  { operation: "media_get", handle: read },
  { operation: "media_patch", handle: noteOutcome },
  { method: "PUT", path: `${MEDIA_CONTENT_PATH}/:projectId/:mediaId`, access: "none", handle: putContent },
  { method: "GET", path: `${MEDIA_CONTENT_PATH}/:projectId/:mediaId`, access: "none", handle: getContent },
];

const TRACE_FIELDS = ["input", "output", "metadata"];
const DATASET_ITEM_FIELDS = ["input", "expectedOutput", "metadata"];

/** Headers of contents. A page or picture that a browser opens from here can run and load nothing. */
const CONTENT_HEADERS = {
  "Content-Security-Policy": "sandbox; default-src 'none'",
  "X-Content-Type-Options": "nosniff",
};

type AnnounceRequest = Pick<Media, "contentType" | "contentLength" | "sha256Hash"> &
  Partial<MediaPlace> &
  Pick<MediaPlace, "field">;

async function announce({ service, projectId, context, body }: ApiRequest): Promise<unknown> {
  const { contentType, contentLength, sha256Hash, ...given } = body as AnnounceRequest;
  const { records } = service;
  if (!/^[A-Za-z0-9+/]{43}=$/.test(sha256Hash)) {
    throw invalidParameter("sha256Hash", "the SHA-256 of the content in base64 is expected");
  }
  const place = readPlace(given);
  if (place.datasetId !== null && findDataset(records, projectId, { id: place.datasetId }) === undefined) {
    throw invalidParameter("datasetId", `there is no dataset ${place.datasetId}`);
  }
  const mediaId = sha256Hash.slice(0, 22).replaceAll("+", "-").replaceAll("/", "_");
  await records.write(
    announceMedia(projectId, { id: mediaId, contentType, contentLength, sha256Hash }, place, Date.now()),
  );
  const known = findMedia(records, projectId, mediaId);
  if (known !== undefined && isUploaded(known)) return new Answer(201, { mediaId, uploadUrl: null });
  const grant: MediaGrant = { use: "put", projectId, mediaId, contentType };
  return new Answer(201, { mediaId, uploadUrl: signAddress(records, originOf(context), grant).url });
}

function read({ service, projectId, context, params }: ApiRequest): unknown {
  const id = params["mediaId"] ?? "";
  const media = findMedia(service.records, projectId, id);
  if (media === undefined) throw notFound("media", id);
  if (!isUploaded(media)) {
    throw namedError(
      "SvcNotFoundError",
      `The content of the media ${id} has not arrived, or nobody has said that it has`,
    );
  }
  const { contentType, contentLength, uploadedAt } = media;
  const { url, expiry } = signAddress(service.records, originOf(context), {
    use: "get",
    projectId,
    mediaId: id,
    contentType: "",
  });
  return {
    mediaId: id,
    contentType,
    contentLength,
    uploadedAt: isoTime(uploadedAt ?? 0),
    url,
    urlExpiry: expiry,
  };
}

async function noteOutcome({ service, projectId, params, body }: ApiRequest): Promise<unknown> {
  const id = params["mediaId"] ?? "";
  const { uploadedAt, ...given } = body as Partial<MediaUpload> & { uploadedAt: string; uploadHttpStatus: number };
  const upload: MediaUpload = {
    uploadedAt: parseIsoTime(uploadedAt) ?? Date.now(),
    uploadHttpStatus: given.uploadHttpStatus,
    uploadHttpError: given.uploadHttpError ?? null,
    uploadTimeMs: given.uploadTimeMs ?? null,
  };
  try {
    await service.records.write([noteUpload(projectId, id, upload, Date.now())]);
  } catch (error) {
    throw error instanceof WriteConflict ? notFound("media", id) : error;
  }
  return undefined;
}

async function putContent({ service, context, params, query }: ApiRequest): Promise<unknown> {
  const { records, mediaContents } = service;
  const { projectId = "", mediaId = "" } = params;
  const { incoming } = context.env;
  const contentType = incoming.headers["content-type"] ?? "";
  checkAddress(records, { use: "put", projectId, mediaId, contentType }, query);
  const media = findMedia(records, projectId, mediaId);
  if (media === undefined) throw notFound("media", mediaId);
  const checksum = incoming.headers["x-amz-checksum-sha256"];
  if (checksum !== undefined && checksum !== media.sha256Hash) {
    throw namedError("InvalidRequestError", "x-amz-checksum-sha256 is another SHA-256 than was announced");
  }
  const problem = await mediaContents.store(projectId, mediaId, incoming, media);
  if (problem !== undefined) throw namedError("InvalidRequestError", problem);
  const [noted] = await records.write([noteContent(projectId, mediaId, Date.now())]);
  if (noted?.changes === 0) {
    // The trace was removed while the content arrived.
    await mediaContents.remove([{ projectId, id: mediaId }]);
    throw notFound("media", mediaId);
  }
  return undefined;
}

function getContent({ service, params, query }: ApiRequest): unknown {
  const { projectId = "", mediaId = "" } = params;
  checkAddress(service.records, { use: "get", projectId, mediaId, contentType: "" }, query);
  const media = findMedia(service.records, projectId, mediaId);
  if (media?.contentStoredAt == null) throw notFound("media", mediaId);
  const content = Readable.toWeb(service.mediaContents.read(projectId, mediaId)) as ReadableStream<Uint8Array>;
  return new Response(content, {
    headers: { ...CONTENT_HEADERS, "Content-Type": media.contentType, "Content-Length": String(media.contentLength) },
  });
}

/** Reads the place of media: a trace, with or without an observation, or a dataset item. Throws a 400 for anything else. */
function readPlace(given: Partial<MediaPlace> & Pick<MediaPlace, "field">): MediaPlace {
  const { field } = given;
  const [traceId, observationId] = [given.traceId || null, given.observationId || null];
  const [datasetId, datasetItemId] = [given.datasetId || null, given.datasetItemId || null];
  const isOfTrace = traceId !== null;
  if (isOfTrace === (datasetId !== null || datasetItemId !== null)) {
    throw invalidParameter("traceId", "either traceId is expected, or datasetId and datasetItemId");
  }
  if (!isOfTrace && (datasetId === null || datasetItemId === null)) {
    throw invalidParameter("datasetItemId", "datasetId and datasetItemId are given together");
  }
  if (!isOfTrace && observationId !== null) throw invalidParameter("observationId", "it needs traceId");
  const fields = isOfTrace ? TRACE_FIELDS : DATASET_ITEM_FIELDS;
  if (!fields.includes(field)) throw invalidParameter("field", `one of ${fields.join(", ")} is expected`);
  return { traceId, observationId, datasetId, datasetItemId, field };
}
