import { Readable } from "node:stream";
import type { GetMediaUploadUrlRequest } from "@svc/core/api";
import { foundOr404, invalidParameter, namedError, notFound } from "../../http/http-errors.ts";
import { isoTime, parseIsoTime } from "../../http/iso-time.ts";
import type { Statement } from "../../storage/records.ts";
import { findDataset } from "../../resources/datasets.ts";
import {
  type MediaPlace,
  announceMedia,
  findMedia,
  isUploaded,
  isUploadSuccess,
  noteContent,
  noteUpload,
} from "../../resources/media.ts";
import { contentHeaders } from "../../storage/media/content-headers.ts";
import { Answer } from "../routing/answer.ts";
import { type Route, ownRoute, route } from "../routing/route.ts";
import type { Service } from "../service.ts";
import { onConflict } from "../write-conflict.ts";
import { MEDIA_CONTENT_PATH, checkAddress, downloadAddress, originOf, uploadUrl } from "./media-addresses.ts";

const CONTENT_PATH = `${MEDIA_CONTENT_PATH}/:projectId/:mediaId` as const;

/** Media: images, sounds and files in inputs and outputs. */
export const mediaRoutes: readonly Route[] = [
  /** Announces a content. Returns the address to put the content to, unless the service has it. */
  route("media_getUploadUrl", async ({ service, projectId, context, body }) => {
    const { records } = service;
    const { contentType, contentLength, sha256Hash } = body;
    if (!/^[A-Za-z0-9+/]{43}=$/.test(sha256Hash)) {
      throw invalidParameter("sha256Hash", "the SHA-256 of the content in base64 is expected");
    }
    const place = readPlace(body);
    if (place.datasetId !== null && (await findDataset(records, projectId, { id: place.datasetId })) === undefined) {
      throw invalidParameter("datasetId", `there is no dataset ${place.datasetId}`);
    }
    const mediaId = sha256Hash.slice(0, 22).replaceAll("+", "-").replaceAll("/", "_");
    const announced = { id: mediaId, contentType, contentLength, sha256Hash };
    await records.write(announceMedia(projectId, announced, place, Date.now()));
    const known = await findMedia(records, projectId, mediaId);
    if (known !== undefined && isUploaded(known)) return new Answer(201, { mediaId, uploadUrl: null });
    const key = { projectId, id: mediaId };
    return new Answer(201, { mediaId, uploadUrl: await uploadUrl(service, originOf(context), key, announced) });
  }),

  route("media_get", async ({ service, projectId, context, params: { mediaId } }) => {
    const media = foundOr404(await findMedia(service.records, projectId, mediaId), "media", mediaId);
    if (!isUploaded(media)) {
      throw namedError(
        "SvcNotFoundError",
        `The content of the media ${mediaId} has not arrived, or nobody has said that it has`,
      );
    }
    const { contentType, contentLength, uploadedAt } = media;
    const { url, expiry } = await downloadAddress(service, originOf(context), { projectId, id: mediaId }, media);
    return { mediaId, contentType, contentLength, uploadedAt: isoTime(uploadedAt ?? 0), url, urlExpiry: expiry };
  }),

  /** Records how the upload went, as the client says. */
  route("media_patch", async ({ service, projectId, params: { mediaId }, body }) => {
    const { uploadHttpStatus, uploadHttpError = null, uploadTimeMs = null } = body;
    const uploadedAt = parseIsoTime(body.uploadedAt) ?? Date.now();
    const upload = { uploadedAt, uploadHttpStatus, uploadHttpError, uploadTimeMs };
    const arrival = isUploadSuccess(uploadHttpStatus) ? await directArrival(service, projectId, mediaId) : [];
    const noted = noteUpload(projectId, mediaId, upload, Date.now());
    await onConflict(service.records.write([noted, ...arrival]), () => notFound("media", mediaId));
    return { message: "OK" };
  }),

  ownRoute({ method: "PUT", path: CONTENT_PATH, access: "none" }, async ({ service, context, params, query }) => {
    const { records, mediaContents } = service;
    const { transfer } = mediaContents;
    const { projectId, mediaId } = params;
    const { incoming } = context.env;
    const key = { projectId, id: mediaId };
    const contentType = incoming.headers["content-type"] ?? "";
    await checkAddress(records, { use: "put", projectId, mediaId, contentType }, query);
    const media = foundOr404(await findMedia(records, projectId, mediaId), "media", mediaId);
    const checksum = incoming.headers["x-amz-checksum-sha256"];
    if (checksum !== undefined && checksum !== media.sha256Hash) {
      throw namedError("InvalidRequestError", "x-amz-checksum-sha256 is another SHA-256 than was announced");
    }
    // Contents of addresses from before the service was started with a bucket.
    if (transfer.kind === "direct") throw namedError("SvcConflictError", "Announce the media again for a new address");
    const problem = await transfer.store(key, incoming, media);
    if (problem !== undefined) throw namedError("InvalidRequestError", problem);
    const [noted] = await records.write([noteContent(projectId, mediaId, Date.now(), Date.now())]);
    if (noted?.changes === 0) {
      // The trace was removed while the content arrived.
      await mediaContents.remove([key]);
      throw notFound("media", mediaId);
    }
    return { message: "OK" };
  }),

  ownRoute({ method: "GET", path: CONTENT_PATH, access: "none" }, async ({ service, context, params, query }) => {
    const { projectId, mediaId } = params;
    await checkAddress(service.records, { use: "get", projectId, mediaId, contentType: "" }, query);
    const media = await findMedia(service.records, projectId, mediaId);
    if (media?.contentStoredAt == null) throw notFound("media", mediaId);
    const headers = {
      ...CONTENT_HEADERS,
      ...contentHeaders(media.contentType),
      "Content-Type": media.contentType,
      "Content-Length": String(media.contentLength),
    };
    // Nobody would read the file that an answer to HEAD opened.
    if (context.req.method === "HEAD") return new Response(null, { headers });
    const content = foundOr404(await service.mediaContents.read({ projectId, id: mediaId }), "media", mediaId);
    // Node and the DOM declare the same stream type apart from each other.
    return new Response(Readable.toWeb(content) as ReadableStream<Uint8Array>, { headers });
  }),
];

