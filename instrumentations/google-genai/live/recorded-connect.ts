import { isFields } from "@svc/core/internal";
import {
  logFault,
  observedClients,
  ownData,
  patchForGood,
  topOwnerOf,
  type Method,
  type ReplacementOf,
  type SvcConfig,
} from "@svc/instrumentation";
import { GOOGLE_GENAI } from "../library.ts";
import { LiveConversation } from "./live-conversation.ts";
import type { SendMethod } from "./live-input.ts";

const conversations = new WeakMap<object, LiveConversation>();

const SEND_METHODS: readonly SendMethod[] = ["sendClientContent", "sendRealtimeInput", "sendToolResponse"];

type Callback = (...args: unknown[]) => unknown;

/** Replacement of `connect`, which records the turns of the session. */
export const recordingConnect: ReplacementOf = (method, patch) =>
  function connect(this: unknown, ...args: unknown[]): unknown {
    const client = ownData(this, "apiClient");
    const config = patch.isPermanent && isFields(client) ? observedClients.get(client) : undefined;
    const callbacks = ownData(args[0], "callbacks");
    const isRecorded = (config !== undefined || patch.users > 0) && isFields(callbacks);
    return isRecorded ? recordedConnect(method, this, args, callbacks, config) : Reflect.apply(method, this, args);
  };

function recordedConnect(
  method: Method,
  live: unknown,
  args: readonly unknown[],
  callbacks: object,
  config: SvcConfig | undefined,
): unknown {
  const params = args[0] as object;
  const conversation = new LiveConversation(ownData(live, "apiClient"), params, config);
  // The application's object stays as it is; all but the callbacks is read from it.
  const listening = Object.create(params, {
    callbacks: { value: listeningCallbacks(callbacks, conversation), enumerable: true },
  }) as Record<string, unknown>;
  const connected: unknown = Reflect.apply(method, live, [listening, ...args.slice(1)]);
  if (!(connected instanceof Promise)) return connected;
  // The package writes into the settings that it was given.
  if (Object.hasOwn(listening, "config")) Reflect.set(params, "config", listening.config);
  return connected.then((session: unknown) => {
    if (Object.hasOwn(listening, "config")) Reflect.set(params, "config", listening.config);
    if (isFields(session)) listenToSession(session, conversation);
    return session;
  });
}

/** Returns callbacks that listen and then call the application's, as they are at that time. */
function listeningCallbacks(callbacks: object, conversation: LiveConversation): object {
  const theirs = callbacks as Record<string, Callback | null | undefined>;
  const forwarding = (name: string, listen?: (...args: unknown[]) => void): PropertyDescriptor => ({
    get() {
      // The package looks whether there is one.
      const callback = theirs[name];
      if (typeof callback !== "function") return name === "onclose" && listen ? listen : callback;
      return function (this: unknown, ...args: unknown[]): unknown {
        listen?.(...args);
        return Reflect.apply(callback, this === listening ? theirs : this, args);
      };
    },
    enumerable: true,
  });
  const listening = Object.create(callbacks, {
    onopen: forwarding("onopen"),
    onmessage: forwarding("onmessage", (message) => conversation.received(message)),
    onerror: forwarding("onerror"),
    onclose: forwarding("onclose", () => conversation.closed()),
  }) as object;
  return listening;
}

/** Tells the conversation what the session sends. */
function listenToSession(session: object, conversation: LiveConversation): void {
  try {
    conversations.set(session, conversation);
    for (const name of SEND_METHODS) {
      const owner = topOwnerOf(session, name);
      // The patch stays for good: for a session that is not recorded it does nothing.
      if (owner) patchForGood(owner, name, (method) => telling(method, name));
    }
  } catch (error) {
    logFault(GOOGLE_GENAI, "a live session", error);
  }
}

function telling(method: Method, name: SendMethod): Method {
  return function send(this: unknown, ...args: unknown[]): unknown {
    const result = Reflect.apply(method, this, args);
    if (isFields(this)) conversations.get(this)?.sent(name, args[0]);
    return result;
  };
}
