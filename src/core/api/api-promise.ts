/** Status line, headers and address of a response, without its body. */
export type RawResponse = Pick<Response, "status" | "statusText" | "headers" | "url" | "redirected" | "type">;

/** Result of a call, with the response that carried it. */
export interface WithRawResponse<T> {
  data: T;
  rawResponse: RawResponse;
}

/** Promise of a call's result. `withRawResponse()` also gives the response that carried the result. */
export class APIPromise<T> implements Promise<T> {
  readonly #answer: Promise<WithRawResponse<T>>;

  constructor(answer: Promise<WithRawResponse<T>>) {
    this.#answer = answer;
  }

  /** Returns the result together with the status and headers of the response. */
  withRawResponse(): Promise<WithRawResponse<T>> {
    return this.#answer;
  }

  // oxlint-disable-next-line unicorn/no-thenable -- a promise has one
  then<A = T, B = never>(
    onResult?: ((data: T) => A | PromiseLike<A>) | null,
    onError?: ((error: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#data().then(onResult, onError);
  }

  catch<B = never>(onError?: ((error: unknown) => B | PromiseLike<B>) | null): Promise<T | B> {
    return this.#data().catch(onError);
  }

  finally(onEnd?: (() => void) | null): Promise<T> {
    return this.#data().finally(onEnd);
  }

  get [Symbol.toStringTag](): string {
    return "APIPromise";
  }

  #data(): Promise<T> {
    return this.#answer.then(({ data }) => data);
  }
}
