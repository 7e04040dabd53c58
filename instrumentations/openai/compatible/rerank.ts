import { isFields, listOf, textOf } from "@svc/core/internal";
import { type Answer, inBandFailure, type Operation, pick } from "@svc/instrumentation";
import { readUsage } from "../endpoints/token-usage.ts";

/** `rerank.create`, without its library. The output is the order of the documents, with their scores. */
export const rerank: Omit<Operation, "library"> = {
  name: "rerank",
  type: "retriever",
  path: "/rerank",
  parameters: new Set(["rank_fields", "return_documents", "top_n"]),
  input: (body) => pick(body, ["query", "documents"]),
  answer: rerankAnswer,
};

function rerankAnswer(data: unknown): Answer {
  if (!isFields(data)) return {};
  return {
    output: listOf(data.results),
    model: textOf(data.model),
    usage: readUsage(data.usage),
    responseId: textOf(data.id),
    failure: inBandFailure(data.error),
  };
}
