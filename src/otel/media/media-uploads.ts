import {
  logger,
  mediaUploadSteps,
  safeSetTimeout,
  uploadMedia,
  type DeliverySteps,
  type HttpAnswer,
  type HttpRequest,
  type UploadMediaParams,
} from "@svc/core";
import { createHttpSender, reasonOf } from "@svc/core/http";
import type { ReadableSpan } from "../readable-span.ts";
import type { MediaToUpload, ThreadLink } from "../threads/thread-link.ts";
import { extractMedia, type Extraction } from "./media-extraction.ts";

/** Where media goes, and how long one request may take. */
export interface MediaUploadOptions extends Pick<UploadMediaParams, "baseUrl" | "headers" | "timeout"> {
  /** In a worker thread the way to the main thread, where that delivers for its workers. */
  readonly link?: ThreadLink | undefined;
}

const CONCURRENCY = 4;

/** Content waiting for its upload, in bytes. */
const MAX_WAITING_BYTES = 256 * 1024 * 1024;

/** A timer of this length, in milliseconds, keeps the process alive while someone waits. */
const LONG = 2 ** 30;

/**
 * Uploads the media of spans in the background, a few at a time; that does not keep the process alive, its end takes what is
 * left. A failure is said; the reference stands in its place already.
 */
export class MediaUploads {
  readonly #options: MediaUploadOptions;
  readonly #waiting: UploadMediaParams[] = [];
  readonly #underWay = new Set<UploadMediaParams>();
  readonly #sender = createHttpSender();
  #bytes = 0;
  #idle: Array<() => void> = [];

  constructor(options: MediaUploadOptions) {
    this.#options = options;
  }

  /** Takes over the media that a span's content holds; gives the span without it. */
  takeOutOf(span: ReadableSpan): ReadableSpan {
    const extraction = extractMedia(span);
    if (extraction === undefined) return span;
    this.add(extraction);
    return extraction.span;
  }

  /** Takes the media of a span over. Returns at once. */
  add({ span, media: extracted }: Extraction): void {
    const { traceId, spanId } = span.spanContext();
    const { link } = this.#options;
    for (const { media, field } of extracted) {
      const found: MediaToUpload = { media, place: { traceId, observationId: spanId, field } };
      if (link?.isOpen) link.send({ media: found });
      else this.take(found);
    }
  }

  /** Takes one over, be it of another thread. Returns at once. */
  take({ media, place }: MediaToUpload): void {
    if (this.#bytes + media.bytes.length > MAX_WAITING_BYTES) {
      logger.errorOnce(`Media was lost: more than ${MAX_WAITING_BYTES} bytes of it are waiting for their upload.`);
      return;
    }
    const { baseUrl, headers, timeout } = this.#options;
    this.#bytes += media.bytes.length;
    this.#waiting.push({ media, place, baseUrl, headers, timeout, send: this.#send, wait });
    this.#work();
  }

  /** Resolves when everything taken over was uploaded, or could not be. */
  flush(): Promise<void> {
    return new Promise((resolve) => {
      const alive = setInterval(() => {}, LONG);
      this.#idle.push(() => {
        clearInterval(alive);
        resolve();
      });
      this.#work();
    });
  }

  /** Hands out what is not uploaded and forgets it. What is under way may be uploaded twice then. */
  drain(): DeliverySteps[] {
    const rest = [...this.#underWay, ...this.#waiting.splice(0)];
    this.#underWay.clear();
    this.#bytes = 0;
    return rest.map(mediaDelivery);
  }

  readonly #send = async (request: HttpRequest, seconds?: number): Promise<HttpAnswer> => {
    try {
      return await this.#sender.send(request, seconds === undefined ? undefined : seconds * 1000);
    } catch (error) {
      return { status: 0, body: Buffer.alloc(0), error: reasonOf(error) };
    }
  };

  #work(): void {
    while (this.#underWay.size < CONCURRENCY && this.#waiting.length > 0) void this.#upload(this.#waiting.shift()!);
    if (this.#underWay.size > 0) return;
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  async #upload(params: UploadMediaParams): Promise<void> {
    this.#underWay.add(params);
    try {
      await uploadMedia(params);
    } catch (error) {
      if (this.#underWay.has(params)) logger.errorOnce(`Media could not be uploaded: ${(error as Error).message}`);
    }
    if (!this.#underWay.delete(params)) return;
    this.#bytes -= params.media.bytes.length;
    this.#work();
  }
}

function wait(milliseconds: number): Promise<void> {
  return new Promise((resolve) => safeSetTimeout(resolve, milliseconds));
}

function* mediaDelivery(params: UploadMediaParams): DeliverySteps {
  let reason: string | undefined;
  try {
    reason = yield* mediaUploadSteps(params);
  } catch (error) {
    reason = String(error);
  }
  return reason === undefined ? [] : [{ cargo: "media", count: 1, reason }];
}
