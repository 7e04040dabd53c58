import { isFields, listOf, textOf } from "@svc/core";
import type { Answer, Operation } from "../operation.ts";
import { readUsage } from "../token-usage.ts";

/** `embeddings.create`. The vectors are not recorded: how many they are and how long. */
export const embeddings: Operation = {
  name: "embeddings",
  type: "embedding",
  parameters: new Set(["dimensions", "encoding_format", "user"]),
  input: (body) => body.input,
  answer: embeddingAnswer,
};

function embeddingAnswer(data: unknown): Answer {
  if (!isFields(data)) return {};
  const vectors = listOf(data.data);
  const first = vectors[0];
  const dimensions = isFields(first) ? lengthOf(first.embedding) : undefined;
  return {
    output: { count: vectors.length, ...(dimensions !== undefined && { dimensions }) },
    model: textOf(data.model),
    usage: readUsage(data.usage),
    dimensions,
  };
}

const BYTES_PER_NUMBER = 4;

/** Numbers in a vector: a list or, as the application may ask for, base64 of 32-bit floats. */
function lengthOf(vector: unknown): number | undefined {
  if (typeof vector === "string") return Buffer.byteLength(vector, "base64") / BYTES_PER_NUMBER;
  return isFields(vector) && typeof vector.length === "number" ? vector.length : undefined;
}
