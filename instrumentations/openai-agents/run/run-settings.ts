import { context, createContextKey, type Context } from "@opentelemetry/api";
import { fieldsOf, isFields, textOf } from "@svc/core/internal";
import { dataAt, type Around } from "@svc/instrumentation";

/** Settings of a run that its traces do not tell. */
export interface RunSettings {
  /** Input of the application, for the first agent of the run; absent for a run that is resumed. */
  input?: unknown;
  /** Returns the conversation that the run belongs to; undefined as long as it is not known. */
  readonly sessionId: () => string | undefined;
  /** True when the application keeps inputs and outputs out of its traces. */
  readonly isContentWithheld: boolean;
}

const RUN_SETTINGS = createContextKey("svc_openai_agents_run");

export function runSettingsIn(ctx: Context): RunSettings | undefined {
  return ctx.getValue(RUN_SETTINGS) as RunSettings | undefined;
}

/** Calls `Runner.run` with the settings of the run in the context. */
export const runWithSettings: Around = (run, runner, args) =>
  context.with(context.active().setValue(RUN_SETTINGS, settingsOf(runner, args)), () =>
    Reflect.apply(run, runner, args),
  );

function settingsOf(runner: unknown, [, input, options]: readonly unknown[]): RunSettings {
  const config = isFields(runner) ? dataAt(runner, "config") : undefined;
  const isInput = typeof input === "string" || Array.isArray(input);
  return {
    ...(isInput && { input }),
    sessionId: () => sessionOf(options),
    isContentWithheld: dataAt(config, "traceIncludeSensitiveData") === false,
  };
}

/** Class of the SDK whose sessions have a getter for their id. The service gives the id when the session is first used. */
const WITH_GETTER = "OpenAIConversationsSession";

/**
 * Returns the id of the session or the conversation that the options of a run name. A method or a getter of the application's own
 * session is not called: it may create the session.
 */
function sessionOf(options: unknown): string | undefined {
  const session = dataAt(options, "session");
  const isOwn = dataAt(dataAt(session, "constructor"), "name") !== WITH_GETTER;
  const id = isOwn ? dataAt(session, "sessionId") : fieldsOf(session).sessionId;
  return textOf(id) ?? textOf(dataAt(options, "conversationId"));
}
