import {
  allPathsOf,
  fileTest,
  instrumentationOf,
  observerOf,
  provider,
  type InstrumentationClass,
  type Observer,
  type PackageFiles,
  type Provider,
} from "@svc/instrumentation";
import { OLLAMA } from "./library.ts";
import { chat } from "./operations/chat.ts";
import { embed, embeddings } from "./operations/embed.ts";
import { generate } from "./operations/generate.ts";

const FILES: PackageFiles = {
  package: "ollama",
  folder: "dist",
  modules: ["browser"],
  endings: ["cjs", "mjs"],
};

/** Patched files of `ollama`, relative to the package: CommonJS and ES module. Module hooks need to look at no other file. */
export const OLLAMA_FILES: readonly string[] = /* @__PURE__ */ allPathsOf(FILES);

/** Returns true when a module's URL, or its path with `/`, is one of {@link OLLAMA_FILES} in a folder `ollama`. */
export const isOllamaFile: (url: string) => boolean = /* @__PURE__ */ fileTest(FILES);

const ollama: Provider = /* @__PURE__ */ provider({
  name: "ollama",
  title: "Ollama",
  className: "OllamaInstrumentation",
  packages: [
    {
      name: OLLAMA.name,
      versions: { first: 0, last: 0 },
      // The class of the clients for browsers, which the class of the clients for Node extends.
      classes: [{ name: "Ollama", places: [[]], files: OLLAMA_FILES, methods: { chat, generate, embed, embeddings } }],
      observer: { functionName: "observeOllama", transport: OLLAMA.transport! },
    },
  ],
});

/** Instrumentations of this folder. */
export const PROVIDERS: readonly Provider[] = [ollama];

const Instrumentation: InstrumentationClass = /* @__PURE__ */ instrumentationOf(ollama);

/**
 * Records the model calls of `ollama`, versions 0.5 and 0.6, as observations. The application needs no change and can see none.
 * Register it before `ollama` is loaded. For ES modules, register the hooks of `import-in-the-middle` too; `isOllamaFile` limits
 * the hooks to two files. Does nothing, whoever enables it, where the environment's lists of instrumentations leave `ollama`
 * out.
 */
export class OllamaInstrumentation extends Instrumentation {}

/**
 * Records the model calls of a client of `ollama`, with or without the preload, and applies `config` to them. The default export
 * of the package is a client too. Returns the same client and replaces nothing of it. With the preload a call is still recorded
 * once. When a client is given again, the last configuration counts. For some calls only, use `withSvcConfig`. Never throws:
 * logs a warning for a value that is not such a client, and returns the value.
 *
 * Without the preload, start an OpenTelemetry SDK with the `SvcSpanProcessor` of `@svc/otel`.
 *
 * @example
 * const ollama = observeOllama(new Ollama(), { generationName: "answer", tags: ["support"] });
 */
export const observeOllama: Observer = /* @__PURE__ */ observerOf(ollama);
