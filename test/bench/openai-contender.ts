import { createRequire } from "node:module";
import { join } from "node:path";
import type { ContenderName } from "./contender.ts";
import { folderOf, loadOpenTelemetry, type Line, type TracerProvider } from "./installation.ts";

/**
 * Who is measured: nobody, this SDK as the preload has it or by `observeOpenAI`,
 * `@arizeai/openinference-instrumentation-openai`, the wrapper of `@langfuse/openai`.
 */
export type OpenAIContenderName = "none" | "svc" | "svcObserved" | "openinference" | "langfuse";

/** One that records: the line of OpenTelemetry that it declares, and whose way of sending its spans take. */
interface Recorder {
  readonly line: Line;
  readonly sender: ContenderName;
  /** Whether its application reads the chunks of a stream without what openai 7 does to each of them. */
  readonly skipsNormalizing?: true;
}

/**
 * Those that record. `openinference` hands on a branch of the stream's `tee()`, which leaves out the last step of the SDK:
 * to be rid of that is no merit of the recording.
 */
export const RECORDERS: Readonly<Record<Exclude<OpenAIContenderName, "none">, Recorder>> = {
  svc: { line: "otel-3", sender: "svc" },
  svcObserved: { line: "otel-3", sender: "svc" },
  openinference: { line: "otel-2", sender: "otel", skipsNormalizing: true },
  langfuse: { line: "otel-2", sender: "peer" },
};

/** Name of one that records. */
export type RecorderName = keyof typeof RECORDERS;

/** A client of the `openai` package, as far as it is used. */
export interface OpenAIClient {
  readonly chat: { readonly completions: { create(params: unknown): Promise<unknown> } };
  readonly embeddings: { create(params: unknown): Promise<unknown> };
}

interface OpenAIModule {
  readonly OpenAI: new (options: Record<string, unknown>) => OpenAIClient;
}

/** Makes a client that is answered so, with what it does recorded or not. */
type MakeClient = (fetch: () => Promise<Response>) => OpenAIClient;

/** One way of recording what a client does. */
export interface OpenAIContender {
  readonly name: OpenAIContenderName;
  readonly makeClient: MakeClient;
}

/**
 * Makes nobody and one that records, each with a copy of the `openai` package of its own. A hook sees every copy that is
 * loaded after it: nobody comes first, and two that record do not meet in one process.
 */
export function createOpenAIContenders(recorder: RecorderName, provider: TracerProvider): OpenAIContender[] {
  const { line } = RECORDERS[recorder];
  loadOpenTelemetry(line).trace.setGlobalTracerProvider(provider);
  const load = createRequire(join(folderOf(line), "package.json"));
  const names = ["none", recorder] as const;
  return names.map((name) => ({ name, makeClient: MAKERS[name](load, provider) }));
}

/** The package's classes anew: what one contender patches, another does not see. */
function loadCopy(load: NodeJS.Require): OpenAIModule {
  for (const path of Object.keys(load.cache)) {
    if (path.includes("/node_modules/openai/")) delete load.cache[path];
  }
  return load("openai") as OpenAIModule;
}

function clientsOf({ OpenAI }: OpenAIModule): MakeClient {
  return (fetch) => new OpenAI({ fetch, apiKey: "key" });
}

const MAKERS: Readonly<Record<OpenAIContenderName, (load: NodeJS.Require, provider: TracerProvider) => MakeClient>> = {
  none: (load) => clientsOf(loadCopy(load)),

  svc(load) {
    const { OpenAIInstrumentation } = load("@svc/openai") as { OpenAIInstrumentation: new () => unknown };
    void new OpenAIInstrumentation();
    return clientsOf(loadCopy(load));
  },

  svcObserved: (load) => observing(load, "@svc/openai"),

  openinference(load, provider) {
    const { OpenAIInstrumentation } = load("@arizeai/openinference-instrumentation-openai") as {
      OpenAIInstrumentation: new (options: unknown) => { manuallyInstrument(module: unknown): void };
    };
    const openai = loadCopy(load);
    new OpenAIInstrumentation({ tracerProvider: provider }).manuallyInstrument(openai);
    return clientsOf(openai);
  },

  langfuse: (load) => observing(load, "@langfuse/openai"),
};

function observing(load: NodeJS.Require, name: string): MakeClient {
  const { observeOpenAI } = load(name) as { observeOpenAI: (client: OpenAIClient) => OpenAIClient };
  const makeClient = clientsOf(loadCopy(load));
  return (fetch) => observeOpenAI(makeClient(fetch));
}
