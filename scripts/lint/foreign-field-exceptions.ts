/** Names with an underscore that a folder of ours may use, and the reason. */
export interface ForeignFieldException {
  readonly folder: string;
  readonly names: readonly string[];
  readonly reason: string;
}

/**
 * Every use of a name that reads like a private field of another project. Each is read as data or patched where it is found, and what it
 * is needed for is left out where it is missing.
 */
export const EXCEPTIONS: readonly ForeignFieldException[] = [
  {
    folder: "instrumentations/shared",
    names: ["_client"],
    reason: "The objects with model calls of an SDK made by Stainless have no other way to their client.",
  },
  {
    folder: "instrumentations/shared",
    names: ["_options"],
    reason: "The key of a client, which is hidden in errors, and its default headers are nowhere else.",
  },
  {
    folder: "instrumentations/shared",
    names: ["_thenUnwrap", "_responseProps"],
    reason: "Helpers of SDKs made by Stainless make their promises with these methods.",
  },
  {
    folder: "instrumentations/shared",
    names: ["_createRequest", "_baseURL"],
    reason: "An SDK made by Speakeasy shows a request, serialised, and its address nowhere else.",
  },
  {
    folder: "instrumentations/anthropic",
    names: ["_genAIProviderName"],
    reason: "The package states the provider of a client in it, for instrumentations.",
  },
  {
    folder: "instrumentations/cohere",
    names: ["_options"],
    reason: "A client has its address and its own fetch function nowhere else.",
  },
  {
    folder: "instrumentations/voyageai",
    names: ["_options"],
    reason: "A client has its address and its own fetch function nowhere else.",
  },
  {
    folder: "instrumentations/openai/openrouter",
    names: ["_createRequest", "_do"],
    reason: "Functions of the SDK send their requests with these methods of the client.",
  },
  {
    folder: "instrumentations/openai/realtime",
    names: ["_client"],
    reason: "A socket of the Responses API has no other way to the client whose address it uses.",
  },
  {
    folder: "instrumentations/openai-agents",
    names: ["_input", "_response"],
    reason: "Data of a span of the package, which its own exporter sends under these names.",
  },
  {
    folder: "instrumentations/langchain",
    names: [
      "_generate",
      "_streamResponseChunks",
      "_streamChatModelEvents",
      "_getRelevantDocuments",
      "_call",
      "_generateUncached",
      "_streamIterator",
      "_getType",
      "_classify",
    ],
    reason: "The package documents these methods: models, retrievers and tools of applications implement them.",
  },
  {
    folder: "instrumentations/langchain",
    names: ["_configureSync", "_parentRunId", "_updateId"],
    reason: "Runs get their callbacks and messages their ids nowhere else.",
  },
  { folder: "instrumentations/mcp", names: ["_meta"], reason: "Field of the protocol." },
  {
    folder: "instrumentations/mcp",
    names: [
      "_transport",
      "_negotiatedProtocolVersion",
      "_url",
      "_requestHandlers",
      "_requestMessageId",
      "_resolveNonCompleteResult",
      "_requestWithSchemaViaCodec",
      "_onrequest",
    ],
    reason: "Sessions, addresses and handlers of the SDK are nowhere else; the public methods do not see all requests.",
  },
  { folder: "instrumentations/retrieval", names: ["_id", "_score"], reason: "Fields of the records of Pinecone." },
  {
    folder: "src/otel/gen-ai",
    names: ["_id", "_score"],
    reason: "Fields of found documents, as the instrumentations record them.",
  },
  {
    folder: "instrumentations/retrieval",
    names: ["_name", "_namespace", "_provider", "_restUri"],
    reason: "The names and addresses of what is searched are nowhere else.",
  },
  {
    folder: "register/other-sdks",
    names: ["_activeSpanProcessor", "_spanProcessors", "_config", "_tracerOptions", "_client"],
    reason: "A provider that the application has made takes no further processor, and does not tell its sampler.",
  },
  {
    folder: "register/instrumentations",
    names: ["_getV3MiddlewareStackResolvePatch"],
    reason: "The instrumentation of the AWS SDK has no setting for the services that it records.",
  },
  {
    folder: "register",
    names: ["_compile", "_cache", "_resolveFilename"],
    reason: "Node documents no other way to see CommonJS modules load in every version that is supported.",
  },
];