/**
 * Checks a content that the client put into the storage itself. Returns the statements that record what the storage has; none
 * for contents that pass through the service, which records their arrival. Removes a content that no record names.
 */
async function directArrival(service: Service, projectId: string, mediaId: string): Promise<Statement[]> {
  const { records, mediaContents, log } = service;
  const { transfer } = mediaContents;
  if (transfer.kind === "service") return [];
  const key = { projectId, id: mediaId };
  const media = await findMedia(records, projectId, mediaId);
  if (media === undefined) {
    // The trace was removed while the content arrived.
    await mediaContents.remove([key]);
    throw notFound("media", mediaId);
  }
  const problem = await transfer.problemOf(key, media);
  if (problem !== undefined) log(`the media ${mediaId} of project ${projectId} is not shown: ${problem}`);
  const now = Date.now();
  return [noteContent(projectId, mediaId, problem === undefined ? now : null, now)];
}

const TRACE_FIELDS = ["input", "output", "metadata"];
const DATASET_ITEM_FIELDS = ["input", "expectedOutput", "metadata"];

/** Headers of contents. A page or picture that a browser opens from here can run and load nothing. */
const CONTENT_HEADERS = {
  "Content-Security-Policy": "sandbox; default-src 'none'",
  "X-Content-Type-Options": "nosniff",
  // An application may show them on a page of its own: whoever has the address may.
  "Cross-Origin-Resource-Policy": "cross-origin",
};

/** Reads the place of media: a trace, with or without an observation, or a dataset item. Throws a 400 for anything else. */
function readPlace(given: GetMediaUploadUrlRequest): MediaPlace {
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
