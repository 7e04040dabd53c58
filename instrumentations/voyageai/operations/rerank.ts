import { isFields, listOf, textOf } from "@svc/core/internal";
import { pick, type Answer, type Operation } from "@svc/instrumentation";
import { VOYAGEAI } from "../library.ts";
import { usageOf } from "../token-usage.ts";

/** `rerank`. The output is the order of the documents, with their scores. */
export const rerank: Operation = {
  library: VOYAGEAI,
  name: "rerank",
  type: "retriever",
  path: "",
  readsPassed: true,
  parameters: new Set(["returnDocuments", "topK", "truncation"]),
  input: (body) => pick(body, ["query", "documents"]),
  answer: rerankAnswer,
};

function rerankAnswer(data: unknown): Answer {
  if (!isFields(data)) return {};
  return { output: listOf(data.data), model: textOf(data.model), usage: usageOf(data.usage) };
}
