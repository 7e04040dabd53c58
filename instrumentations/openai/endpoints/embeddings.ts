import { isFields, listOf, readUsage, textOf } from "@svc/core/internal";
import { type Answer, dataIn, type EndpointOperation, ownData, types } from "@svc/instrumentation";

/** `embeddings.create`. The number and the length of the vectors are recorded, not the vectors. */
export const embeddings: EndpointOperation = {
  name: "embeddings",
  type: "embedding",
  path: "/embeddings",
  parameters: new Set(["dimensions", "encoding_format", "user"]),
  input: (body) => body.input,
  answer: embeddingAnswer,
  // The vectors are too long to be searched.
  readsItself: true,
};

function embeddingAnswer(data: unknown): Answer {
  if (!isFields(data) || types.isProxy(data)) return {};
  const vectors = vectorsOf(ownData(data, "data"));
  const dimensions = lengthOf(ownData(vectors[0], "embedding"));
  return {
    output: { count: vectors.length, ...(dimensions !== undefined && { dimensions }) },
    model: textOf(ownData(data, "model")),
    usage: readUsage(dataIn(ownData(data, "usage"))),
    dimensions,
  };
}

const BYTES_PER_NUMBER = 4;

function vectorsOf(data: unknown): readonly unknown[] {
  return types.isProxy(data) ? [] : listOf(data);
}

/** Returns how many numbers a vector has. A vector is a list or, as the application may request, base64 of 32-bit floats. */
function lengthOf(vector: unknown): number | undefined {
  if (typeof vector === "string") return sizeOfBase64(vector) / BYTES_PER_NUMBER;
  if (types.isProxy(vector)) return undefined;
  return Array.isArray(vector) || types.isFloat32Array(vector) ? vector.length : undefined;
}

function sizeOfBase64(text: string): number {
  const padding = text.endsWith("==") ? 2 : text.endsWith("=") ? 1 : 0;
  return Math.floor((text.length - padding) * 0.75);
}
