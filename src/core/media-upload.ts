import { mediaHash, mediaIdOf, type MediaContent } from "./media.ts";
import { joinUrl } from "./headers.ts";
import { withoutTracing } from "./suppressed-tracing.ts";

/** Where in a trace or a dataset item the media stands. */
export type MediaPlace =
  | { traceId: string; observationId?: string; field: "input" | "output" | "metadata" }
  | { datasetId: string; datasetItemId: string; field: "input" | "expectedOutput" | "metadata" };

/** What {@link uploadMedia} needs. */
export interface UploadMediaParams {
  media: MediaContent;
  place: MediaPlace;
  baseUrl: string;
  /** Headers of every request to the service, credentials included. They are not sent to the storage. */
  headers: Readonly<Record<string, string>>;
  /** Seconds one request to the service may take; the upload of the content itself is not timed. */
  timeout: number;
  /** Waits between attempts, in milliseconds; set in tests only. */
  wait?: (milliseconds: number) => Promise<void>;
}

const ATTEMPTS = 4;

/** Hosts whose signed addresses accept no headers but the content type. */
const PLAIN_HEADER_HOSTS = [".storage.googleapis.com", "storage.googleapis.com"];

/**
 * Uploads media: asks the service where to (it may have the content already), puts it there, and reports how that went.
 * Throws when the content did not arrive, with the reason. Contract: "Limits" (5 s for requests, none for the content).
 */
export async function uploadMedia(params: UploadMediaParams): Promise<void> {
  return withoutTracing(() => upload(params));
}

async function upload(params: UploadMediaParams): Promise<void> {
  const { media, place } = params;
  const sha256Hash = mediaHash(media.bytes);
  const asked = await request(params, "POST", "/api/public/media", {
    ...place,
    contentType: media.contentType,
    contentLength: media.bytes.length,
    sha256Hash,
  });
  const { mediaId, uploadUrl } = (await asked.json()) as { mediaId: string; uploadUrl: string | null };
  if (mediaId !== mediaIdOf(sha256Hash)) {
    throw new Error(`The service names the media ${mediaId}, but its content makes it ${mediaIdOf(sha256Hash)}.`);
  }
  if (!uploadUrl) return;
  const start = performance.now();
  const outcome = await put(uploadUrl, media, sha256Hash, params.wait ?? delay);
  await request(params, "PATCH", `/api/public/media/${encodeURIComponent(mediaId)}`, {
    uploadedAt: new Date().toISOString(),
    uploadHttpStatus: outcome.status,
    ...(outcome.error !== undefined && { uploadHttpError: outcome.error }),
    uploadTimeMs: Math.round(performance.now() - start),
  });
  if (outcome.error !== undefined) throw new Error(`The media ${mediaId} could not be uploaded: ${outcome.error}`);
}

async function request(params: UploadMediaParams, method: string, path: string, body: unknown): Promise<Response> {
  const response = await fetch(joinUrl(params.baseUrl, path), {
    method,
    headers: { ...params.headers, "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(params.timeout * 1000),
  });
  if (!response.ok)
    throw new Error(`${method} ${path} was answered ${response.status}: ${(await response.text()).slice(0, 200)}`);
  return response;
}

interface PutOutcome {
  readonly status: number;
  readonly error?: string;
}

async function put(
  url: string,
  media: MediaContent,
  hash: string,
  wait: (ms: number) => Promise<void>,
): Promise<PutOutcome> {
  for (let attempt = 1; ; attempt++) {
    const outcome = await putOnce(url, media, hash);
    const mayPass = outcome.status === 0 || outcome.status === 429 || outcome.status >= 500;
    if (outcome.error === undefined || !mayPass || attempt === ATTEMPTS) return outcome;
    await wait(1_000 * 2 ** (attempt - 1) + Math.random() * 1_000);
  }
}

async function putOnce(url: string, media: MediaContent, hash: string): Promise<PutOutcome> {
  const { hostname } = new URL(url);
  const isPlain = PLAIN_HEADER_HOSTS.some((host) => hostname === host || hostname.endsWith(host));
  const checks = { "x-amz-checksum-sha256": hash, "x-ms-blob-type": "BlockBlob" };
  try {
    const response = await fetch(url, {
      method: "PUT",
      headers: { "content-type": media.contentType, ...(!isPlain && checks) },
      body: media.bytes as Uint8Array<ArrayBuffer>,
    });
    const text = await response.text();
    return response.ok
      ? { status: response.status }
      : { status: response.status, error: `status ${response.status}: ${text.slice(0, 200)}` };
  } catch (error) {
    const { message, cause } = error as { message: string; cause?: { code?: string } };
    return { status: 0, error: cause?.code ?? message };
  }
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
