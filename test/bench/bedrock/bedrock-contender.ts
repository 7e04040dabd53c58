import { createRequire } from "node:module";
import { join } from "node:path";
import type { Recorder } from "../calls/call-rounds.ts";
import type { TracerProvider } from "../contender/open-telemetry.ts";
import { installationFolder } from "../installations.ts";
import type { RequestHandler } from "./bedrock-answers.ts";

/** Package that is measured. */
const PACKAGE = "@aws-sdk/client-bedrock-runtime";

/**
 * Contenders that record: this SDK through the preload or through `observeBedrock`,
 * `@arizeai/openinference-instrumentation-bedrock`, and `@traceloop/instrumentation-bedrock`.
 */
export const RECORDERS = {
  svc: { title: "svc, preload", line: "otel-3", sender: "svc" },
  svcObserved: { title: "svc, observeBedrock", line: "otel-3", sender: "svc" },
  openinference: { title: "openinference 0.5.1", line: "otel-2", sender: "otel" },
  traceloop: { title: "traceloop 0.27.0", line: "otel-2", sender: "otel" },
} as const satisfies Readonly<Record<string, Recorder & { readonly title: string }>>;

/** Name of a contender that records. */
export type RecorderName = keyof typeof RECORDERS;

/** Client of the package. */
export interface BedrockClient {
  send(command: unknown): Promise<{ readonly stream?: AsyncIterable<unknown>; readonly body?: unknown }>;
}

/** Classes of the package that the benchmark uses. */
export interface BedrockModule {
  readonly BedrockRuntimeClient: new (options: Record<string, unknown>) => BedrockClient;
  readonly ConverseCommand: new (input: unknown) => object;
  readonly ConverseStreamCommand: new (input: unknown) => object;
  readonly InvokeModelCommand: new (input: unknown) => object;
  readonly InvokeModelWithResponseStreamCommand: new (input: unknown) => object;
}

/** Copy of the package, and how to make a client of it. */
export interface BedrockCopy {
  readonly sdk: BedrockModule;
  readonly makeClient: (requestHandler: RequestHandler) => BedrockClient;
}

/**
 * Returns a copy of the package that nobody records and one that a contender records. A hook sees every copy that is loaded after
 * it, so the unrecorded one comes first, and two that record never share a process.
 */
export function bedrockCopies(recorder: RecorderName, provider: TracerProvider): readonly [BedrockCopy, BedrockCopy] {
  const load = createRequire(join(installationFolder(RECORDERS[recorder].line), "package.json"));
  return [copyOf(loadCopy(load)), COPIES[recorder](load, provider)];
}

/** Loads the package's classes anew, so that a patch of one contender does not reach another. */
function loadCopy(load: NodeJS.Require): BedrockModule {
  for (const path of Object.keys(load.cache)) {
    if (path.includes(`/node_modules/${PACKAGE}/`)) delete load.cache[path];
  }
  return load(PACKAGE) as BedrockModule;
}

function copyOf(sdk: BedrockModule): BedrockCopy {
  const credentials = { accessKeyId: "bench", secretAccessKey: "bench" };
  const makeClient: BedrockCopy["makeClient"] = (requestHandler) =>
    new sdk.BedrockRuntimeClient({ region: "us-east-1", credentials, requestHandler });
  return { sdk, makeClient };
}

/** Class of an instrumentation that is handed the package. */
type Instrumentation = new (options?: unknown) => { manuallyInstrument(module: unknown): void };

const COPIES: Readonly<Record<RecorderName, (load: NodeJS.Require, provider: TracerProvider) => BedrockCopy>> = {
  svc(load) {
    const { BedrockInstrumentation } = load("@svc/bedrock") as { BedrockInstrumentation: new () => unknown };
    void new BedrockInstrumentation();
    return copyOf(loadCopy(load));
  },

  svcObserved(load) {
    const { observeBedrock } = load("@svc/bedrock") as { observeBedrock: (client: BedrockClient) => BedrockClient };
    const { sdk, makeClient } = copyOf(loadCopy(load));
    return { sdk, makeClient: (requestHandler) => observeBedrock(makeClient(requestHandler)) };
  },

  openinference(load, provider) {
    // It loads the package itself, to compare the classes of commands: so it comes after the copy.
    const sdk = loadCopy(load);
    const name = "@arizeai/openinference-instrumentation-bedrock";
    const { BedrockInstrumentation } = load(name) as { BedrockInstrumentation: Instrumentation };
    new BedrockInstrumentation({ tracerProvider: provider }).manuallyInstrument(sdk);
    return copyOf(sdk);
  },

  traceloop(load) {
    const name = "@traceloop/instrumentation-bedrock";
    const { BedrockInstrumentation } = load(name) as { BedrockInstrumentation: Instrumentation };
    const sdk = loadCopy(load);
    new BedrockInstrumentation().manuallyInstrument(sdk);
    return copyOf(sdk);
  },
};
