import type { Access } from "./access.ts";
import { HttpError, namedError } from "./http-errors.ts";

/** Interval between two questions whether the streams may go on, in milliseconds: other processes end rights, too. */
const ASKING_MS = 2_000;

/** Most streams of one caller at a time: a reader of one project needs one for each open page. */
export const MOST_STREAMS = 1_000;

/** Answer that is still being sent. */
interface OpenStream {
  /** Rejects when the right that the answer was begun with has ended. */
  readonly ask: () => Promise<unknown>;
  readonly caller: string;
  readonly end: () => void;
}

/** Answers that go on until somebody ends them, each with the right that it was begun with. When the right ends, so does the answer. */
export class OpenStreams {
  readonly #open = new Set<OpenStream>();
  #timer: NodeJS.Timeout | undefined;
  /** Round of questions that is under way, or was last. */
  #round: Promise<void> | undefined;
  /** Round that begins after it. */
  #nextRound: Promise<void> | undefined;

  /**
   * Returns the answer to a request, with a body that ends with the right of the request if it is a stream of events. Any other answer is
   * returned as it is. `ask` rejects with a 401 or 403 when the request would be refused by now. Throws a 429 for a caller who has
   * {@link MOST_STREAMS} open streams.
   */
  watch(response: Response, access: Access | undefined, ask: () => Promise<unknown>): Response {
    const { body, status, headers } = response;
    if (body === null || !headers.get("content-type")?.startsWith("text/event-stream")) return response;
    const caller = callerOf(access);
    if ([...this.#open].filter((stream) => stream.caller === caller).length >= MOST_STREAMS) {
      void body.cancel().catch(() => undefined);
      throw namedError(
        "TooManyRequestsError",
        `This key or person has ${MOST_STREAMS} open event streams, the most at a time. Close some of them`,
        { "Retry-After": "5" },
      );
    }
    return new Response(this.#endable(body.getReader(), caller, ask), { status, headers });
  }

  /**
   * Asks for every open answer whether it may go on. Resolves when those that may not have ended. Never rejects. There is one round of
   * questions at a time: all calls during one share the next.
   */
  async ask(): Promise<void> {
    this.#nextRound ??= this.#askAfterRound();
    return this.#nextRound;
  }

  close(): void {
    for (const { end } of this.#open) end();
  }

  async #askAfterRound(): Promise<void> {
    await this.#round;
    this.#round = this.#nextRound;
    this.#nextRound = undefined;
    await Promise.all(
      [...this.#open].map(async ({ ask, end }) => {
        try {
          await ask();
        } catch (error) {
          // While the database does not answer, nobody can end a right. The next question decides.
          if (error instanceof HttpError && (error.status === 401 || error.status === 403)) end();
        }
      }),
    );
  }

  #endable(
    reader: ReadableStreamDefaultReader<Uint8Array>,
    caller: string,
    ask: () => Promise<unknown>,
  ): ReadableStream<Uint8Array> {
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
    const leave = (): boolean => this.#remove(stream);
    const stream: OpenStream = {
      ask,
      caller,
      end: () => {
        if (!leave()) return;
        controller?.close();
        void reader.cancel().catch(() => undefined);
      },
    };
    this.#add(stream);
    return new ReadableStream(
      {
        start: (own: ReadableStreamDefaultController<Uint8Array>) => {
          controller = own;
        },
        pull: async (own) => {
          try {
            const { done, value } = await reader.read();
            if (!this.#open.has(stream)) return;
            if (!done) own.enqueue(value);
            else if (leave()) own.close();
          } catch (error) {
            if (leave()) own.error(error);
          }
        },
        cancel: async (reason) => {
          leave();
          await reader.cancel(reason);
        },
      },
      // The stream behind this one has the bytes that wait.
      { highWaterMark: 0 },
    );
  }

  #add(stream: OpenStream): void {
    this.#open.add(stream);
    this.#timer ??= setInterval(() => void this.ask(), ASKING_MS).unref();
  }

  #remove(stream: OpenStream): boolean {
    const wasOpen = this.#open.delete(stream);
    if (this.#open.size === 0) {
      clearInterval(this.#timer);
      this.#timer = undefined;
    }
    return wasOpen;
  }
}

/** Returns a text for the caller of a request: the person, or the key pair with its project. */
function callerOf(access: Access | undefined): string {
  if (access === undefined) return "";
  const project = access.level === "organization" ? "" : access.projectId;
  const member = access.level === "organization" ? undefined : access.member;
  return `${project} ${member?.id ?? access.publicKey ?? ""}`;
}
