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
import { VOYAGEAI } from "./library.ts";
import { contextualizedEmbed, embed, multimodalEmbed } from "./operations/embeddings.ts";
import { rerank } from "./operations/rerank.ts";

/** Generated client as CommonJS. The client that the package exports extends it, and calls it for what is no local model. */
const COMMONJS: PackageFiles = { package: "voyageai", folder: "dist", modules: ["cjs/Client"], endings: ["js"] };

/** Generated client as an ES module. */
const MODULE: PackageFiles = { ...COMMONJS, modules: ["esm/Client"], endings: ["mjs"] };

/** Patched files of `voyageai`, relative to the package: CommonJS and ES module. Module hooks need to look at no other file. */
export const VOYAGEAI_FILES: readonly string[] = [...allPathsOf(COMMONJS), ...allPathsOf(MODULE)];

/** Returns true when a module's URL, or its path with `/`, is one of {@link VOYAGEAI_FILES} in a folder `voyageai`. */
export const isVoyageAIFile: (url: string) => boolean = /* @__PURE__ */ fileTest(COMMONJS, MODULE);

const voyageai: Provider = /* @__PURE__ */ provider({
  name: "voyageai",
  title: "Voyage AI",
  className: "VoyageAIInstrumentation",
  packages: [
    {
      name: VOYAGEAI.name,
      versions: { first: 4, last: 4, isAtZero: true, leavesOlderAlone: true },
      classes: [
        {
          name: "VoyageAIClient",
          files: VOYAGEAI_FILES,
          places: [[]],
          methods: { embed, rerank, multimodalEmbed, contextualizedEmbed },
        },
      ],
      observer: { functionName: "observeVoyageAI", transport: {} },
    },
  ],
});

/** Instrumentations of this folder. */
export const PROVIDERS: readonly Provider[] = [voyageai];

const Instrumentation: InstrumentationClass = /* @__PURE__ */ instrumentationOf(voyageai);

/**
 * Records the embeddings and rerankings of `voyageai`, version 0.4, as observations. The application needs no change and can see
 * none. Register it before `voyageai` is loaded. For ES modules, register the hooks of `import-in-the-middle` too; `isVoyageAIFile`
 * limits the hooks to two files. Does nothing, whoever enables it, where the environment's lists of instrumentations leave `voyageai`
 * out.
 */
export class VoyageAIInstrumentation extends Instrumentation {}

/**
 * Records the embeddings and rerankings of a client of `voyageai`, with or without the preload, and applies `config` to them. Returns
 * the same client and replaces nothing of it. With the preload a call is still recorded once. When a client is given again, the last
 * configuration counts. For some calls only, use `withSvcConfig`. Never throws: logs a warning for a value that is not such a client,
 * and returns the value.
 *
 * Without the preload, start an OpenTelemetry SDK with the `SvcSpanProcessor` of `@svc/otel`.
 *
 * @example
 * const voyage = observeVoyageAI(new VoyageAIClient({ apiKey }), { generationName: "index", tags: ["support"] });
 */
export const observeVoyageAI: Observer = /* @__PURE__ */ observerOf(voyageai);
