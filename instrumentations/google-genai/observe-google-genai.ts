import { logFault, observeClient, type ObservablePackage, type SvcConfig } from "@svc/instrumentation";
import { GOOGLE_GENAI } from "./library.ts";
import { recordInteractions } from "./patching/interactions-class.ts";
import { recordLiveSessions } from "./patching/live-class.ts";
import { MODELS, TESTED_VERSIONS } from "./patching/models-class.ts";

const PACKAGE: ObservablePackage = {
  name: GOOGLE_GENAI.name,
  functionName: "observeGoogleGenAI",
  versions: TESTED_VERSIONS,
  classes: [MODELS],
  ...(GOOGLE_GENAI.transport && { transport: GOOGLE_GENAI.transport }),
};

/**
 * Records the model calls of a client of `@google/genai`, with or without the preload, and applies `config` to them; its chats,
 * live sessions and interactions are included. Returns the same client and replaces nothing of it. With the preload a call is still recorded once. When a client
 * is given again, the last configuration counts. For some calls only, use `withSvcConfig`. Never throws: logs a warning for a
 * value that is not such a client, and returns the value.
 *
 * Without the preload, start an OpenTelemetry SDK with the `SvcSpanProcessor` of `@svc/otel`.
 *
 * @example
 * const ai = observeGoogleGenAI(new GoogleGenAI({ apiKey }), { generationName: "answer", tags: ["support"] });
 */
export function observeGoogleGenAI<T extends object>(client: T, config: SvcConfig = {}): T {
  observeClient(PACKAGE, client, config);
  try {
    recordLiveSessions(client);
    recordInteractions(client);
  } catch (error) {
    logFault(GOOGLE_GENAI, "a client's live sessions and interactions", error);
  }
  return client;
}
