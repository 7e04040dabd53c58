import { isFields, parseExactJson } from "@svc/core/internal";
import { createParser } from "eventsource-parser";
import type { Answer } from "./answer.ts";
import type { ConnectionAccess } from "./connections.ts";
import { ProviderFailure, errorText } from "./providers/provider.ts";
import type { RunRequest } from "./run-request.ts";
import type { SecretFilter } from "./secret-filter.ts";

/** Most bytes of an answer. */
const MAX_BYTES = 20_000_000;

/** Most characters of a provider's error that are told. */
const MAX_ERROR = 2_000;

/** Longest wait for the next piece of an answer, in seconds, when the run does not give it. */
const TIMEOUT_SECONDS = 120;

/** Longest run, in milliseconds. */
const MAX_RUN_MS = 15 * 60_000;

/**
 * Calls a model, and adds what it answers to `answer` as it arrives. Throws {@link ProviderFailure} with a message for people,
 * which holds no secret. Ends early, without an error, when `signal` aborts.
 */
export async function callModel(
  run: RunRequest,
  access: ConnectionAccess,
  { answer, filter, signal }: { answer: Answer; filter: SecretFilter; signal: AbortSignal },
): Promise<void> {
  const waitMs = (run.timeoutSeconds ?? TIMEOUT_SECONDS) * 1_000;
  const timeout = new AbortController();
  const stopAfter = (milliseconds: number, message: string): NodeJS.Timeout =>
    setTimeout(() => timeout.abort(new ProviderFailure(message)), milliseconds);
  const wait = stopAfter(waitMs, `The model did not go on within ${waitMs / 1_000} s`);
  const whole = stopAfter(MAX_RUN_MS, `The run took longer than ${MAX_RUN_MS / 60_000} minutes`);
  let hasBegun = false;
  try {
    const response = await send(run, access, AbortSignal.any([signal, timeout.signal]));
    hasBegun = true;
    wait.refresh();
    if (!response.ok) throw new ProviderFailure(await refusal(response, access, filter));
    await readAnswer(response, access, answer, () => wait.refresh());
  } catch (error) {
    if (signal.aborted) return;
    const cause: unknown = timeout.signal.aborted ? timeout.signal.reason : error;
    throw new ProviderFailure(filter.clean(messageOf(cause, access, hasBegun)).slice(0, MAX_ERROR));
  } finally {
    clearTimeout(wait);
    clearTimeout(whole);
  }
}

async function send(run: RunRequest, access: ConnectionAccess, signal: AbortSignal): Promise<Response> {
  const { path, headers, body } = access.provider.request(run, access);
  return fetch(access.address + path, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json", accept: "text/event-stream" },
    body: JSON.stringify(body),
    // Another address would get the key.
    redirect: "error",
    signal,
  });
}

/** Returns what a provider says about a request that it refuses. */
async function refusal(
  response: Response,
  { provider, keyVariable, key }: ConnectionAccess,
  filter: SecretFilter,
): Promise<string> {
  const { status } = response;
  // Such answers repeat parts of the key.
  if (status === 401 || (status === 403 && key !== undefined)) {
    return `${provider.label} answered ${status}: ${key === undefined ? `it needs a key in ${keyVariable}` : `it does not accept the key in ${keyVariable}`}`;
  }
  // Cleaned before it is cut: half of a key would not be found.
  const text = filter.clean(await readText(response)).slice(0, MAX_ERROR);
  return `${provider.label} answered ${status}: ${said(text)}`;
}

function said(text: string): string {
  try {
    return errorText(JSON.parse(text)) ?? text;
  } catch {
    return text;
  }
}

async function readText(response: Response): Promise<string> {
  let text = "";
  for await (const piece of pieces(response)) text += piece;
  return text;
}

async function readAnswer(
  response: Response,
  { provider }: ConnectionAccess,
  answer: Answer,
  onPiece: () => void,
): Promise<void> {
  const read = (data: string): void => {
    const event = parsed(data);
    if (isFields(event)) provider.read(event, answer);
  };
  if (!(response.headers.get("content-type") ?? "").includes("text/event-stream")) {
    read(await readText(response));
    if (answer.firstPieceAt === undefined)
      throw new ProviderFailure(`${provider.label} did not send an answer of a model`);
    return;
  }
  const parser = createParser({ onEvent: ({ data }) => read(data) });
  for await (const piece of pieces(response)) {
    onPiece();
    parser.feed(piece);
  }
  if (answer.finishReason === undefined)
    throw new ProviderFailure(`${provider.label} ended the answer before it was complete`);
}

/** Yields the text of a body in the pieces in which it arrives. Throws when it is too long. */
async function* pieces(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let size = 0;
  for await (const bytes of response.body ?? []) {
    size += bytes.byteLength;
    if (size > MAX_BYTES) throw new ProviderFailure(`The answer is larger than ${MAX_BYTES / 1_000_000} MB`);
    yield decoder.decode(bytes, { stream: true });
  }
}

function parsed(data: string): unknown {
  try {
    return parseExactJson(data);
  } catch {
    return undefined;
  }
}

function messageOf(cause: unknown, { provider, address }: ConnectionAccess, hasBegun: boolean): string {
  if (cause instanceof ProviderFailure) return cause.message;
  // `fetch` says why in the cause of its error.
  const reason: unknown = cause instanceof Error ? (cause.cause ?? cause) : cause;
  const text = reason instanceof Error ? reason.message || String(Reflect.get(reason, "code")) : String(reason);
  if (hasBegun) return `${provider.label} ended the answer before it was complete: ${text}`;
  return `${provider.label} at ${new URL(address).origin} cannot be reached: ${text}`;
}
