import { isFields, listOf } from "@svc/core/internal";
import { type Answer, type EndpointOperation, pick } from "@svc/instrumentation";
import { commonAnswer } from "./common-answer.ts";

/** `rerank.create` of together-ai. The output is the order of the documents, with their scores. */
export const rerank: EndpointOperation = {
  name: "rerank",
  type: "retriever",
  path: "/rerank",
  parameters: new Set(["rank_fields", "return_documents", "top_n"]),
  input: (body) => pick(body, ["query", "documents"]),
  answer: rerankAnswer,
};

function rerankAnswer(data: unknown): Answer {
  if (!isFields(data)) return {};
  return { ...commonAnswer(data), output: listOf(data.results) };
}
