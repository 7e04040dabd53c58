import { HAS_THREADS, WAITS_AT_EXIT } from "#platform/abilities";
import {
  logger,
  mediaUploadSteps,
  safeSetTimeout,
  uploadMediaBy,
  waitInBackground,
  type Delivery,
  type DeliverySteps,
  type PlacedMedia,
  type UploadFailure,
  type UploadMediaByParams,
} from "@svc/core/internal";
import { createHttpSender } from "@svc/core/internal/http";
import type { ThreadLink } from "./thread-relay.ts";

/** Address, headers and timeout of uploads, and the link to the main thread. */
export interface MediaUploadOptions extends Pick<UploadMediaByParams, "baseUrl" | "headers" | "timeoutMs"> {
  /** Link to the main thread, in a worker thread whose main thread delivers for it. */
  readonly link?: ThreadLink | undefined;
}

const CONCURRENCY = 4;

/** Largest size of the content waiting for its upload. */
const MAX_WAITING_BYTES = 256 * 1024 * 1024;

/** Length of a timer that keeps the process alive while a caller waits. */
const KEEP_ALIVE_MS = 2 ** 30;

/**
 * Uploads the media of spans in the background, a few at a time. Uploads do not keep the process alive; the delivery at
 * its end takes those that remain. A failure is logged; the span holds the reference already.
 */
export class MediaUploads {
  readonly #options: MediaUploadOptions;
  readonly #waiting: UploadMediaByParams[] = [];
  readonly #underWay = new Set<UploadMediaByParams>();
  /** Uploads under way whose content was sent. */
  readonly #sent = new WeakSet<UploadMediaByParams>();
  readonly #sender = createHttpSender();
  #bytes = 0;
  readonly #flushes: Array<() => void> = [];
  readonly #idle: Array<() => void> = [];
  /** Timer at whose end the flushes stop to wait. */
  #flushTimeout: ReturnType<typeof setTimeout> | undefined;

  constructor(options: MediaUploadOptions) {
    this.#options = options;
  }

  /** Queues media of this thread. Returns at once. */
  add(media: PlacedMedia): void {
    const { link } = this.#options;
    if (HAS_THREADS && link?.isOpen) link.send({ media });
    else this.take(media);
  }

  /** Queues media, which may come from another thread. Returns at once. */
  take(placed: PlacedMedia): void {
    const { length } = placed.media.bytes;
    if (this.#bytes + length > MAX_WAITING_BYTES) {
      logger.errorOnce(
        `Media was lost: more than ${MAX_WAITING_BYTES} bytes wait for their upload. Check whether the service takes uploads.`,
      );
      return;
    }
    const { baseUrl, headers, timeoutMs } = this.#options;
    this.#bytes += length;
    const send: UploadMediaByParams["send"] = async (request, limitMs) => {
      const answer = await this.#sender.send(
        request,
        limitMs,
        () => request.method === "PUT" && this.#sent.add(upload),
      );
      if (this.#flushTimeout !== undefined) this.#extendFlush();
      return answer;
    };
    const upload = { ...placed, baseUrl, headers, timeoutMs, send, wait: waitInBackground };
    this.#waiting.push(upload);
    this.#work();
  }

  /**
   * Resolves when all queued media was uploaded, or could not be, at the latest when no request was answered for the timeout of a
   * request. A warning then gives the number of media that wait; their uploads go on.
   */
  flush(): Promise<void> {
    const flushed = this.#wait(this.#flushes);
    if (this.#flushes.length > 0) this.#extendFlush();
    return flushed;
  }

  /** Resolves when all queued media was uploaded, or could not be. Content that is sent has no time limit. */
  whenIdle(): Promise<void> {
    return this.#wait(this.#idle);
  }

  /** Returns deliveries of the media that is not uploaded, and removes the media. Uploads under way may be made twice. */
  drain(): Delivery[] {
    if (!WAITS_AT_EXIT) return [];
    const rest = [
      ...[...this.#underWay].map((params) => uploadSteps(params, this.#sent.has(params))),
      ...this.#waiting.splice(0).map((params) => uploadSteps(params, false)),
    ];
    this.#underWay.clear();
    this.#bytes = 0;
    return rest.map((steps) => ({ cargo: "media", steps }));
  }

  #wait(waiting: Array<() => void>): Promise<void> {
    return new Promise((resolve) => {
      const alive = setInterval(() => {}, KEEP_ALIVE_MS);
      waiting.push(() => {
        clearInterval(alive);
        resolve();
      });
      this.#work();
    });
  }

  #work(): void {
    while (this.#underWay.size < CONCURRENCY && this.#waiting.length > 0) void this.#upload(this.#waiting.shift()!);
    if (this.#underWay.size > 0) return;
    this.#endFlushes();
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  #extendFlush(): void {
    const { timeoutMs } = this.#options;
    clearTimeout(this.#flushTimeout);
    this.#flushTimeout = safeSetTimeout(() => {
      logger.warnOnce(
        `Media did not arrive: no request for an upload was answered within ${timeoutMs / 1000} s. The uploads go on. Waiting after a flush:`,
        this.#underWay.size + this.#waiting.length,
      );
      this.#endFlushes();
    }, timeoutMs);
  }

  #endFlushes(): void {
    clearTimeout(this.#flushTimeout);
    this.#flushTimeout = undefined;
    for (const resolve of this.#flushes.splice(0)) resolve();
  }

  async #upload(params: UploadMediaByParams): Promise<void> {
    this.#underWay.add(params);
    try {
      await uploadMediaBy(params);
    } catch (error) {
      if (this.#underWay.has(params)) logger.errorOnce(`Media could not be uploaded: ${(error as Error).message}`);
    }
    if (!this.#underWay.delete(params)) return;
    this.#bytes -= params.media.bytes.length;
    this.#work();
  }
}

/** Returns the steps of an upload at the end of the process. `isRepeated`: its content was sent before. */
function* uploadSteps(params: UploadMediaByParams, isRepeated: boolean): DeliverySteps {
  let failure: UploadFailure | undefined;
  try {
    failure = yield* mediaUploadSteps(params);
  } catch (error) {
    failure = { reason: String(error) };
  }
  if (failure === undefined) return [];
  const { reason, mayHaveArrived = false } = failure;
  return [{ cargo: "media", count: 1, reason, mayHaveArrived: isRepeated || mayHaveArrived }];
}
