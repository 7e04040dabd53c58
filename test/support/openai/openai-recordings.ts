import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FIXTURES } from "../paths.ts";

/** Answer of the server; exactly one of `json`, `text`, `base64`, `sse` and `events` holds the content. */
export interface RecordedResponse {
  status?: number;
  headers?: Record<string, string>;
  json?: unknown;
  text?: string;
  /** Body of bytes, in base64. */
  base64?: string;
  /** Transcript of a stream of server-sent events. */
  sse?: string;
  /** Frames of a stream of server-sent events. */
  events?: string[];
  /** Frames that depend on the request's body; in no recording. */
  eventsFor?: (body: unknown) => string[];
  /** Milliseconds before the headers are sent. */
  delayMs?: number;
  /** Milliseconds after each frame. */
  eventDelayMs?: number;
  /** Number of frames after which the connection is cut. */
  dropAfter?: number;
  /** Number of frames after which nothing more is sent, while the connection stays open. */
  hangAfter?: number;
}

/** Call, the answer of the server, and the facts that an observer should learn from them. */
export interface Recording {
  id: string;
  /** With `poll`, the caller asks for the answer again by that method, until the sequence of answers is over. */
  call: { api: string; params: Record<string, unknown>; poll?: string };
  /** One answer, or one for each request in turn; the last one repeats. */
  response: RecordedResponse & { sequence?: RecordedResponse[] };
  expected: {
    requestModel?: string;
    model?: string;
    usage?: Record<string, number> | null;
    responseId?: string;
    outputText?: string | null;
    allOutputTexts?: string[];
    refusal?: string;
    reasoningText?: string;
    toolCalls?: { id: string; name: string; arguments: string }[];
    functionCall?: { name: string; arguments: string };
    finishReasons?: string[];
    modelParameters?: Record<string, unknown>;
    parsed?: unknown;
    provider?: string;
    outcome?: "error" | "cancelled" | "aborted";
    /** Reason why the server stopped before the answer was complete. */
    incompleteReason?: string;
    /** State of a response. */
    status?: string;
    /** Types of the items of a response's output. */
    outputItemTypes?: string[];
    /** Number of vectors of an embedding, and their length. */
    count?: number;
    dimensions?: number;
    /** Number of images in the answer. */
    images?: number;
    flagged?: boolean;
    /** True when the answer holds media as base64. */
    outputMediaBase64?: boolean;
    error?: { class?: string; status?: number; code?: string | null; message?: string };
    breakAfter?: number;
    serverMustSeeAbort?: boolean;
    chunks?: number;
    ttftMsMin?: number;
    httpRequests: number;
  };
}

const FOLDER = join(FIXTURES, "openai");

/** 300 KB in base64, abbreviated in the recordings. */
const LARGE = Buffer.from(Uint8Array.from({ length: 300 * 1024 }, (_, i) => (i * 31 + 7) & 255)).toString("base64");

/** Returns every recording, ordered by id. */
export function allRecordings(): Recording[] {
  return readdirSync(FOLDER)
    .filter((name) => name.endsWith(".json"))
    .map((name) => readFileSync(join(FOLDER, name), "utf8").replaceAll("$BASE64_300KB", LARGE))
    .map((text) => JSON.parse(text) as Recording)
    .toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** Returns the recordings whose call has one of these API names, ordered by id. */
export function recordingsOf(...apis: string[]): Recording[] {
  return allRecordings().filter(({ call }) => apis.includes(call.api));
}

/** Way in which the caller takes the answer. */
export type Way = "await" | "withResponse" | "asResponse";

/** Returns the ways to take the answer of a recording's call. */
export function waysOf({ call }: Recording): readonly Way[] {
  const isHelper = call.api.endsWith(".parse") || call.api.endsWith(".stream");
  return isHelper ? ["await"] : ["await", "withResponse", "asResponse"];
}
