import { logger } from "@svc/core/internal";
import { RAW_RESPONSE } from "../call/ending.ts";
import type { AnswerReceiver } from "../call/answer-receiver.ts";
import { shadow } from "../patching/shadow.ts";
import { endWhenCollected, stopWaiting, type Unfinished } from "../stream/unused-answer.ts";

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\b/i;

/** Members needed of an HTTP response, from `fetch` or from `node-fetch`. */
export interface RawResponse {
  readonly headers: { get(name: string): string | null };
  readonly bodyUsed: boolean;
  json(): Promise<unknown>;
  text(): Promise<unknown>;
}

/** Methods that read the whole answer, each with the function that gets the answer from its result. */
const READERS: Readonly<Record<"json" | "text", (read: unknown) => unknown>> = {
  json: (read) => read,
  text: (read) => JSON.parse(String(read)),
};

/** Other members that give the body. */
const OTHER_READERS = ["arrayBuffer", "blob", "buffer", "bytes", "clone", "formData"] as const;
const BODY = "body";
const WATCHED: readonly string[] = [...Object.keys(READERS), ...OTHER_READERS, BODY];

/**
 * Observes an HTTP response that the application took instead of the answer. The body is the application's: it is neither read
 * nor copied. The answer is recorded from the result of the application's own `json()` or `text()` when the response is JSON. A
 * stream, a sound, and an answer that is read in any other way are not recorded, and the call ends there.
 */
export function observeRawResponse(response: RawResponse, call: AnswerReceiver): void {
  if (call.isAnswerWanted || call.hasEnded) return;
  call.noteHeaders();
  if (response.bodyUsed || !JSON_TYPE.test(response.headers.get("content-type") ?? "")) call.end(RAW_RESPONSE);
  else new ResponseWatch(call).listenTo(response);
}

/** Own properties of a response, before the watch defines others over them. */
type OwnProperties = Readonly<Record<string, PropertyDescriptor | undefined>>;

/**
 * Watch that waits for the application to read a response. The watch does not refer to the response, so that its collection is
 * noticed.
 */
class ResponseWatch implements Unfinished {
  readonly #call: AnswerReceiver;

  constructor(call: AnswerReceiver) {
    this.#call = call;
  }

  listenTo(response: RawResponse): void {
    endWhenCollected(response, this);
    const own: OwnProperties = Object.fromEntries(
      WATCHED.map((name) => [name, Object.getOwnPropertyDescriptor(response, name)]),
    );
    const restore = (): void => this.#restore(response, own);
    for (const name of ["json", "text"] as const) {
      this.#watch(response, name, restore, (result) => this.#follow(result, READERS[name]));
    }
    for (const name of OTHER_READERS) this.#watch(response, name, restore, (result) => this.#leave(result));
    Object.defineProperty(response, BODY, {
      configurable: true,
      get: () => {
        restore();
        return this.#leave(Reflect.get(response, BODY));
      },
    });
  }

  endUnread(): void {
    this.#call.endUnread(RAW_RESPONSE);
  }

  #watch(response: RawResponse, name: string, restore: () => void, look: (result: unknown) => unknown): void {
    const methods = response as unknown as Record<string, (...args: unknown[]) => unknown>;
    if (typeof methods[name] !== "function") return;
    const read = methods[name].bind(response);
    shadow(methods, name, (...args) => {
      restore();
      const result = read(...args);
      // The SDK reads the same response when the application asks for the answer after all.
      return this.#call.isAnswerWanted ? result : look(result);
    });
  }

  /** Restores the properties of the response: only the first reading finds a body. */
  #restore(response: RawResponse, own: OwnProperties): void {
    stopWaiting(this);
    for (const name of WATCHED) {
      const descriptor = own[name];
      if (descriptor === undefined) Reflect.deleteProperty(response, name);
      else Reflect.defineProperty(response, name, descriptor);
    }
  }

  #follow(result: unknown, answerIn: (read: unknown) => unknown): unknown {
    if (!(result instanceof Promise)) return this.#leave(result);
    return result.then(
      (read) => {
        this.#record(read, answerIn);
        return read;
      },
      (error: unknown) => {
        this.#call.endFailed(error);
        throw error;
      },
    );
  }

  #record(read: unknown, answerIn: (read: unknown) => unknown): void {
    // The response can be one of the application's own transport.
    this.#call.isForeign = true;
    try {
      this.#call.recordAnswer(answerIn(read));
    } catch (error) {
      logger.debug("An answer is not recorded: its HTTP response has the content type JSON, but is not JSON.", error);
    }
    this.#call.endRead();
  }

  #leave<T>(result: T): T {
    if (!this.#call.isAnswerWanted) this.#call.end(RAW_RESPONSE);
    return result;
  }
}
