import { isFields, listOf, textOf } from "@svc/core/internal";
import { pick, type Answer, type Operation } from "@svc/instrumentation";
import { COHERE } from "../library.ts";
import { usageMetadata, usageOf } from "../token-usage.ts";

/** `rerank` of both versions of the API. The output is the order of the documents, with their scores. */
export const rerank: Operation = {
  library: COHERE,
  name: "rerank",
  type: "retriever",
  path: "",
  readsPassed: true,
  parameters: new Set(["maxChunksPerDoc", "maxTokensPerDoc", "priority", "rankFields", "returnDocuments", "topN"]),
  input: (body) => pick(body, ["query", "documents"]),
  answer: rerankAnswer,
};

function rerankAnswer(data: unknown): Answer {
  if (!isFields(data)) return {};
  return {
    output: listOf(data.results),
    usage: usageOf(data.meta),
    responseId: textOf(data.id),
    metadata: usageMetadata(data.meta),
  };
}
