import { isFields, type Fields } from "@svc/core/internal";
import {
  endpointsBy,
  ownData,
  pathsOf,
  SPEAKEASY,
  speakeasyBaseUrl,
  speakeasySignal,
  topOwnerOf,
  wireForm,
  type Accumulator,
  type Answer,
  type ClientClass,
  type EndpointOperation,
  type Library,
  type ObservablePackage,
  type Operation,
} from "@svc/instrumentation";
import { chatCompletions } from "../endpoints/chat-completions.ts";
import { embeddings } from "../endpoints/embeddings.ts";
import { imageGeneration } from "../endpoints/images.ts";
import { rerank } from "../endpoints/rerank.ts";
import { responses } from "../endpoints/responses.ts";
import { OPENAI } from "../library.ts";
import { OPENROUTER_PACKAGE_FILES, type OpenRouterModule } from "./openrouter-files.ts";

const endpointAt = /* @__PURE__ */ endpointsBy(() => "openrouter");

const LIBRARY: Library = {
  ...OPENAI,
  name: "@openrouter/sdk",
  transport: SPEAKEASY,
  endpointOf: (client) => endpointAt(speakeasyBaseUrl(client)),
};

/** Fields in which a method takes the body of its request. */
const BODIES = ["chatRequest", "responsesRequest", "requestBody", "imageGenerationRequest"] as const;

/**
 * Package `@openrouter/sdk`. It sends and receives the JSON of OpenAI's protocol, and gives the application objects with field names
 * of its own, which are translated back.
 */
export const OPENROUTER: ObservablePackage & { readonly classes: readonly ClientClass[] } = {
  name: LIBRARY.name,
  functionName: "observeOpenAI",
  versions: { first: 0, last: 1 },
  transport: SPEAKEASY,
  classes: [
    recordedClass("chat", "Chat", ["chat"], { send: chatCompletions }),
    recordedClass("responses", "Responses", ["responses"], { send: responses }),
    recordedClass("betaresponses", "BetaResponses", ["beta", "responses"], { send: responses }),
    recordedClass("embeddings", "Embeddings", ["embeddings"], { generate: embeddings }),
    recordedClass("rerank", "Rerank", ["rerank"], { rerank }),
    recordedClass("images", "Images", ["images"], { generate: imageGeneration }),
  ],
};

/** Returns true for a client of `@openrouter/sdk`. Its chats are sent, and those of other packages made by Speakeasy are completed. */
export function isOpenRouterClient(client: unknown): boolean {
  if (!isFields(client) || topOwnerOf(client, "_createRequest") === undefined) return false;
  const { chat } = client;
  return isFields(chat) && typeof chat.send === "function";
}

function recordedClass(
  module: OpenRouterModule,
  name: string,
  place: readonly string[],
  methods: Readonly<Record<string, EndpointOperation>>,
): ClientClass {
  return {
    name,
    files: pathsOf(OPENROUTER_PACKAGE_FILES, module),
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
