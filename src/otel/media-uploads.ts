import {
  logger,
  mediaUploadSteps,
  uploadMedia,
  type DeliverySteps,
  type MediaPlace,
  type UploadMediaParams,
} from "@svc/core";
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
  readonly #underWay = new Set<UploadMediaParams>();
  #bytes = 0;
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

  /** Hands out what is not uploaded and forgets it. What is under way may be uploaded twice then. */
  drain(): DeliverySteps[] {
    const rest = [...this.#underWay, ...this.#waiting.splice(0)];
    this.#underWay.clear();
    this.#bytes = 0;
    return rest.map(mediaDelivery);
  }

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

function* mediaDelivery(params: UploadMediaParams): DeliverySteps {
  let reason: string | undefined;
  try {
    reason = yield* mediaUploadSteps(params);
  } catch (error) {
    reason = String(error);
  }
  return reason === undefined ? [] : [{ cargo: "media", count: 1, reason }];
}
