import { createRequire } from "node:module";
import { join } from "node:path";
import type { Recorder } from "../calls/call-rounds.ts";
import { installationFolder } from "../installations.ts";
import type { TracerProvider } from "../contender/open-telemetry.ts";

/**
 * Measured contenders: none, this SDK through the preload or through `observeOpenAI`,
 * `@arizeai/openinference-instrumentation-openai`, and the wrapper of `@langfuse/openai`.
 */
type OpenAIContenderName = "none" | "svc" | "svcObserved" | "openinference" | "langfuse";

interface OpenAIRecorder extends Recorder {
  readonly title: string;
  /** True when the application reads stream chunks without the normalizing step of openai 7. */
  readonly skipsNormalizing?: true;
}

/**
 * Contenders that record. `openinference` hands on a branch of the stream's `tee()`, which skips the last step of the SDK; the
 * saved step must not count in its favour.
 */
export const RECORDERS: Readonly<Record<Exclude<OpenAIContenderName, "none">, OpenAIRecorder>> = {
  svc: { title: "svc, preload", line: "otel-3", sender: "svc" },
  svcObserved: { title: "svc, observeOpenAI", line: "otel-3", sender: "svc" },
  openinference: { title: "openinference 4.2.7", line: "otel-2", sender: "otel", skipsNormalizing: true },
  langfuse: { title: "langfuse 5.11.1", line: "otel-2", sender: "peer" },
};

/** Name of a contender that records. */
export type RecorderName = keyof typeof RECORDERS;

/** Methods of an `openai` client that the benchmark uses. */
export interface OpenAIClient {
  readonly chat: { readonly completions: { create(params: unknown): Promise<unknown> } };
  readonly embeddings: { create(params: unknown): Promise<unknown> };
}

interface OpenAIModule {
  readonly OpenAI: new (options: Record<string, unknown>) => OpenAIClient;
}

/** Function that returns a client with this `fetch`, whose calls are recorded or not. */
type MakeClient = (fetch: () => Promise<Response>) => OpenAIClient;

/**
 * Returns the makers of clients that nobody records and that one contender records, each with a separate copy of the `openai`
 * package. A hook sees every copy that is loaded after it, so the unrecorded one comes first, and two that record never share a
 * process.
 */
export function clientMakers(recorder: RecorderName, provider: TracerProvider): readonly [MakeClient, MakeClient] {
  const load = createRequire(join(installationFolder(RECORDERS[recorder].line), "package.json"));
  return [MAKERS.none(load, provider), MAKERS[recorder](load, provider)];
}

/** Loads the package's classes anew, so that a patch of one contender does not reach another. */
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
