import {
  logger,
  uploadMediaBy,
  waitInBackground,
  type PlacedMedia,
  type UploadMediaByParams,
} from "@svc/core/internal";
import { createHttpSender } from "@svc/core/internal/http";
import type { ThreadLink } from "./thread-relay.ts";
import { WaitingFlushes } from "./waiting-flushes.ts";

/** Address, headers and timeout of uploads, and the link to the main thread. */
export interface MediaUploadOptions extends Pick<UploadMediaByParams, "baseUrl" | "headers" | "timeoutMs"> {
  /** Link to the main thread, in a worker thread whose main thread delivers for it. */
  readonly link?: ThreadLink | undefined;
}

/** Upload that is not made yet. `isSent`: its content was sent, and the storage has not answered. */
export interface OpenUpload {
  readonly upload: UploadMediaByParams;
  readonly isSent: boolean;
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
  readonly #flushes: WaitingFlushes;
  #idle: Array<() => void> = [];

  constructor(options: MediaUploadOptions) {
    this.#options = options;
    this.#flushes = new WaitingFlushes(options.timeoutMs, () => this.#endFlushesLate());
  }

  /** Queues media of this thread. Returns at once. */
  add(media: PlacedMedia): void {
    const { link } = this.#options;
    if (link?.isOpen) link.send({ media });
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
      this.#flushes.extend();
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
  async flush(): Promise<void> {
    const alive = setInterval(() => {}, KEEP_ALIVE_MS);
    const flushed = this.#flushes.wait();
    this.#work();
    await flushed;
    clearInterval(alive);
  }

  /** Resolves when all queued media was uploaded, or could not be. Content that is sent has no time limit. */
  async whenIdle(): Promise<void> {
    const alive = setInterval(() => {}, KEEP_ALIVE_MS);
    await new Promise<void>((resolve) => {
      this.#idle.push(resolve);
      this.#work();
    });
    clearInterval(alive);
  }

  /** Removes the media that is not uploaded and returns it: for the end of the process. Uploads under way may be made twice. */
  takeAll(): OpenUpload[] {
    const open = [
      ...[...this.#underWay].map((upload) => ({ upload, isSent: this.#sent.has(upload) })),
      ...this.#waiting.splice(0).map((upload) => ({ upload, isSent: false })),
    ];
    this.#underWay.clear();
    this.#bytes = 0;
    return open;
  }

  #work(): void {
    while (this.#underWay.size < CONCURRENCY && this.#waiting.length > 0) void this.#upload(this.#waiting.shift()!);
    if (this.#underWay.size > 0) return;
    this.#flushes.end();
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  #endFlushesLate(): void {
    logger.warnOnce(
      `Media did not arrive: no request for an upload was answered within ${this.#options.timeoutMs / 1000} s. The uploads go on. Waiting after a flush:`,
      this.#underWay.size + this.#waiting.length,
    );
    this.#flushes.end();
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
