const encoder = new TextEncoder();

/** Reader of the feed, with its position. */
export class FeedReader {
  readonly projectId: string;
  /** Number of the observation up to which everything was sent to the reader. */
  seq: number;
  /** True when the reader gets observations as they are stored; false while it is further behind. */
  isFollowing = false;
  #controller: ReadableStreamDefaultController<Uint8Array> | undefined;

  constructor(projectId: string, seq: number) {
    this.projectId = projectId;
    this.seq = seq;
  }

  /** Takes the stream of the reader, and sends a comment at once. */
  open(controller: ReadableStreamDefaultController<Uint8Array>): void {
    this.#controller = controller;
    this.sendComment("observations as they are stored");
  }

  /** Sends bytes that the reader asked for. */
  send(bytes: Uint8Array): void {
    this.#controller?.enqueue(bytes);
  }

  /** Sends new observations. When too many bytes wait for the reader, sends nothing, and the reader no longer follows. */
  push(bytes: Uint8Array): void {
    if (this.#hasRoom()) this.send(bytes);
    else this.isFollowing = false;
  }

  /** Sends a comment line, which readers skip. */
  sendComment(text: string): void {
    if (this.#hasRoom()) this.send(encoder.encode(`: ${text}\n\n`));
  }

  close(): void {
    this.#controller?.close();
  }

  /** Ends the stream with an error, so that the reader reconnects and says where to read on. */
  fail(error: unknown): void {
    this.#controller?.error(error);
  }

  #hasRoom(): boolean {
    return (this.#controller?.desiredSize ?? 0) > 0;
  }
}
