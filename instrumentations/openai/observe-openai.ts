import { observeClient, type ObservablePackage, type SvcConfig } from "@svc/instrumentation";
import { isFields } from "@svc/core/internal";
import { CEREBRAS, GROQ, TOGETHER } from "./compatible/compatible-packages.ts";
import { OPENAI_PACKAGE } from "./openai-package.ts";

/** Packages whose clients are recognised by their user agents. */
const COMPATIBLE: readonly ObservablePackage[] = [GROQ, TOGETHER, CEREBRAS];

/**
 * Records the model calls of a client of the `openai` package, of `groq-sdk`, `together-ai` or `@cerebras/cerebras_cloud_sdk`, with or
 * without the preload, and applies `config` to them. Returns the same client and replaces nothing of it. With the preload a call is
 * still recorded once. Clients made from it with `withOptions` are observed in the same way. When a client is given again, the last configuration counts for every call of the
 * client. For some calls only, use `withSvcConfig`; for two uses of one client, use `withOptions`. Never throws: logs a warning
 * for a value that is not such a client, and returns the value.
 *
 * Without the preload, start an OpenTelemetry SDK with the `SvcSpanProcessor` of `@svc/otel`.
 *
 * @example
 * const client = observeOpenAI(new OpenAI(), { generationName: "answer", tags: ["support"] });
 */
export function observeOpenAI<T extends object>(client: T, config: SvcConfig = {}): T {
  observeClient(packageOf(client), client, config);
  return client;
}

/** Returns the package of a client. A value that is no client counts as one of `openai`, which the warning then names. */
function packageOf(client: unknown): ObservablePackage {
  try {
    const userAgent: unknown =
      isFields(client) && typeof client.getUserAgent === "function" ? client.getUserAgent() : undefined;
    return COMPATIBLE.find((each) => each.userAgent?.test(String(userAgent))) ?? OPENAI_PACKAGE;
  } catch {
    return OPENAI_PACKAGE;
  }
}
