import { isFields, listOf, textOf } from "@svc/core/internal";
import { dataIn, ownData, type Answer, type Operation, types } from "@svc/instrumentation";
import { MISTRAL } from "../library.ts";
import { usageOf } from "../token-usage.ts";

/** `embeddings.create`. The number and the length of the vectors are recorded, not the vectors. */
export const embeddings: Operation = {
  library: MISTRAL,
  name: "embeddings",
  type: "embedding",
  path: "",
  parameters: new Set(["encoding_format", "output_dimension", "output_dtype"]),
  input: (body) => body.input,
  answer: embeddingAnswer,
  // The vectors are too long to be searched.
  readsItself: true,
};

function embeddingAnswer(data: unknown): Answer {
  if (!isFields(data) || types.isProxy(data)) return {};
  const items = ownData(data, "data");
  const vectors: readonly unknown[] = types.isProxy(items) ? [] : listOf(items);
  const vector = ownData(vectors[0], "embedding");
  const dimensions = !types.isProxy(vector) && Array.isArray(vector) ? vector.length : undefined;
  return {
    output: { count: vectors.length, ...(dimensions !== undefined && { dimensions }) },
    model: textOf(ownData(data, "model")),
    usage: usageOf(dataIn(ownData(data, "usage"))),
    responseId: textOf(ownData(data, "id")),
    dimensions,
  };
}
