/** Parts of the `openai` package that the tests use, in any version. */
export interface OpenAIModule {
  OpenAI: new (options: Record<string, unknown>) => OpenAIClient;
  AzureOpenAI: new (options: Record<string, unknown>) => OpenAIClient;
  APIError: new (...args: never[]) => Error;
}

export interface OpenAIClient {
  chat: { completions: Record<string, ApiFunction> };
  /** Available since openai 5. */
  withOptions?(options: Record<string, unknown>): OpenAIClient;
}

export type ApiFunction = (params: unknown, options?: unknown) => ApiCall;

export interface ApiCall extends Promise<unknown> {
  withResponse(): Promise<{ data: unknown; response: Response; request_id: string | null }>;
  asResponse(): Promise<Response>;
}

export interface ApiStream extends AsyncIterable<unknown> {
  controller: AbortController;
  tee(): [ApiStream, ApiStream];
  toReadableStream(): ReadableStream<Uint8Array>;
}

/** Result of `stream()` and `runTools()`. */
export interface ApiRunner {
  on(event: string, listener: (...args: unknown[]) => void): ApiRunner;
  done(): Promise<void>;
  abort(): void;
  finalChatCompletion(): Promise<unknown>;
  finalContent(): Promise<string | null>;
  finalResponse(): Promise<unknown>;
}

/** Methods with another location in a major version, and the reason. */
export const ELSEWHERE: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  // openai 5 moved structured outputs, the stream helper and the tool runner out of `beta`.
  4: {
    "chat.completions.parse": "beta.chat.completions.parse",
    "chat.completions.stream": "beta.chat.completions.stream",
    "chat.completions.runTools": "beta.chat.completions.runTools",
  },
};

/** Difference of a recording in some versions, and the reason. */
export interface Difference {
  readonly majors: readonly number[];
  readonly reason: string;
  /** Effect of the difference: the method is missing, its answer is an unreadable text, or its error has another name. */
  readonly effect: "missing" | "unreadable" | { errorType: string };
}

const NO_BETA_RESPONSES: Difference = {
  majors: [4, 5],
  reason: "beta.responses came with openai 6",
  effect: "missing",
};
const NO_IMAGE_STREAM: Difference = {
  majors: [4],
  reason: "openai 4 does not stream images: it gives the text of the events as the answer",
  effect: "unreadable",
};

/** Recordings that are not the same in every version. */
export const DIFFERENCES: Readonly<Record<string, Difference>> = {
  "beta-responses": NO_BETA_RESPONSES,
  "beta-responses-stream": NO_BETA_RESPONSES,
  decision: { majors: [4, 5, 6], reason: "decisions came with openai 7", effect: "missing" },
  "image-edit-stream": NO_IMAGE_STREAM,
  "image-generate-stream": NO_IMAGE_STREAM,
  "responses-stream-in-band-error": {
    majors: [4],
    reason: "openai 4 looks for an error inside the error event, and throws one without its code",
    effect: { errorType: "APIError" },
  },
  "responses-compact": { majors: [4, 5], reason: "responses.compact came with openai 6", effect: "missing" },
};

/** Returns the difference of a recording in a version; undefined when there is none. */
export function differenceOf(id: string, major: number): Difference | undefined {
  const difference = DIFFERENCES[id];
  return difference?.majors.includes(major) ? difference : undefined;
}

/** Scenarios that a major version cannot play by itself, and the reason. */
export const NOT_PLAYED: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  4: { "an abort before the first read": "node-fetch, which openai 4 uses, neither ends nor rejects such a read" },
};

/** Returns true when the version has the method of an API name. */
export function hasMethod(client: OpenAIClient, api: string): boolean {
  let value: unknown = client;
  for (const field of api.split(".")) value = (value as Record<string, unknown> | undefined)?.[field];
  return typeof value === "function";
}

/** Returns the method of an API name, bound to its resource. */
export function methodOf(client: OpenAIClient, api: string, major: number): ApiFunction {
  const path = (ELSEWHERE[major]?.[api] ?? api).split(".");
  const name = path.pop()!;
  const resource = path.reduce<Record<string, unknown>>(
    (object, field) => object[field] as Record<string, unknown>,
    client as unknown as Record<string, unknown>,
  );
  return (resource[name] as ApiFunction).bind(resource);
}

/** Returns a client that calls a stand-in. */
export function clientAt(openai: OpenAIModule, url: string, isAzure = false): OpenAIClient {
  return isAzure
    ? new openai.AzureOpenAI({ endpoint: url, apiKey: "key", apiVersion: "2024-10-21" })
    : new openai.OpenAI({ baseURL: url, apiKey: "key" });
}

/** Returns an error as plain data. */
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
