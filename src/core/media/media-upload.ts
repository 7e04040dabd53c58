import { utf8Text, utf8 } from "#platform/bytes";
import { serviceFetch } from "#platform/service-fetch";
import {
  brokenAnswer,
  describeFailure,
  isSuccess,
  type HttpAnswer,
  type HttpRequest,
} from "../delivery/http-answer.ts";
import { parseRetryAfter, MEDIA_RETRIES, withRetries } from "../delivery/retry.ts";
import { isTemporary, mayHaveArrived, MEDIA_ANSWERS } from "../delivery/answer-classification.ts";
import { joinUrl } from "../names/headers.ts";
import { withoutTracing } from "../propagation/suppressed-tracing.ts";
import { mediaHash, mediaIdOf, type MediaContent } from "./media.ts";

export type MediaPlace =
  | { traceId: string; observationId?: string; field: "input" | "output" | "metadata" }
  | { datasetId: string; datasetItemId: string; field: "input" | "expectedOutput" | "metadata" };

/** Media with their place in a trace or a dataset item. */
export interface PlacedMedia {
  readonly media: MediaContent;
  /** Hash of the content, if it is known already. */
  readonly sha256Hash?: string | undefined;
  readonly place: MediaPlace;
}

/** Media to upload, with the address of the service and the request headers. */
export interface MediaUpload extends PlacedMedia {
  readonly baseUrl: string;
  /** Headers of every request to the service, including credentials. They are not sent to the storage. */
  readonly headers: Readonly<Record<string, string>>;
}

/** Parameters of {@link uploadMedia}. */
export interface UploadMediaParams extends MediaUpload {
  /** Time limit of one request to the service. The upload of the content itself has no limit. */
  readonly timeoutMs: number;
  /**
   * Makes the requests instead of `fetch`. Without `timeoutMs` a request has no time limit. Must not
   * reject.
   */
  readonly send?: (request: HttpRequest, timeoutMs?: number) => Promise<HttpAnswer>;
  /** Waits between attempts, in milliseconds. */
  readonly wait?: (milliseconds: number) => Promise<void>;
}

const PATH = "/api/public/media";

/** Hosts whose signed addresses accept no header except the content type. */
const PLAIN_HEADER_HOSTS = [".storage.googleapis.com", "storage.googleapis.com"];

/** Parameters of {@link uploadMediaBy}. */
export type UploadMediaByParams = UploadMediaParams & Required<Pick<UploadMediaParams, "send" | "wait">>;

/**
 * Uploads media: asks the service for an upload address, puts the content there, and reports the result. When the service
 * already has the content, nothing else is sent.
 * Throws an error with the reason when a step fails. Contract: "Limits" (5 s for requests, none for the content).
 */
export function uploadMedia(params: UploadMediaParams): Promise<void> {
  const { send = sendByFetch, wait = delay } = params;
  return uploadMediaBy({ ...params, send, wait });
}

/** Uploads media like {@link uploadMedia}, with a sender of the caller's. A bundle with only this function has no other sender. */
export async function uploadMediaBy(params: UploadMediaByParams): Promise<void> {
  const failure = await withoutTracing(() => upload(params));
  if (failure !== undefined) throw new Error(failure.reason);
}

async function upload(params: UploadMediaByParams): Promise<UploadFailure | undefined> {
  const steps = mediaUploadSteps(params);
  let step = steps.next();
  while (!step.done) step = steps.next(await sendRepeatedly(step.value, params));
  return step.value;
}

/** Reason why media could not be uploaded. */
export interface UploadFailure {
  readonly reason: string;
  /** True when the media may have arrived: a request was sent, and its answer did not come. */
  readonly mayHaveArrived?: boolean;
}

