import { trace, type Span } from "@opentelemetry/api";
import { logger, LogLevel } from "@svc/core/internal";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { PatchedModules } from "../modules/patched-modules.ts";

/** Library that calls models over HTTP, recognised by its `user-agent` header. */
interface Caller {
  readonly agent: RegExp;
  /** Packages that the preload patches to record the calls, or that have the library inside; none when it records them itself. */
  readonly packages: readonly string[];
  /** Instrumentation that patches the package. Another one of the same package may be enabled without it. */
  readonly instrumentation?: string;
  readonly message: string;
}

const CALLERS: readonly Caller[] = [
  patched(/^(?:Azure)?OpenAI\/JS |^langchainjs-/, "openai", "openai", "observeOpenAI of @svc/openai"),
  patched(/^Anthropic\w*\/JS /, "anthropic", "@anthropic-ai/sdk", "observeAnthropic of @svc/anthropic"),
  patched(/^Groq\/JS /, "groq", "groq-sdk", "observeOpenAI of @svc/openai"),
  patched(/^Together\/JS /, "together", "together-ai", "observeOpenAI of @svc/openai"),
  patched(/^Cerebras\/JS /, "cerebras", "@cerebras/cerebras_cloud_sdk", "observeOpenAI of @svc/openai"),
  patched(/ @openrouter\/sdk$/, "openrouter", "@openrouter/sdk", "observeOpenRouter of @svc/openai/openrouter"),
  // Version 7 of the AI SDK, which is recorded in a bundle too, writes the name with another hyphen.
  {
    ...patched(
      /\bai-sdk\/provider-utils\//,
      "ai-sdk",
      "ai",
      "withSvcTelemetry of @svc/ai-sdk, or configure Mastra's Observability where Mastra makes the call",
      "the options of its calls",
    ),
    // Mastra has the AI SDK inside. Its instrumentation records the calls, or says that this version is too old.
    packages: ["ai", "@mastra/observability"],
  },
];

/** Returns the row of a package that the preload patches, with the function that records its clients, or its calls, one by one. */
function patched(
  agent: RegExp,
  instrumentation: string,
  name: string,
  observe: string,
  wrapped = "the client",
): Caller {
  const message =
    `The preload did not record a call of ${name}: the package is inside a bundle, or a test runner loads it in a way of its ` +
    `own. Keep ${name} out of the bundle, or wrap ${wrapped} with ${observe}; see docs/preload.md.`;
  return { agent, packages: [name], instrumentation, message };
}

/** Functions that read the `user-agent` header of a request, by the diagnostics channel of `fetch` and of `node:http`. */
const CHANNELS: Readonly<Record<string, (request: object) => unknown>> = {
  "undici:request:create": (request) => {
    const { headers } = request as { headers?: unknown };
    // Names and values alternate in the array.
    const at = Array.isArray(headers) ? headers.findIndex((name, index) => index % 2 === 0 && isUserAgent(name)) : -1;
    return at === -1 ? undefined : (headers as unknown[])[at + 1];
  },
  "http.client.request.start": (request) => {
    const value = (request as { getHeader?(name: string): unknown }).getHeader?.("user-agent");
    // Some libraries set each header to a list.
    return Array.isArray(value) ? (value as unknown[])[0] : value;
  },
};

/** Logs a warning, once per library, that a call of the library is not recorded. */
export function noticeUnrecordedCalls(modules: PatchedModules): void {
  if (!logger.isLevelEnabled(LogLevel.WARN)) return;
  const isWanted = ({ instrumentation: name }: Caller): boolean =>
    name === undefined || modules.packages.some(({ instrumentation }) => instrumentation === name);
  const unsaid = new Set(CALLERS.filter(isWanted));
  /** Latest value of the header about which there is nothing to say, now or later. */
  let settled: string | undefined;
  const onRequest = (message: unknown, channel: string | symbol): void => {
    const agent = CHANNELS[String(channel)]?.((message as { request: object }).request);
    if (typeof agent !== "string" || agent === settled) return;
    const callers = [...unsaid].filter((caller) => caller.agent.test(agent));
    if (callers.length === 0 || callers.some(({ packages }) => packages.some((name) => modules.hasPatched(name)))) {
      settled = agent;
      return;
    }
    if (isInsideModelCall()) return;
    for (const caller of callers) {
      logger.warn(caller.message);
      unsaid.delete(caller);
      if (unsaid.size === 0) for (const name of Object.keys(CHANNELS)) unsubscribe(name, onRequest);
    }
  };
  for (const name of Object.keys(CHANNELS)) subscribe(name, onRequest);
}

function isUserAgent(name: unknown): boolean {
  return typeof name === "string" && name.length === "user-agent".length && name.toLowerCase() === "user-agent";
}

/** Returns true when the active span is about a model call, or is not sampled and may be about one. */
function isInsideModelCall(): boolean {
  const span: (Span & { attributes?: object; instrumentationScope?: { name: string } }) | undefined =
    trace.getActiveSpan();
  if (span === undefined) return false;
  if (!span.isRecording()) return true;
  const { attributes = {}, instrumentationScope } = span;
  return instrumentationScope?.name === "ai" || Object.keys(attributes).some((key) => /^(?:gen_ai|svc|ai)\./.test(key));
}
