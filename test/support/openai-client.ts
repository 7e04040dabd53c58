/** The parts of the `openai` package that the tests use, of whichever version. */
export interface OpenAIModule {
  OpenAI: new (options: Record<string, unknown>) => OpenAIClient;
  AzureOpenAI: new (options: Record<string, unknown>) => OpenAIClient;
  APIError: new (...args: never[]) => Error;
}

/** A client of the package. */
export interface OpenAIClient {
  chat: { completions: Record<string, ApiFunction> };
}

/** A method of a resource. */
export type ApiFunction = (params: unknown, options?: unknown) => ApiCall;

/** The package's promise. */
export interface ApiCall extends Promise<unknown> {
  withResponse(): Promise<{ data: unknown; response: Response; request_id: string | null }>;
  asResponse(): Promise<Response>;
}

/** The package's stream. */
export interface ApiStream extends AsyncIterable<unknown> {
  controller: AbortController;
  tee(): [ApiStream, ApiStream];
  toReadableStream(): ReadableStream<Uint8Array>;
}

/** What `stream()` and `runTools()` give. */
export interface ApiRunner {
  on(event: string, listener: (...args: unknown[]) => void): ApiRunner;
  done(): Promise<void>;
  finalChatCompletion(): Promise<unknown>;
  finalContent(): Promise<string | null>;
}

/** Methods that a major version has elsewhere, and why. */
export const ELSEWHERE: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  // Structured outputs, the stream helper and the tool runner left `beta` with openai 5.
  4: {
    "chat.completions.parse": "beta.chat.completions.parse",
    "chat.completions.stream": "beta.chat.completions.stream",
    "chat.completions.runTools": "beta.chat.completions.runTools",
  },
};

/** Scenarios that a major version cannot play by itself, and why. */
export const NOT_PLAYED: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  4: { "an abort before the first read": "node-fetch, which openai 4 uses, neither ends nor rejects such a read" },
};

/** The method of an API name, bound to its resource. */
export function methodOf(client: OpenAIClient, api: string, major: number): ApiFunction {
  const path = (ELSEWHERE[major]?.[api] ?? api).split(".");
  const name = path.pop()!;
  const resource = path.reduce<Record<string, unknown>>(
    (object, field) => object[field] as Record<string, unknown>,
    client as unknown as Record<string, unknown>,
  );
  return (resource[name] as ApiFunction).bind(resource);
}

/** A client that talks to a stand-in, without the waits of a real one. */
export function clientAt(openai: OpenAIModule, url: string, isAzure = false): OpenAIClient {
  return isAzure
    ? new openai.AzureOpenAI({ endpoint: url, apiKey: "key", apiVersion: "2024-10-21" })
    : new openai.OpenAI({ baseURL: url, apiKey: "key" });
}

/** An error as plain data. */
export function describeError(openai: OpenAIModule, error: unknown): Record<string, unknown> {
  const { constructor, name, message, status, code, type, param, request_id, requestID } = error as Record<
    string,
    unknown
  >;
  const cause = (error as Error).cause;
  return {
    class: (constructor as { name: string }).name,
    isApiError: error instanceof openai.APIError,
    isError: error instanceof Error,
    cause: cause instanceof Error ? { name: cause.name, message: cause.message } : cause,
    name,
    message,
    status,
    code,
    type,
    param,
    hasRequestId: (request_id ?? requestID) !== undefined,
  };
}
