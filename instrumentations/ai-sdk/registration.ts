import { fieldsOf, isFields, textOf, type Fields } from "@svc/core/internal";
import { AI_SDK_INTEGRATIONS } from "./integrations-key.ts";

/** Marker of a stand-in. */
const STAND_IN: unique symbol = Symbol.for("svc.ai-sdk.stand-in") as never;

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

/** Marker of this package's integrations and of their stand-ins, in every copy of this package. */
export const OURS: unique symbol = Symbol.for("svc.ai-sdk.integration") as never;

/** Integrations that are registered with the AI SDK, in every copy of it that this process loads or bundles. */
export function integrations(): object[] {
  const holder = globalThis as { [AI_SDK_INTEGRATIONS]?: object[] };
  return (holder[AI_SDK_INTEGRATIONS] ??= []);
}

/** Returns true for an integration of this package, and for its stand-in. */
export function isOurs(integration: unknown): integration is object {
  return isFields(integration) && OURS in integration;
}

/** Returns true for the AI SDK's own integration for OpenTelemetry. */
export function isOpenTelemetry(integration: unknown): boolean {
  return isFields(integration) && /^(?:Legacy)?OpenTelemetry$/.test(textOf(integration.constructor.name) ?? "");
}

/** Registers an integration in the place of a stand-in. */
export function register(integration: object): void {
  const all = integrations();
  if (all.includes(integration)) return;
  const at = all.findIndex((other) => isOurs(other) && STAND_IN in other);
  all.splice(at === -1 ? all.length : at, at === -1 ? 0 : 1, integration);
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
  const methods = METHODS.map((method) => [method, (argument: unknown) => pass(method, argument)] as const);
  const standIn = { ...Object.fromEntries(methods), [OURS]: true, [STAND_IN]: true };
  integrations().push(standIn);
}
