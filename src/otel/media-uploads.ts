import { logger, uploadMedia, type MediaPlace, type UploadMediaParams } from "@svc/core";
import type { Extraction } from "./media-extraction.ts";

/** Where media goes, and how long one request may take. */
export type MediaUploadOptions = Pick<UploadMediaParams, "baseUrl" | "headers" | "timeout">;

const CONCURRENCY = 4;

/** Content waiting for its upload, in bytes. */
const MAX_WAITING_BYTES = 256 * 1024 * 1024;

/** Uploads the media of spans in the background, a few at a time. A failure is said; the reference stands in its place already. */
export class MediaUploads {
  readonly #options: MediaUploadOptions;
  readonly #waiting: UploadMediaParams[] = [];
  #bytes = 0;
  #underWay = 0;
  #idle: Array<() => void> = [];

  constructor(options: MediaUploadOptions) {
    this.#options = options;
  }

  /** Takes the media of a span over. Returns at once. */
  add({ span, media: extracted }: Extraction): void {
    const { traceId, spanId } = span.spanContext();
    for (const { media, field } of extracted) {
      if (this.#bytes + media.bytes.length > MAX_WAITING_BYTES) {
        logger.errorOnce(`Media was lost: more than ${MAX_WAITING_BYTES} bytes of it are waiting for their upload.`);
        continue;
      }
      const place: MediaPlace = { traceId, observationId: spanId, field };
      this.#bytes += media.bytes.length;
      this.#waiting.push({ media, place, ...this.#options });
    }
    this.#work();
  }

  /** Resolves when everything taken over was uploaded, or could not be. */
  flush(): Promise<void> {
    return new Promise((resolve) => {
      this.#idle.push(resolve);
      this.#work();
    });
  }

  /** Says how many were not uploaded, when the process ends. */
  sayUnfinished(): void {
    const count = this.#waiting.length + this.#underWay;
    if (count > 0) logger.error(`${count} media were lost: the process ended before they were uploaded.`);
  }

  #work(): void {
    while (this.#underWay < CONCURRENCY && this.#waiting.length > 0) void this.#upload(this.#waiting.shift()!);
    if (this.#underWay > 0) return;
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  async #upload(params: UploadMediaParams): Promise<void> {
    this.#underWay++;
    try {
      await uploadMedia(params);
    } catch (error) {
      logger.errorOnce(`Media could not be uploaded: ${(error as Error).message}`);
    }
    this.#underWay--;
    this.#bytes -= params.media.bytes.length;
    this.#work();
  }
}
