import { fieldsOf, type Fields } from "@svc/core/internal";

/** Global array in which the AI SDK 7 looks up its telemetry integrations at every call. */
const INTEGRATIONS = "AI_SDK_TELEMETRY_INTEGRATIONS";

/** Methods of an integration that the AI SDK calls, as far as `AiSdkTelemetry` has them. */
const METHODS: readonly string[] = [
  "onStart",
  "onLanguageModelCallStart",
  "executeLanguageModelCall",
  "onLanguageModelCallEnd",
  "onObjectStepStart",
  "onObjectStepEnd",
  "onToolExecutionStart",
  "executeTool",
  "onToolExecutionEnd",
  "onStepEnd",
  "onEmbedStart",
  "onEmbedEnd",
  "experimental_onDecideStart",
  "experimental_onDecideEnd",
  "experimental_onStreamTranscriptionStart",
  "experimental_onStreamTranscriptionEnd",
  "onEnd",
  "onAbort",
  "onError",
];

/** Integrations that are registered with the AI SDK, in every copy of it that this process loads or bundles. */
export function integrations(): object[] {
  const holder = globalThis as { [INTEGRATIONS]?: object[] };
  return (holder[INTEGRATIONS] ??= []);
}

/** Removes an integration from those that are registered. */
export function unregister(integration: object): void {
  const all = integrations();
  if (all.includes(integration)) all.splice(all.indexOf(integration), 1);
}

/**
 * Registers a stand-in before the AI SDK is loaded, so that its calls are seen in a bundle too. The first call loads the
 * integration that takes its place; the stand-in passes the events of that call on. Where `load` returns undefined, the calls are
 * made as without the stand-in.
 */
export function registerAiSdkLazily(load: () => object | undefined): void {
  let loaded: Fields | undefined;
  const pass = (method: string, argument: unknown): unknown => {
    loaded ??= fieldsOf((unregister(standIn), load()));
    const handler = loaded[method];
    if (typeof handler === "function") return Reflect.apply(handler, loaded, [argument]);
    const { execute } = fieldsOf(argument);
    return typeof execute === "function" ? execute() : undefined;
  };
  const standIn = Object.fromEntries(METHODS.map((method) => [method, (argument: unknown) => pass(method, argument)]));
  integrations().push(standIn);
}
