import {
  allPathsOf,
  fileTest,
  instrumentationOf,
  observerOf,
  pathsOf,
  provider,
  urlPatternsOf,
  type InstrumentationClass,
  type Observer,
  type PackageFiles,
  type Provider,
} from "@svc/instrumentation";
import { ANTHROPIC } from "./library.ts";
import { messages } from "./messages/messages.ts";

/** Patched files. The clients for Amazon Bedrock and Vertex AI have packages of their own, and use the classes of this one. */
const FILES: PackageFiles = {
  package: "@anthropic-ai/sdk",
  folder: "resources",
  modules: ["messages/messages", "beta/messages/messages"],
  endings: ["js", "mjs"],
};

const anthropic: Provider = /* @__PURE__ */ provider({
  name: "anthropic",
  title: "Anthropic",
  className: "AnthropicInstrumentation",
  packages: [
    {
      name: ANTHROPIC.name,
      versions: { first: 0, last: 1 },
      // `stream`, `parse` and the tool runner call `create`.
      classes: [
        {
          name: "Messages",
          files: /* @__PURE__ */ pathsOf(FILES, "messages/messages"),
          places: [["messages"]],
          methods: { create: messages },
        },
        {
          name: "Messages",
          files: /* @__PURE__ */ pathsOf(FILES, "beta/messages/messages"),
          places: [["beta", "messages"]],
          methods: { create: messages },
        },
      ],
      observer: { functionName: "observeAnthropic", userAgent: /^Anthropic\w*\/JS (\S+)$/ },
    },
  ],
});

/** Instrumentations of this folder. */
export const PROVIDERS: readonly Provider[] = [anthropic];

/**
 * Patched files of the `@anthropic-ai/sdk` package, relative to the package: CommonJS (`.js`) and ES module (`.mjs`) of each.
 * Module hooks need to look at no other file.
 */
export const ANTHROPIC_FILES: readonly string[] = /* @__PURE__ */ allPathsOf(FILES);

/** Patterns of the URLs of the patched files, for a module hook in another thread: a function cannot be sent to that thread. */
export const ANTHROPIC_FILE_PATTERNS: readonly RegExp[] = /* @__PURE__ */ urlPatternsOf(FILES);

/** Returns true when a module's URL, or its path with `/`, is one of `ANTHROPIC_FILES` in a folder `@anthropic-ai/sdk`. */
export const isAnthropicFile: (url: string) => boolean = /* @__PURE__ */ fileTest(FILES);

const Instrumentation: InstrumentationClass = /* @__PURE__ */ instrumentationOf(anthropic);

/**
 * Records every model call of the `@anthropic-ai/sdk` package, versions 0.39 to 1.x, as an observation. The application needs
 * no change and can see none. Register it before `@anthropic-ai/sdk` is loaded. For ES modules, register the hooks of
 * `import-in-the-middle` too; `isAnthropicFile` limits the hooks to a few files. Does nothing, whoever enables it, where the
 * environment's lists of instrumentations leave `anthropic` out.
 */
export class AnthropicInstrumentation extends Instrumentation {}

/**
 * Records the model calls of a client of the `@anthropic-ai/sdk` package, or of its clients for Amazon Bedrock and Vertex AI,
 * with or without the preload, and applies `config` to them. Returns the same client and replaces nothing of it. With the
 * preload a call is still recorded once. Clients made from it with `withOptions` are observed in the same way. When a client is
 * given again, the last configuration counts for every call of the client. For some calls only, use `withSvcConfig`; for two
 * uses of one client, use `withOptions`. Never throws: logs a warning for a value that is not such a client, and returns the
 * value.
 *
 * Without the preload, start an OpenTelemetry SDK with the `SvcSpanProcessor` of `@svc/otel`.
 *
 * @example
 * const client = observeAnthropic(new Anthropic(), { generationName: "answer", tags: ["support"] });
 */
export const observeAnthropic: Observer = /* @__PURE__ */ observerOf(anthropic);
