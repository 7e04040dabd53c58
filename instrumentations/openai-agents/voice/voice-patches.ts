import { context } from "@opentelemetry/api";
import { fieldsOf, isFields, SUPPRESS_TRACING } from "@svc/core/internal";
import { followPromise, types, type Around } from "@svc/instrumentation";
import { recordSafely } from "../tree/recorder.ts";
import { VoiceSession } from "./voice-session.ts";

/** Recordings of the connected sessions, by the sessions of the SDK. */
const sessions = new WeakMap<object, VoiceSession>();

/** Connects a session of the SDK inside its observations. */
export const connectRecorded: Around = (connect, session, args) => {
  const voice = recordSafely(() => begin(session));
  if (voice === undefined) return Reflect.apply(connect, session, args);
  const connecting = context.with(voice.context, () => Reflect.apply(connect, session, args));
  if (!types.isPromise(connecting)) return connecting;
  return followPromise(
    connecting,
    () => undefined,
    (error) => recordSafely(() => voice.fail(error)),
  );
};

/** Records what a session of the SDK reports to its listeners, before they hear of it. */
export const emitRecorded: Around = (emit, session, args) => {
  const voice = isFields(session) ? sessions.get(session) : undefined;
  if (voice !== undefined) recordSafely(() => voice.hear(args[0], args.slice(1)));
  return Reflect.apply(emit, session, args);
};

function begin(session: unknown): VoiceSession | undefined {
  if (!isFields(session) || context.active().getValue(SUPPRESS_TRACING) === true) return undefined;
  const { tracingDisabled, ...options } = fieldsOf(session.options);
  if (tracingDisabled === true) return undefined;
  // A session that connects again is a new one.
  sessions.get(session)?.end();
  const voice = new VoiceSession(options, session.initialAgent);
  sessions.set(session, voice);
  listenToEnd(session.transport, voice);
  return voice;
}

/** Ends the recording when the transport has lost or closed its connection. One that was never there fails `connect`. */
function listenToEnd(transport: unknown, voice: VoiceSession): void {
  const { on } = fieldsOf(transport);
  if (typeof on !== "function") return;
  let isConnected = false;
  const hear = (status: unknown): void => {
    isConnected ||= status === "connected";
    if (isConnected && status === "disconnected") recordSafely(() => voice.end());
  };
  Reflect.apply(on, transport, ["connection_change", hear]);
}
