import {
  allPathsOf,
  fileTest,
  instrumentationOf,
  observerOf,
  pathsOf,
  provider,
  type ClientClass,
  type InstrumentationClass,
  type Observer,
  type PackageFiles,
  type Provider,
} from "@svc/instrumentation";
import { MISTRAL } from "./library.ts";
import { agentCompletion, chatCompletion, fimCompletion } from "./operations/chat-completions.ts";
import { conversation } from "./operations/conversations.ts";
import { embeddings } from "./operations/embeddings.ts";
import { moderations } from "./operations/moderations.ts";
import { ocr } from "./operations/ocr.ts";
import { transcription } from "./operations/transcriptions.ts";

/** Patched classes by their files, without folder and ending. No method calls another one. */
const CLASSES: Readonly<Record<string, Omit<ClientClass, "files">>> = {
  agents: {
    name: "Agents",
    places: [["agents"]],
    methods: { complete: agentCompletion, stream: agentCompletion },
  },
  chat: {
    name: "Chat",
    places: [["chat"]],
    methods: { complete: chatCompletion, stream: chatCompletion },
    newerMethods: { parse: chatCompletion, parseStream: chatCompletion },
  },
  classifiers: {
    name: "Classifiers",
    places: [["classifiers"]],
    methods: { moderate: moderations, moderateChat: moderations },
  },
  conversations: {
    name: "Conversations",
    places: [["beta", "conversations"]],
    methods: {
      start: conversation,
      append: conversation,
      restart: conversation,
      startStream: conversation,
      appendStream: conversation,
      restartStream: conversation,
    },
  },
  embeddings: { name: "Embeddings", places: [["embeddings"]], methods: { create: embeddings } },
  fim: {
    name: "Fim",
    places: [["fim"]],
    methods: { complete: fimCompletion, stream: fimCompletion },
  },
  ocr: { name: "Ocr", places: [["ocr"]], methods: { process: ocr } },
  transcriptions: {
    name: "Transcriptions",
    places: [["audio", "transcriptions"]],
    methods: { complete: transcription, stream: transcription },
  },
};

/** Version 1, which is CommonJS. */
const FIRST: PackageFiles = {
  package: "@mistralai/mistralai",
  folder: "sdk",
  modules: /* @__PURE__ */ Object.keys(CLASSES),
  endings: ["js"],
};

/** Version 2, which is an ES module. */
const SECOND: PackageFiles = { ...FIRST, folder: "esm/sdk" };

const mistral: Provider = /* @__PURE__ */ provider({
  name: "mistral",
  title: "Mistral",
  className: "MistralInstrumentation",
  packages: [
    {
      name: MISTRAL.name,
      versions: { first: 1, last: 2, leavesOlderAlone: true },
      classes: /* @__PURE__ */ Object.entries(CLASSES).map(([module, row]) =>
        Object.assign({ files: [FIRST, SECOND].flatMap((files) => pathsOf(files, module)) }, row),
      ),
      observer: { functionName: "observeMistral", transport: MISTRAL.transport! },
    },
  ],
});

/** Instrumentations of this folder. */
export const PROVIDERS: readonly Provider[] = [mistral];

/** Patched files of `@mistralai/mistralai`, relative to the package. Module hooks need to look at no other file. */
export const MISTRAL_FILES: readonly string[] = [...allPathsOf(FIRST), ...allPathsOf(SECOND)];

/** Returns true when a module's URL, or its path with `/`, is one of {@link MISTRAL_FILES} in a folder `@mistralai/mistralai`. */
export const isMistralFile: (url: string) => boolean = /* @__PURE__ */ fileTest(FIRST, SECOND);

const Instrumentation: InstrumentationClass = /* @__PURE__ */ instrumentationOf(mistral);

/**
 * Records the model calls of `@mistralai/mistralai`, versions 1 and 2, as observations. The application needs no change and can
 * see none. Register it before `@mistralai/mistralai` is loaded. For version 2, which is an ES module, register the hooks of
 * `import-in-the-middle` too; `isMistralFile` limits the hooks to a few files. Does nothing, whoever enables it, where the
 * environment's lists of instrumentations leave `mistral` out.
 */
export class MistralInstrumentation extends Instrumentation {}

/**
 * Records the model calls of a client of `@mistralai/mistralai`, with or without the preload, and applies `config` to them.
 * Returns the same client and replaces nothing of it. With the preload a call is still recorded once. When a client is given
 * again, the last configuration counts. For some calls only, use `withSvcConfig`. Never throws: logs a warning for a value that
 * is not such a client, and returns the value.
 *
 * Without the preload, start an OpenTelemetry SDK with the `SvcSpanProcessor` of `@svc/otel`.
 *
 * @example
 * const mistral = observeMistral(new Mistral({ apiKey }), { generationName: "answer", tags: ["support"] });
 */
export const observeMistral: Observer = /* @__PURE__ */ observerOf(mistral);
