/** What situations are made of. */
import type { createReadStream } from "node:fs";
import type { OpenAIModule } from "./openai-client.ts";

interface Runner {
  finalContent(): Promise<unknown>;
}

interface Helpers {
  readonly completions: Record<"stream" | "runTools", (body: unknown) => Runner>;
}

/** A client; the helpers of its chats were in `beta` once. */
export interface Client extends Record<string, unknown> {
  readonly chat: Helpers;
  readonly beta: { readonly chat: Helpers };
}

/** What a situation has at hand. */
export interface Stage {
  readonly openai: OpenAIModule;
  readonly major: number;
  /** Notes something in the log. */
  note(...entry: unknown[]): void;
  /** An object with getters over these values; each reading is noted. */
  counted<T extends object>(name: string, values: T): T;
  /** A proxy of which every use is noted. */
  traced<T extends object>(name: string, target: T): T;
  /** A class instance with a `toJSON` that is noted and counts. */
  serializing(name: string, values: Readonly<Record<string, unknown>>): object;
  client(options?: Readonly<Record<string, unknown>>, Class?: OpenAIModule["OpenAI"]): Client;
  /** Calls a method by its name in the API, and notes what it returns. */
  call(client: Client, api: string, ...args: unknown[]): Promise<unknown>;
  /** What the requests from here on are answered with; the last one again and again. */
  answers(...responses: (() => unknown)[]): void;
  /** The `fetch` of the clients. */
  readonly fetch: (url: unknown, init: Init) => Promise<unknown>;
  /** The content of a stream of chunks. */
  read(stream: unknown): Promise<unknown[]>;
  /** A file on the disk. */
  file(): ReturnType<typeof createReadStream>;
}

/** What `fetch` is given. */
export interface Init {
  readonly method?: string;
  readonly headers?: unknown;
  readonly body?: unknown;
}

/** One thing an application does. */
export interface Situation {
  readonly play: (stage: Stage) => unknown;
  /** The first major version that can. */
  readonly since?: number;
}

/** Situations by their names. */
export type Situations = Readonly<Record<string, Situation>>;

/** The answer of a chat. */
export const CHAT_ANSWER = {
  id: "chatcmpl-1",
  object: "chat.completion",
  created: 1780000000,
  model: "m-1-2026",
  choices: [{ index: 0, message: { role: "assistant", content: "Pacific.", refusal: null }, finish_reason: "stop" }],
  usage: { prompt_tokens: 8, completion_tokens: 2, total_tokens: 10 },
};

/** Name in the API of the method that most situations call. */
export const CHAT = "chat.completions.create";

/** Messages that ask something. */
export const ask = (content: unknown = "Name one ocean."): Record<string, unknown>[] => [{ role: "user", content }];

/** The body of a chat, with more fields. */
export const params = (more: object = {}): Record<string, unknown> => ({ model: "m-1", messages: ask(), ...more });

/** A chat with this body, of a client like this. */
export const chat =
  (body: (stage: Stage) => unknown, options?: (stage: Stage) => Record<string, unknown>) =>
  (stage: Stage): unknown =>
    stage.call(stage.client(options?.(stage)), CHAT, body(stage));

/** The chunks of a streamed chat. */
export const CHUNKS = ["Paci", "fic."].map((content, index) => ({
  id: "c-1",
  object: "chat.completion.chunk",
  model: "m-1-2026",
  choices: [{ index: 0, delta: { role: "assistant", content }, finish_reason: index === 1 ? "stop" : null }],
}));

/** The same chunks as a response. */
export const streamed = (): Response =>
  new Response(`${CHUNKS.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("")}data: [DONE]\n\n`, {
    headers: { "content-type": "text/event-stream" },
  });
