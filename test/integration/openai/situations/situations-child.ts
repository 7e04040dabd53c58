/**
 * Runs in a child process: an application in situations in which it can see how often its values are read, and by whom. Each
 * situation is played without and with the instrumentation, in this process, without a network.
 */
import { appendFileSync, createReadStream, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  describeError,
  methodOf,
  type ApiCall,
  type ApiStream,
  type OpenAIModule,
} from "../../../support/openai/openai-client.ts";
import { describeSpan, instrumentation, spans, type SpanDescription } from "../preload.ts";
import { SITUATIONS } from "./situation-list.ts";
import { CHAT_ANSWER, type Client, type Init, type Stage } from "./situation.ts";

export interface Outcome {
  /** Events in order: reads of the application's values, sent requests, and calls. */
  readonly log: readonly unknown[];
  readonly result?: unknown;
  readonly error?: unknown;
  /** Class of the method's return value, and its enumerable properties. */
  readonly returned: unknown;
}

/** Result of a situation without and with the instrumentation. */
export interface Played {
  readonly name: string;
  readonly without: Outcome;
  readonly instrumented: Outcome;
  readonly spans: readonly SpanDescription[];
}

/** Plays every situation: first all without the instrumentation, which has patched nothing by then. */
export async function playSituations(openai: OpenAIModule, major: number): Promise<Played[]> {
  const situations = Object.entries(SITUATIONS).filter(([, { since = 4 }]) => major >= since);
  instrumentation.disable();
  const without: Outcome[] = [];
  for (const [, { play }] of situations) without.push(await outcomeOf(play, openai, major));
  if ((await spans.take()).length > 0) throw new Error("Something was recorded without the instrumentation");
  instrumentation.enable();
  const played: Played[] = [];
  for (const [index, [name, { play }]] of situations.entries()) {
    const instrumented = await outcomeOf(play, openai, major);
    const made = (await spans.take()).map((span) => describeSpan(span));
    played.push({ name, without: without[index]!, instrumented, spans: made });
  }
  return played;
}

async function outcomeOf(play: (stage: Stage) => unknown, openai: OpenAIModule, major: number): Promise<Outcome> {
  const log: unknown[] = [];
  const returned: unknown[] = [];
  const stage = stageOf(openai, major, log, returned);
  try {
    const result = await play(stage);
    return { log, returned, result: plain(result) };
  } catch (error) {
    return { log, returned, error: plain(describeError(openai, error)) };
  }
}

/** Returns a copy that can be sent to the comparing process, taken before the next use changes the value. */
const plain = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)));

function stageOf(openai: OpenAIModule, major: number, log: unknown[], returned: unknown[]): Stage {
  const note: Stage["note"] = (...entry) => void log.push(plain(entry));
  let responses: (() => unknown)[] = [() => Response.json(CHAT_ANSWER)];
  const fetch: Stage["fetch"] = async (url, init) => {
    note("sent", await described(String(url), init));
    const response = (responses.length > 1 ? responses.shift()! : responses[0]!)();
    return response;
  };
  return {
    openai,
    major,
    note,
    fetch,
    counted: (name, values) => counted(name, values, note),
    traced: (name, target) => traced(name, target, note),
    serializing(name, values) {
      let count = 0;
      return new (class Serializing {
        toJSON(key: string): unknown {
          note(`${name}.toJSON`, key);
          return { ...values, count: count++ };
        }
      })();
    },
    client: (options = {}, Class = openai.OpenAI) =>
      new Class({ apiKey: "key", fetch, maxRetries: 0, ...options }) as unknown as Client,
    async call(client, api, ...args) {
      const promise = Reflect.apply(methodOf(client as never, api, major), undefined, args) as ApiCall;
      const { constructor } = promise as object;
      returned.push([constructor.name, promise instanceof Promise, Object.keys(promise)]);
      return promise;
    },
    answers: (...next) => void (responses = next),
    async read(stream) {
      const chunks: unknown[] = [];
      for await (const chunk of stream as ApiStream) chunks.push(plain(chunk));
      return chunks;
    },
    file() {
      const path = join(mkdtempSync(join(tmpdir(), "svc-")), "sound.mp3");
      appendFileSync(path, "12345678");
      return createReadStream(path);
    },
  };
}

function counted<T extends object>(name: string, values: T, note: Stage["note"]): T {
  const object = {} as T;
  for (const [field, value] of Object.entries(values)) {
    let count = 0;
    Object.defineProperty(object, field, {
      enumerable: true,
      configurable: true,
      get() {
        note(`${name}.${field}`, count++);
        return typeof value === "function" ? (value as (count: number) => unknown)(count) : value;
      },
    });
  }
  return object;
}

function traced<T extends object>(name: string, target: T, note: Stage["note"]): T {
  const traps = Object.getOwnPropertyNames(Reflect).map((trap) => [
    trap,
    (...args: unknown[]): unknown => {
      const key = typeof args[1] === "string" || typeof args[1] === "symbol" ? args[1].toString() : "";
      note(`${name}: ${trap}`, key);
      return (Reflect[trap as "get"] as (...args: unknown[]) => unknown)(...args);
    },
  ]);
  return new Proxy(target, Object.fromEntries(traps) as ProxyHandler<T>);
}

/** Returns the request that reaches `fetch`, without the values that differ in every request. */
async function described(url: string, { method, headers, body }: Init): Promise<unknown> {
  const given = headers instanceof Headers ? [...headers] : Object.entries(headers ?? {});
  const told = given
    .map(([name, value]) => [name.toLowerCase(), String(value).replace(/(boundary=|retry-).*/, "$1…")])
    .toSorted(([a], [b]) => (a! < b! ? -1 : 1));
  return { url, method, headers: told, body: await describedBody(body) };
}

async function describedBody(body: unknown): Promise<unknown> {
  if (body === undefined || body === null || typeof body === "string") return body;
  if (body instanceof FormData) {
    const fields = [...body].map(async ([name, value]) =>
      typeof value === "string" ? [name, value] : [name, value.name, value.type, await value.text()],
    );
    return { form: (await Promise.all(fields)).toSorted((a, b) => (String(a) < String(b) ? -1 : 1)) };
  }
  if (body instanceof URLSearchParams) return { query: String(body) };
  if (ArrayBuffer.isView(body)) return { bytes: Buffer.from(body.buffer).toString("latin1") };
  const chunks: Buffer[] = [];
  for await (const chunk of body as AsyncIterable<Uint8Array>) chunks.push(Buffer.from(chunk));
  return {
    stream: Buffer.concat(chunks)
      .toString("latin1")
      .replaceAll(/(?:-+|form-data-boundary-|openai-)[\w-]{8,}/g, "--…"),
  };
}
