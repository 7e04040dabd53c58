import { isFields, type Fields } from "@svc/core/internal";
import {
  endpointsBy,
  ownData,
  SPEAKEASY,
  speakeasyBaseUrl,
  speakeasySignal,
  wireForm,
  type Accumulator,
  type Answer,
  type EndpointOperation,
  type Library,
  type ObservableClass,
  type Operation,
} from "@svc/instrumentation";
import { chatCompletions } from "../endpoints/chat-completions.ts";
import { embeddings } from "../endpoints/embeddings.ts";
import { imageGeneration } from "../endpoints/images.ts";
import { rerank } from "../endpoints/rerank.ts";
import { responses } from "../endpoints/responses.ts";
import { OPENAI } from "../library.ts";
import type { OpenRouterModule } from "./files.ts";

const endpointAt = /* @__PURE__ */ endpointsBy(() => "openrouter");

/** Common parts of the calls of `@openrouter/sdk`. */
export const LIBRARY: Library = {
  ...OPENAI,
  name: "@openrouter/sdk",
  transport: SPEAKEASY,
  endpointOf: (client) => endpointAt(speakeasyBaseUrl(client)),
};

/** Fields in which a method takes the body of its request. */
const BODIES = ["chatRequest", "responsesRequest", "requestBody", "imageGenerationRequest"] as const;

/** Recorded classes, by their files. */
export const OPENROUTER_CLASSES: Readonly<Record<OpenRouterModule, ObservableClass>> = {
  chat: recordedClass(["chat"], { send: chatCompletions }),
  responses: recordedClass(["responses"], { send: responses }),
  betaresponses: recordedClass(["beta", "responses"], { send: responses }),
  embeddings: recordedClass(["embeddings"], { generate: embeddings }),
  rerank: recordedClass(["rerank"], { rerank }),
  images: recordedClass(["images"], { generate: imageGeneration }),
};

function recordedClass(
  place: readonly string[],
  methods: Readonly<Record<string, EndpointOperation>>,
): ObservableClass {
  return {
    places: [place],
    methods: Object.fromEntries(
      Object.entries(methods).map(([method, operation]) => [method, translated(operation)] as const),
    ),
  };
}

/** Returns the operation of an endpoint of OpenAI, for objects with the field names of this package. */
function translated(endpoint: EndpointOperation): Operation {
  const { accumulator, readsItself } = endpoint;
  return {
    ...endpoint,
    library: LIBRARY,
    path: "",
    streamUsage: undefined,
    fieldsOf: (fields, url) => (url === undefined ? fieldsGiven(fields) : fields),
    answer: (data) => endpoint.answer(readsItself ? withWireUsage(data) : wireForm(data)),
    ...(accumulator && { accumulator: () => new TranslatingAccumulator(accumulator()) }),
    signalIn: speakeasySignal,
  };
}

/** Returns the fields of the body that the application gave, for a call that failed before its request. */
function fieldsGiven(given: Fields): Fields {
  const body = BODIES.map((name) => given[name]).find((found) => isFields(found));
  return wireForm(body ?? given) as Fields;
}

/** Translates the usage alone, of an answer with fields too long to be searched. */
function withWireUsage(data: unknown): unknown {
  return isFields(data) ? { ...data, usage: wireForm(ownData(data, "usage")) } : data;
}

class TranslatingAccumulator implements Accumulator {
  readonly #accumulator: Accumulator;

  constructor(accumulator: Accumulator) {
    this.#accumulator = accumulator;
  }

  add(chunk: unknown): boolean {
    return this.#accumulator.add(wireForm(chunk));
  }

  answer(): Answer {
    return this.#accumulator.answer();
  }
}
