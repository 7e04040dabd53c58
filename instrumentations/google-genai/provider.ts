import {
  instrumentationOf,
  logFault,
  observerOf,
  provider,
  type InstrumentationClass,
  type Observer,
  type Provider,
} from "@svc/instrumentation";
import { GOOGLE_GENAI } from "./library.ts";
import { embedContent } from "./operations/embed-content.ts";
import { generateContent, generateContentStream } from "./operations/generate-content.ts";
import { generateImages } from "./operations/generate-images.ts";
import { INTERACTIONS_OF_CLIENTS, recordInteractions } from "./patching/interactions-class.ts";
import { LIVE, recordLiveSessions } from "./patching/live-class.ts";
import { GOOGLE_GENAI_FILES } from "./patching/patched-files.ts";

const google: Provider = /* @__PURE__ */ provider({
  name: "google-genai",
  title: "Google Gemini",
  className: "GoogleGenAIInstrumentation",
  packages: [
    {
      name: GOOGLE_GENAI.name,
      versions: { first: 1, last: 3 },
      classes: [
        // Its public methods are functions of each object; chats, automatic function calling and they all call these methods, once
        // for each request.
        {
          name: "Models",
          places: [["models"]],
          files: GOOGLE_GENAI_FILES,
          isMain: true,
          methods: {
            generateContentInternal: generateContent,
            generateContentStreamInternal: generateContentStream,
            embedContentInternal: embedContent,
            generateImagesInternal: generateImages,
          },
        },
      ],
      exports: [LIVE, INTERACTIONS_OF_CLIENTS],
      recordedCalls: { calls: ["interactions.create", "live.connect"], observations: [] },
      observer: { functionName: "observeGoogleGenAI", transport: GOOGLE_GENAI.transport! },
    },
  ],
});

/** Instrumentations of this folder. */
export const PROVIDERS: readonly Provider[] = [google];

const Instrumentation: InstrumentationClass = /* @__PURE__ */ instrumentationOf(google);

/**
 * Records the model calls of `@google/genai`, versions 1 to 3, as observations. The application needs no change and can see
 * none. Register it before `@google/genai` is loaded. For ES modules, register the hooks of `import-in-the-middle` too;
 * `isGoogleGenAIFile` limits the hooks to two files. Does nothing, whoever enables it, where the environment's lists of
 * instrumentations leave `google-genai` out.
 */
export class GoogleGenAIInstrumentation extends Instrumentation {}

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
export const observeGoogleGenAI: Observer = /* @__PURE__ */ observerOf(google, (client) => {
  try {
    recordLiveSessions(client);
    recordInteractions(client);
  } catch (error) {
    logFault(GOOGLE_GENAI, "a client's live sessions and interactions", error);
  }
});
