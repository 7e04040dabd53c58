/** Parts that situations are made of. */
import type { createReadStream } from "node:fs";
import type { OpenAIModule } from "../../../support/openai/openai-client.ts";

interface Runner {
  finalContent(): Promise<unknown>;
}

interface Helpers {
  readonly completions: Record<"stream" | "runTools", (body: unknown) => Runner>;
}

/** Client; its chat helpers are in `beta` in old versions. */
export interface Client extends Record<string, unknown> {
  readonly chat: Helpers;
  readonly beta: { readonly chat: Helpers };
}

/** Helpers of a situation. */
export interface Stage {
  readonly openai: OpenAIModule;
  readonly major: number;
  /** Adds an entry to the log. */
  note(...entry: unknown[]): void;
  /** Returns an object with getters over these values; each read is noted. */
  counted<T extends object>(name: string, values: T): T;
  /** Returns a proxy; each use of it is noted. */
  traced<T extends object>(name: string, target: T): T;
  /** Returns a class instance with a `toJSON` that counts and notes its calls. */
  serializing(name: string, values: Readonly<Record<string, unknown>>): object;
  client(options?: Readonly<Record<string, unknown>>, Class?: OpenAIModule["OpenAI"]): Client;
  /** Calls a method by its name in the API, and notes its result. */
  call(client: Client, api: string, ...args: unknown[]): Promise<unknown>;
  /** Sets the answers to the requests from here on; the last one repeats. */
  answers(...responses: (() => unknown)[]): void;
  /** `fetch` of the clients. */
  readonly fetch: (url: unknown, init: Init) => Promise<unknown>;
  /** Returns the content of a stream of chunks. */
  read(stream: unknown): Promise<unknown[]>;
  /** Returns a file on the disk. */
  file(): ReturnType<typeof createReadStream>;
}

/** Options that `fetch` gets. */
export interface Init {
  readonly method?: string;
  readonly headers?: unknown;
  readonly body?: unknown;
}

/** Application code under test. */
export interface Situation {
  readonly play: (stage: Stage) => unknown;
  /** First major version that supports the situation. */
  readonly since?: number;
}

/** Situations by their names. */
export type Situations = Readonly<Record<string, Situation>>;

/** Answer of a chat. */
export const CHAT_ANSWER = {
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1780000000,
  model: "m-1-2026",
  choices: [{ index: 0, message: { role: "assistant", content: "Pacific.", refusal: null }, finish_reason: "stop" }],
  usage: { prompt_tokens: 8, completion_tokens: 2, total_tokens: 10 },
};

/** API name of the method that most situations call. */
export const CHAT = "chat.completions.create";

/** Returns messages with one question. */
export const ask = (content: unknown = "Name one ocean."): Record<string, unknown>[] => [{ role: "user", content }];

/** Returns the body of a chat, with additional fields. */
export const params = (more: object = {}): Record<string, unknown> => ({ model: "m-1", messages: ask(), ...more });

/** Returns a chat with this body, by a client with these options. */
export const chat =
  (body: (stage: Stage) => unknown, options?: (stage: Stage) => Record<string, unknown>) =>
  (stage: Stage): unknown =>
    stage.call(stage.client(options?.(stage)), CHAT, body(stage));

/** Chunks of a streamed chat. */
export const CHUNKS = ["Paci", "fic."].map((content, index) => ({
  id: "c-1",
  object: "chat.completion.chunk",
  model: "m-1-2026",
  choices: [{ index: 0, delta: { role: "assistant", content }, finish_reason: index === 1 ? "stop" : null }],
}));

/** Returns the chunks as a response. */
export const streamed = (): Response =>
  new Response(`${CHUNKS.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("")}data: [DONE]\n\n`, {
    headers: { "content-type": "text/event-stream" },
  });
