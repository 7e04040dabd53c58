import type { ReadableSpan } from "@opentelemetry/sdk-trace";
import type { RealtimeInstrumentation } from "@svc/openai/realtime";
import { once } from "node:events";
import { createRequire } from "node:module";
import { join } from "node:path";
import { appOf } from "../child-process.ts";
import type { ApiEvent } from "./realtime-server.ts";

/** Client of a socket, as the `openai` package makes it. */
export interface SocketClient {
  readonly url: URL;
  readonly socket: EventTarget & { readonly readyState: number };
  on(name: string, listener: (...args: never[]) => void): this;
  once(name: string, listener: (event: never) => void): this;
  off(name: string, listener: (...args: never[]) => void): this;
  send(event: object): void;
  close(props?: { code: number; reason: string }): void;
}

type ClientClass = new (props: object, client: object) => SocketClient;
type SocketClass = new (client: object, options: object) => SocketClient;
type OpenAIClass = new (options: object) => object;

/** Clients of the Realtime API in all tested versions: the class, its module, the version. */
export const REALTIME_CLIENTS = [
  ["OpenAIRealtimeWS", "beta/realtime/ws", 4],
  ["OpenAIRealtimeWebSocket", "beta/realtime/websocket", 4],
  ["OpenAIRealtimeWS", "beta/realtime/ws", 5],
  ["OpenAIRealtimeWS", "realtime/ws", 5],
  ["OpenAIRealtimeWebSocket", "realtime/websocket", 6],
  ["OpenAIRealtimeWS", "realtime/ws", 6],
  ["OpenAIRealtimeWS", "beta/realtime/ws", 7],
  ["OpenAIRealtimeWS", "realtime/ws", 7],
  ["OpenAIRealtimeWebSocket", "realtime/websocket", 7],
] as const;

/** Loaded files of the package, which the instrumentation patches once. */
const patched = new Set<unknown>();

/** Returns the exports of a module of a version of `openai`, patched by the instrumentation. */
export function load(instrumentation: RealtimeInstrumentation, major: number, module: string): Record<string, unknown> {
  const require = createRequire(join(appOf(major), "main.cjs"));
  const exports = require(`openai/${module}`) as Record<string, unknown>;
  const file = instrumentation.getModuleDefinitions()[0]!.files.find(({ name }) => name === `openai/${module}.js`);
  if (file === undefined) throw new Error(`openai/${module}.js is not patched`);
  if (!patched.has(exports)) void file.patch(exports, `${major}.0.0`);
  patched.add(exports);
  return exports;
}

/** Returns a client of the OpenAI API with the address of the stand-in. */
export function openaiClient(major: number, port: number): object {
  const require = createRequire(join(appOf(major), "main.cjs"));
  const { OpenAI } = require("openai") as { OpenAI: OpenAIClass };
  return new OpenAI({ apiKey: "sk-test", baseURL: `https://127.0.0.1:${port}/v1` });
}

/** Connects a client of the Realtime API. */
export function connect(exports: Record<string, unknown>, name: string, client: object): SocketClient {
  const Class = exports[name] as ClientClass;
  const isNative = name === "OpenAIRealtimeWebSocket";
  const options = isNative ? { dangerouslyAllowBrowser: true } : { options: { rejectUnauthorized: false } };
  return new Class({ model: "gpt-realtime", ...options }, client);
}

/** Connects a client of the Responses API. */
export function connectResponses(exports: Record<string, unknown>, client: object): SocketClient {
  const Class = exports.ResponsesWS as SocketClass;
  return new Class(client, { rejectUnauthorized: false });
}

/** Returns the next event of the server of this type. */
export function nextEvent(client: SocketClient, type: string): Promise<ApiEvent> {
  return new Promise((resolve) => void client.once(type, resolve));
}

/** Returns the value of an attribute that holds JSON; undefined without the attribute. */
export function jsonOf({ attributes }: ReadableSpan, name: string): unknown {
  const text = attributes[name];
  return typeof text === "string" ? JSON.parse(text) : undefined;
}

/** Waits until the socket is open. */
export async function opened({ socket }: SocketClient): Promise<void> {
  if (socket.readyState === 0) await once(socket, "open");
}

/** Waits until the socket has closed. */
export async function closed({ socket }: SocketClient): Promise<void> {
  if (socket.readyState !== 3) await once(socket, "close");
}
