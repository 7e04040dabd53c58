import {
  allPathsOf,
  fileTest,
  instrumentationOf,
  observerOf,
  pathsOf,
  provider,
  type InstrumentationClass,
  type Observer,
  type PackageFiles,
  type Provider,
} from "@svc/instrumentation";
import { bindAgain } from "./bound-methods.ts";
import { COHERE } from "./library.ts";
import { chatV1, chatStreamV1 } from "./operations/chat-v1.ts";
import { chat, chatStream } from "./operations/chat.ts";
import { embed } from "./operations/embed.ts";
import { generate, generateStream } from "./operations/generate.ts";
import { rerank } from "./operations/rerank.ts";

/** Client of the first version of the API, and the client of the second. The package is CommonJS alone. */
const FILES: PackageFiles = {
  package: "cohere-ai",
  folder: "",
  modules: ["Client", "api/resources/v2/client/Client"],
  endings: ["js"],
};

const cohere: Provider = /* @__PURE__ */ provider({
  name: "cohere",
  title: "Cohere",
  className: "CohereInstrumentation",
  packages: [
    {
      name: COHERE.name,
      versions: { first: 7, last: 8, leavesOlderAlone: true },
      // A `CohereClientV2` has an object of both classes.
      classes: [
        {
          name: "CohereClient",
          files: /* @__PURE__ */ pathsOf(FILES, "Client"),
          places: [["client"], []],
          methods: { chat: chatV1, chatStream: chatStreamV1, embed, rerank },
          newerMethods: { generate, generateStream },
        },
        {
          name: "V2Client",
          formerName: "V2",
          files: /* @__PURE__ */ pathsOf(FILES, "api/resources/v2/client/Client"),
          places: [["clientV2"], ["v2"]],
          methods: { chat, chatStream },
          newerMethods: { embed, rerank },
        },
      ],
      observer: { functionName: "observeCohere", transport: {} },
    },
  ],
});

/** Instrumentations of this folder. */
export const PROVIDERS: readonly Provider[] = [cohere];

/** Patched files of `cohere-ai`, relative to the package. Module hooks need to look at no other file. */
export const COHERE_FILES: readonly string[] = /* @__PURE__ */ allPathsOf(FILES);

/** Returns true when a module's URL, or its path with `/`, is one of {@link COHERE_FILES} in a folder `cohere-ai`. */
export const isCohereFile: (url: string) => boolean = /* @__PURE__ */ fileTest(FILES);

const Instrumentation: InstrumentationClass = /* @__PURE__ */ instrumentationOf(cohere);

/**
 * Records the model calls of `cohere-ai`, versions 7 and 8, as observations. The application needs no change and can see none.
 * Register it before `cohere-ai` is loaded. Does nothing, whoever enables it, where the environment's lists of instrumentations
 * leave `cohere` out.
 */
export class CohereInstrumentation extends Instrumentation {}

/**
 * Records the model calls of a client of `cohere-ai`, a `CohereClient` or a `CohereClientV2`, with or without the preload, and
 * applies `config` to them. Returns the same client. With the preload a call is still recorded once. When a client is given
 * again, the last configuration counts. For some calls only, use `withSvcConfig`. Never throws: logs a warning for a value that
 * is not such a client, and returns the value.
 *
 * Without the preload, start an OpenTelemetry SDK with the `SvcSpanProcessor` of `@svc/otel`.
 *
 * @example
 * const cohere = observeCohere(new CohereClientV2({ token }), { generationName: "answer", tags: ["support"] });
 */
export const observeCohere: Observer = /* @__PURE__ */ observerOf(cohere, bindAgain);
