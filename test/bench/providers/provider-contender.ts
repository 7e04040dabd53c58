import { createRequire } from "node:module";
import { join } from "node:path";
import type { Recorder } from "../calls/call-rounds.ts";
import type { TracerProvider } from "../contender/open-telemetry.ts";
import { installationFolder } from "../installations.ts";
import { anthropic } from "./packages/anthropic.ts";
import { cohere } from "./packages/cohere.ts";
import { google } from "./packages/google-genai.ts";
import { mcp } from "./packages/mcp.ts";
import { mistral } from "./packages/mistral.ts";
import { ollama } from "./packages/ollama.ts";
import { answering, type ProviderPackage, type Scenario } from "./provider-package.ts";

/** Name of a package, in orders. */
export type ProviderName = "anthropic" | "google" | "mistral" | "cohere" | "ollama" | "mcp";

/** Packages whose calls are measured. */
export const PROVIDERS: Readonly<Record<ProviderName, ProviderPackage>> = {
  anthropic,
  google,
  mistral,
  cohere,
  ollama,
  mcp,
};

/** Contender that records the calls of a package. */
export interface ProviderRecorder extends Recorder {
  readonly title: string;
  readonly module: string;
  /** Class of an instrumentation, or function that is given a client. */
  readonly exported: string;
  /**
   * Thing that is given to it: nothing, because it sees the package as it is loaded; the package; or a client. The hook of CommonJS sees
   * no ES module, which Mistral's package is.
   */
  readonly given?: "package" | "client";
  /** File of the package that is given to it as the preload gives it, where OpenTelemetry's own hook does not see the file. */
  readonly givenFile?: { readonly specifier: string; readonly name: string };
}

/** Name of a contender that records. */
export type RecorderName = "svc" | "svcObserved" | "openinference" | "openllmetry";

const svc = (name: string, className: string): ProviderRecorder => ({
  title: "svc, preload",
  line: "otel-3",
  sender: "svc",
  module: `@svc/${name}`,
  exported: className,
});

const openLLMetry = (name: string, className: string): ProviderRecorder => ({
  title: "openllmetry 0.27.0",
  line: "otel-2",
  sender: "otel",
  module: `@traceloop/instrumentation-${name}`,
  exported: className,
  given: "package",
});

/** Contenders that record, by the package. Neither of the other projects has more for these packages. */
export const RECORDERS: Readonly<Record<ProviderName, Readonly<Partial<Record<RecorderName, ProviderRecorder>>>>> = {
  anthropic: {
    svc: svc("anthropic", "AnthropicInstrumentation"),
    openinference: {
      title: "openinference 0.2.8",
      line: "otel-2",
      sender: "otel",
      module: "@arizeai/openinference-instrumentation-anthropic",
      exported: "AnthropicInstrumentation",
      given: "package",
    },
    openllmetry: openLLMetry("anthropic", "AnthropicInstrumentation"),
  },
  google: {
    svc: svc("google-genai", "GoogleGenAIInstrumentation"),
    openllmetry: openLLMetry("google-generativeai", "GenAIInstrumentation"),
  },
  mistral: {
    svcObserved: { ...svc("mistral", "observeMistral"), title: "svc, observeMistral", given: "client" },
  },
  cohere: {
    svc: svc("cohere", "CohereInstrumentation"),
    openllmetry: openLLMetry("cohere", "CohereInstrumentation"),
  },
  ollama: { svc: svc("ollama", "OllamaInstrumentation") },
  // Both sides are in the process. OpenInference has a package, too: it carries the trace of some transports and makes no spans.
  mcp: {
    svc: {
      ...svc("mcp", "McpInstrumentation"),
      givenFile: {
        specifier: "@modelcontextprotocol/sdk/shared/protocol.js",
        name: "@modelcontextprotocol/sdk/dist/cjs/shared/protocol.js",
      },
    },
    openllmetry: openLLMetry("mcp", "McpInstrumentation"),
  },
};

interface Instrumentation {
  getModuleDefinitions(): Array<{ readonly files: Array<{ readonly name: string; patch(exports: unknown): void }> }>;
  manuallyInstrument(module: unknown): void;
  setTracerProvider(provider: TracerProvider): void;
}

type Call = () => Promise<unknown>;

/**
 * Returns the call that nobody records and the one that the contender records, each of a copy of the package. A hook sees every
 * copy that is loaded after it, so the unrecorded one comes first, and two contenders never share a process.
 *
 * No tracer provider is the global one: a package that makes spans itself would make them in both calls.
 */
export function providerCalls(
  name: ProviderName,
  recorder: ProviderRecorder,
  scenario: Scenario,
  tracerProvider: TracerProvider,
): readonly [none: Call, recorded: Call] {
  const { line, module, exported, given, givenFile } = recorder;
  const load = createRequire(join(installationFolder(line), "package.json"));
  const provider = PROVIDERS[name];
  const fetch = answering(provider, scenario);
  const callOf = (client: object): Call => provider.caller(client as never, scenario);

  const bare = callOf(provider.client(loadCopy(load, provider), fetch));
  const found = (load(module) as Record<string, unknown>)[exported];
  if (recorder.sender === "svc") setTracerProvider(load, tracerProvider);
  if (given === "client") {
    const observe = found as (client: object) => object;
    return [bare, callOf(observe(provider.client(loadCopy(load, provider), fetch)))];
  }
  const instrumentation = new (found as new () => Instrumentation)();
  const copy = loadCopy(load, provider);
  if (given === "package") {
    instrumentation.setTracerProvider(tracerProvider);
    instrumentation.manuallyInstrument(copy);
  }
  if (givenFile !== undefined) {
    const files = instrumentation.getModuleDefinitions().flatMap((definition) => definition.files);
    files.find((file) => file.name === givenFile.name)!.patch(load(givenFile.specifier));
  }
  return [bare, callOf(provider.client(copy, fetch))];
}

/** Sets the tracer provider of this SDK alone. */
function setTracerProvider(load: NodeJS.Require, tracerProvider: TracerProvider): void {
  const tracing = load("@svc/tracing") as { setSvcTracerProvider: (provider: TracerProvider) => void };
  tracing.setSvcTracerProvider(tracerProvider);
}

function loadCopy(load: NodeJS.Require, { name, files }: ProviderPackage): never {
  for (const path of Object.keys(load.cache)) {
    if (path.includes(`/node_modules/${name}/`)) delete load.cache[path];
  }
  if (files === undefined) return load(name) as never;
  return Object.assign({}, ...files.map((file) => load(`${name}/${file}`) as object)) as never;
}
