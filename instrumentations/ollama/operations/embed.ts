import { isFields, listOf, readUsage, textOf } from "@svc/core/internal";
import { ownData, type Answer, type Operation, types } from "@svc/instrumentation";
import { OLLAMA, PARAMETERS, requestFields } from "../library.ts";
import { durations } from "../durations.ts";

/** `embed`. The number and the length of the vectors are recorded, not the vectors. */
export const embed: Operation = {
  library: OLLAMA,
  name: "embeddings",
  type: "embedding",
  path: "",
  readsPassed: true,
  parameters: PARAMETERS,
  fieldsOf: requestFields,
  input: (body) => body.input,
  answer: (data) => answerOf(data, listIn(data, "embeddings")),
  // The vectors are too long to be searched.
  readsItself: true,
};

/** `embeddings`, the endpoint before `embed`, which takes one text. */
export const embeddings: Operation = {
  ...embed,
  input: (body) => body.prompt,
  answer: (data) => answerOf(data, [listIn(data, "embedding")]),
};

function answerOf(data: unknown, vectors: readonly unknown[]): Answer {
  if (!isFields(data) || types.isProxy(data)) return {};
  const [vector] = vectors;
  const dimensions = !types.isProxy(vector) && Array.isArray(vector) ? vector.length : undefined;
  const counts = { prompt_eval_count: ownData(data, "prompt_eval_count") };
  const times = { total_duration: ownData(data, "total_duration"), load_duration: ownData(data, "load_duration") };
  return {
    output: { count: vectors.length, ...(dimensions !== undefined && { dimensions }) },
    model: textOf(ownData(data, "model")),
    usage: readUsage(counts),
    dimensions,
    metadata: durations(times),
  };
}

function listIn(data: unknown, name: string): readonly unknown[] {
  const found = ownData(data, name);
  return types.isProxy(found) ? [] : listOf(found);
}
