import { createRequire } from "node:module";
import { join } from "node:path";
import type { ContenderName } from "../contender/contender.ts";
import { loadOpenTelemetry, type Line, type TracerProvider } from "../contender/open-telemetry.ts";
import { installationFolder } from "../installations.ts";
import { PROVIDERS, type ProviderName, type ProviderPackage } from "./provider-calls.ts";

/** Contender that records the calls of a package. */
export interface Recorder {
  readonly title: string;
  /** Version of OpenTelemetry that it declares. */
  readonly line: Line;
  /** Contender whose exporter sends its spans. */
  readonly sender: ContenderName;
  readonly module: string;
  readonly className: string;
  /** True when it patches a package that is given to it; else it sees the package as it is loaded. */
  readonly isGivenPackage?: true;
  /** File of the package that is given to it as the preload gives it, where OpenTelemetry's own hook does not see the file. */
  readonly givenFile?: { readonly specifier: string; readonly name: string };
}

/** Name of a contender that records. */
export type RecorderName = "svc" | "openinference" | "openllmetry";

/** Contenders that record, by the package. Neither project has more for these packages. */
export const RECORDERS: Readonly<Record<ProviderName, Readonly<Partial<Record<RecorderName, Recorder>>>>> = {
  anthropic: {
    svc: {
      title: "svc, preload",
      line: "otel-3",
      sender: "svc",
      module: "@svc/anthropic",
      className: "AnthropicInstrumentation",
    },
    openinference: {
      title: "openinference 0.2.8",
      line: "otel-2",
      sender: "otel",
      module: "@arizeai/openinference-instrumentation-anthropic",
      className: "AnthropicInstrumentation",
      isGivenPackage: true,
    },
    openllmetry: {
      title: "openllmetry 0.27.0",
      line: "otel-2",
      sender: "otel",
      module: "@traceloop/instrumentation-anthropic",
      className: "AnthropicInstrumentation",
      isGivenPackage: true,
    },
  },
  google: {
    svc: {
      title: "svc, preload",
      line: "otel-3",
      sender: "svc",
      module: "@svc/google-genai",
      className: "GoogleGenAIInstrumentation",
    },
    openllmetry: {
      title: "openllmetry 0.27.0",
      line: "otel-2",
      sender: "otel",
      module: "@traceloop/instrumentation-google-generativeai",
      className: "GenAIInstrumentation",
      isGivenPackage: true,
    },
  },
  // Both sides are in the process. OpenInference has a package, too: it carries the trace of some transports and makes no spans.
  mcp: {
    svc: {
      title: "svc, preload",
      line: "otel-3",
      sender: "svc",
      module: "@svc/mcp",
      className: "McpInstrumentation",
      givenFile: {
        specifier: "@modelcontextprotocol/sdk/shared/protocol.js",
        name: "@modelcontextprotocol/sdk/dist/cjs/shared/protocol.js",
      },
    },
    openllmetry: {
      title: "openllmetry 0.27.0",
      line: "otel-2",
      sender: "otel",
      module: "@traceloop/instrumentation-mcp",
      className: "McpInstrumentation",
      isGivenPackage: true,
    },
  },
};

interface Instrumentation {
  manuallyInstrument(module: unknown): void;
  setTracerProvider(provider: TracerProvider): void;
  getModuleDefinitions(): Array<{ readonly files: Array<{ readonly name: string; patch(exports: unknown): void }> }>;
}

/** Copies of a package: one whose calls nobody records, and one whose calls the contender records. */
export interface Copies {
  readonly none: never;
  readonly recorded: never;
}

/**
 * Returns both copies. A hook sees every copy that is loaded after it, so the unrecorded one comes first, and two contenders never
 * share a process.
 */
export function loadCopies(provider: ProviderName, recorder: Recorder, tracerProvider: TracerProvider): Copies {
  const { line, module, className, isGivenPackage, givenFile } = recorder;
  loadOpenTelemetry(line).trace.setGlobalTracerProvider(tracerProvider);
  const load = createRequire(join(installationFolder(line), "package.json"));
  const none = loadCopy(load, PROVIDERS[provider]);
  const classes = load(module) as Record<string, new () => Instrumentation>;
  const instrumentation = new classes[className]!();
  const recorded = loadCopy(load, PROVIDERS[provider]);
  if (isGivenPackage) {
    instrumentation.setTracerProvider(tracerProvider);
    instrumentation.manuallyInstrument(recorded);
  }
  if (givenFile !== undefined) {
    const files = instrumentation.getModuleDefinitions().flatMap((definition) => definition.files);
    files.find(({ name }) => name === givenFile.name)!.patch(load(givenFile.specifier));
  }
  return { none, recorded };
}

function loadCopy(load: NodeJS.Require, { name, files }: ProviderPackage): never {
  for (const path of Object.keys(load.cache)) {
    if (path.includes(`/node_modules/${name}/`)) delete load.cache[path];
  }
  if (files === undefined) return load(name) as never;
  return Object.assign({}, ...files.map((file) => load(`${name}/${file}`) as object)) as never;
}
