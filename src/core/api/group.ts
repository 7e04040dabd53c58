import { APIPromise } from "./api-promise.ts";
import type { RequestOptions } from "./request-options.ts";
import type { Call, Transport } from "./transport.ts";

/** Empty request of operations that take neither query nor body. Contract: "Request placeholder". */
export type NoRequest = Record<string, never>;

type Content = Pick<Call, "query" | "body">;

/**
 * Base class of the generated groups of API operations, such as `client.api.scores`. Each generated method makes one HTTP call
 * with `send`, or with `sendForNothing` when the answer has no content.
 */
export class Group {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  protected send<T>(
    method: string,
    path: Call["path"],
    content: Content,
    options: RequestOptions | undefined,
  ): APIPromise<T> {
    return new APIPromise(this.#transport.send<T>({ method, path, ...content }, options));
  }

  protected sendForNothing(
    method: string,
    path: Call["path"],
    content: Content,
    options: RequestOptions | undefined,
  ): APIPromise<void> {
    return new APIPromise(this.#transport.send<void>({ method, path, ...content, isForNothing: true }, options));
  }
}

/** Base class of the API client. Builds each group of operations on first access. */
export class Groups {
  readonly #transport: Transport;
  readonly #built = new Map<unknown, unknown>();

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  protected group<T>(Type: new (transport: Transport) => T): T {
    let group = this.#built.get(Type) as T | undefined;
    if (group === undefined) this.#built.set(Type, (group = new Type(this.#transport)));
    return group;
  }
}
