import { isFields, listOf, textOf } from "@svc/core/internal";
import { dataIn, ownData, pick, type Answer, type Operation, types } from "@svc/instrumentation";
import { COHERE } from "../library.ts";
import { usageMetadata, usageOf } from "../token-usage.ts";

/** `embed` of both versions of the API. The number and the length of the vectors are recorded, not the vectors. */
export const embed: Operation = {
  library: COHERE,
  name: "embeddings",
  type: "embedding",
  path: "",
  readsPassed: true,
  parameters: new Set(["embeddingTypes", "inputType", "maxTokens", "outputDimension", "truncate"]),
  input: ({ texts, images, inputs }) => {
    const given = pick({ texts, images, inputs }, ["texts", "images", "inputs"]);
    return Object.keys(given).length === 1 ? Object.values(given)[0] : given;
  },
  answer: embeddingAnswer,
  // The vectors are too long to be searched.
  readsItself: true,
};

function embeddingAnswer(data: unknown): Answer {
  const vectors = vectorsIn(ownData(data, "embeddings"));
  const dimensions = lengthOf(vectors[0]);
  const meta = dataIn(ownData(data, "meta"));
  return {
    output: { count: vectors.length, ...(dimensions !== undefined && { dimensions }) },
    usage: usageOf(meta),
    responseId: textOf(ownData(data, "id")),
    dimensions,
    metadata: usageMetadata(meta),
  };
}

/** Types of vectors that have a number for each dimension. The others pack eight dimensions in a number. */
const WHOLE = ["float", "int8", "uint8"] as const;

/** Returns the vectors of one type. An answer has a list of vectors, or a list for each type. */
function vectorsIn(embeddings: unknown): readonly unknown[] {
  if (!isFields(embeddings) || types.isProxy(embeddings)) return [];
  if (Array.isArray(embeddings)) return listOf(embeddings);
  const byType = [...WHOLE, ...Object.keys(embeddings)].map((type) => ownData(embeddings, type));
  return listOf(byType.find((vectors) => !types.isProxy(vectors) && Array.isArray(vectors)));
}

function lengthOf(vector: unknown): number | undefined {
  return !types.isProxy(vector) && Array.isArray(vector) ? vector.length : undefined;
}
