const encoder = new TextEncoder();

/** One reader of the feed, and how far it has come. */
export class FeedReader {
  readonly projectId: string;
  /** Number of the observation up to which the reader was sent everything. */
  seq: number;
  /** True when the reader is sent what is stored as it is stored; false while it is further behind. */
  isFollowing = false;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  constructor(projectId: string, seq: number) {
    this.projectId = projectId;
    this.seq = seq;
  }

  /** Takes the stream that the reader reads, and answers at once. */
  open(controller: ReadableStreamDefaultController<Uint8Array>): void {
    this.#controller = controller;
    this.sendComment("observations as they are stored");
  }

  /** Sends what the reader asked for. */
  send(bytes: Uint8Array): void {
    this.#controller?.enqueue(bytes);
  }

  /** Sends what was stored, unless too much waits for this reader already: then it no longer follows. */
  push(bytes: Uint8Array): void {
    if (this.#hasRoom()) this.send(bytes);
    else this.isFollowing = false;
  }

  /** Sends a line that readers pass over. */
  sendComment(text: string): void {
    if (this.#hasRoom()) this.send(encoder.encode(`: ${text}\n\n`));
  }

  /** Ends the stream. */
  close(): void {
    this.#controller?.close();
  }

  /** Ends the stream with an error, so that the reader comes back and says where to read on. */
  fail(error: unknown): void {
    this.#controller?.error(error);
  }

  #hasRoom(): boolean {
    return (this.#controller?.desiredSize ?? 0) > 0;
  }
}
