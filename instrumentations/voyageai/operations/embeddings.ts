import { listOf, textOf } from "@svc/core/internal";
import { dataIn, ownData, types, type Answer, type Operation } from "@svc/instrumentation";
import { VOYAGEAI } from "../library.ts";
import { usageMetadata, usageOf } from "../token-usage.ts";

/** `embed`. The number and the length of the vectors are recorded, not the vectors. */
export const embed: Operation = {
  library: VOYAGEAI,
  name: "embeddings",
  type: "embedding",
  path: "",
  readsPassed: true,
  parameters: new Set(["encodingFormat", "inputType", "outputDimension", "outputDtype", "truncation"]),
  input: ({ input }) => input,
  answer: (data) => embeddingAnswer(data, vectorsIn(data)),
  // The vectors are too long to be searched.
  readsItself: true,
};

/** `multimodalEmbed`, of texts and images. */
export const multimodalEmbed: Operation = { ...embed, input: ({ inputs }) => inputs };

/** `contextualizedEmbed`, which has a vector for each chunk of each document. */
export const contextualizedEmbed: Operation = {
  ...multimodalEmbed,
  parameters: new Set([...embed.parameters, "chunkOverlap", "chunkSize", "enableAutoChunking"]),
  answer: (data) => embeddingAnswer(data, vectorsIn(data).flatMap(vectorsIn)),
};

function embeddingAnswer(data: unknown, vectors: readonly unknown[]): Answer {
  const usage = dataIn(ownData(data, "usage"));
  const dimensions = lengthOf(ownData(vectors[0], "embedding"));
  return {
    output: { count: vectors.length, ...(dimensions !== undefined && { dimensions }) },
    model: textOf(ownData(data, "model")),
    usage: usageOf(usage),
    dimensions,
    metadata: usageMetadata(usage),
  };
}

/** Returns the list in `data`: the vectors of an answer or of a document, or the documents of an answer. */
function vectorsIn(holder: unknown): readonly unknown[] {
  const data = ownData(holder, "data");
  return types.isProxy(data) ? [] : listOf(data);
}

/** Returns the length of a vector that is a list of numbers. The others pack them in a text. */
function lengthOf(vector: unknown): number | undefined {
  return !types.isProxy(vector) && Array.isArray(vector) ? vector.length : undefined;
}
