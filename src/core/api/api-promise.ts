/** What an answer said besides its body. */
export type RawResponse = Pick<Response, "status" | "statusText" | "headers" | "url" | "redirected" | "type">;

/** A result with the answer it came in. */
export interface WithRawResponse<T> {
  data: T;
  rawResponse: RawResponse;
}

/** The promise of a result, which also offers the answer the result came in. */
export class APIPromise<T> implements Promise<T> {
  readonly #answer: Promise<WithRawResponse<T>>;

  constructor(answer: Promise<WithRawResponse<T>>) {
    this.#answer = answer;
  }

  /** The result together with status and headers of the answer. */
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