/** Yields the requests that upload media, one after another. Returns a failure; undefined on success. */
export function* mediaUploadSteps(upload: MediaUpload): Generator<HttpRequest, UploadFailure | undefined, HttpAnswer> {
  const { media, place } = upload;
  const { sha256Hash = mediaHash(media.bytes) } = upload;
  const registered = yield serviceRequest(upload, "POST", PATH, {
    ...place,
    contentType: media.contentType,
    contentLength: media.bytes.length,
    sha256Hash,
  });
  if (!isSuccess(registered)) {
    return { reason: `POST ${joinUrl(upload.baseUrl, PATH)} ${describeFailure(registered)}` };
  }
  const { mediaId, uploadUrl } = readUploadTarget(registered);
  if (mediaId !== mediaIdOf(sha256Hash)) {
    const reason = `The service gave the media the id ${mediaId}, but its content has the id ${mediaIdOf(sha256Hash)}.`;
    return { reason };
  }
  if (!uploadUrl) return undefined;
  const start = performance.now();
  const stored = yield storageRequest(uploadUrl, media, sha256Hash);
  const error = isSuccess(stored) ? undefined : failureOfStorage(stored);
  const path = `${PATH}/${encodeURIComponent(mediaId)}`;
  const reported = yield serviceRequest(upload, "PATCH", path, {
    uploadedAt: new Date().toISOString(),
    uploadHttpStatus: stored.status,
    ...(error !== undefined && { uploadHttpError: error }),
    uploadTimeMs: Math.round(performance.now() - start),
  });
  if (error !== undefined) {
    return { reason: `The media ${mediaId} could not be uploaded: ${error}`, mayHaveArrived: mayHaveArrived(stored) };
  }
  // The storage has the content.
  return isSuccess(reported)
    ? undefined
    : { reason: `PATCH ${joinUrl(upload.baseUrl, path)} ${describeFailure(reported)}`, mayHaveArrived: true };
}

function serviceRequest(
  { baseUrl, headers }: MediaUpload,
  method: "POST" | "PATCH",
  path: string,
  body: object,
): HttpRequest {
  return {
    method,
    url: joinUrl(baseUrl, path),
    headers: { ...headers, "content-type": "application/json" },
    body: utf8(JSON.stringify(body)),
  };
}

function storageRequest(url: string, { bytes, contentType }: MediaContent, hash: string): HttpRequest {
  const { hostname } = new URL(url);
  const isPlain = PLAIN_HEADER_HOSTS.some((host) => hostname === host || hostname.endsWith(host));
  const checks = { "x-amz-checksum-sha256": hash, "x-ms-blob-type": "BlockBlob" };
  return { method: "PUT", url, headers: { "content-type": contentType, ...(!isPlain && checks) }, body: bytes };
}

/** Returns the reason of a failed upload. The storage's address is not named: it is a secret as long as it is valid. */
function failureOfStorage({ status, body, error }: HttpAnswer): string {
  return error ?? `status ${status}: ${utf8Text(body).slice(0, 200)}`;
}

function readUploadTarget({ body }: HttpAnswer): { mediaId?: string; uploadUrl?: string | null } {
  try {
    return JSON.parse(utf8Text(body)) as { mediaId: string; uploadUrl: string | null };
  } catch {
    return {};
  }
}

/** Makes a request with retries. Content has no time limit; attempts at another request begin within its time limit. */
function sendRepeatedly(request: HttpRequest, params: UploadMediaByParams): Promise<HttpAnswer> {
  const { send, wait } = params;
  const timeoutMs = request.method === "PUT" ? undefined : params.timeoutMs;
  return withRetries(MEDIA_RETRIES, {
    attempt: () => send(request, timeoutMs),
    isTemporary: (answer) => isTemporary(MEDIA_ANSWERS, answer),
    askedMs: ({ retryAfterMs }) => retryAfterMs,
    wait,
    timeoutMs,
  });
}

async function sendByFetch({ url, method, headers, body }: HttpRequest, timeoutMs?: number): Promise<HttpAnswer> {
  try {
    const response = await serviceFetch(url, {
      method,
      headers,
      body,
      ...(timeoutMs !== undefined && { signal: AbortSignal.timeout(timeoutMs) }),
    });
    const bytes = new Uint8Array(await response.arrayBuffer());
    return { status: response.status, body: bytes, retryAfterMs: parseRetryAfter(response.headers.get("retry-after")) };
  } catch (error) {
    const { message, cause } = error as { message: string; cause?: { code?: string } };
    return brokenAnswer(cause?.code ?? message);
  }
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
