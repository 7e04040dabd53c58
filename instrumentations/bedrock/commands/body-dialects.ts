import { fieldsOf, isFields, listOf, textOf, type Fields } from "@svc/core/internal";
import { aloneOrWith, onlyOrAll } from "@svc/instrumentation";

/** Output and stop reasons in the body of an answer. */
export interface BodyOutput {
  readonly output: unknown;
  readonly finishReasons?: readonly string[];
  /** Length of the vectors of an embedding. */
  readonly dimensions?: number | undefined;
}

/** Way in which some models write their answers. The model's id can be that of a profile, so the body itself tells. */
interface Dialect {
  readonly isIn: (body: Fields) => boolean;
  readonly read: (body: Fields) => BodyOutput;
}

const DIALECTS: readonly Dialect[] = [
  // Nova
  {
    isIn: (body) => isFields(fieldsOf(body.output).message),
    read: (body) => ({ output: fieldsOf(body.output).message, finishReasons: reasonsOf([body], "stopReason") }),
  },
  // Anthropic
  {
    isIn: (body) => Array.isArray(body.content),
    read: (body) => ({
      output: { role: body.role ?? "assistant", content: body.content },
      finishReasons: reasonsOf([body], "stop_reason"),
    }),
  },
  // OpenAI, DeepSeek, Qwen, AI21, Writer, newer models of Mistral
  {
    isIn: (body) => Array.isArray(body.choices),
    read: (body) => listOutput(body.choices, ["message", "text"], ["finish_reason", "stop_reason"]),
  },
  // Llama
  {
    isIn: (body) => typeof body.generation === "string",
    read: (body) => listOutput([body], ["generation"], ["stop_reason"]),
  },
  // Anthropic's older models
  {
    isIn: (body) => typeof body.completion === "string",
    read: (body) => listOutput([body], ["completion"], ["stop_reason"]),
  },
  // Mistral
  { isIn: (body) => Array.isArray(body.outputs), read: (body) => listOutput(body.outputs, ["text"], ["stop_reason"]) },
  // Cohere
  {
    isIn: (body) => Array.isArray(body.generations),
    read: (body) => listOutput(body.generations, ["text"], ["finish_reason"]),
  },
  {
    isIn: (body) => typeof body.text === "string",
    read: (body) => ({
      output: aloneOrWith(body, "text", ["tool_calls", "citations"]),
      finishReasons: reasonsOf([body], "finish_reason"),
    }),
  },
  // Titan
  {
    isIn: (body) => listOf(body.results).some((result) => typeof fieldsOf(result).outputText === "string"),
    read: (body) => listOutput(body.results, ["outputText"], ["completionReason"]),
  },
  { isIn: (body) => "embedding" in body || "embeddings" in body, read: vectorsOf },
  {
    isIn: (body) => Array.isArray(body.images),
    read: (body) => ({ output: imageUris(body.images), finishReasons: [] }),
  },
];

/** Returns the output in the body of an answer. A body in no known dialect is the output as a whole. */
export function bodyOutput(body: Fields): BodyOutput {
  const dialect = DIALECTS.find(({ isIn }) => isIn(body));
  return dialect ? dialect.read(body) : { output: body };
}

/** Returns images, which are bare base64, as data URIs. */
export function imageUris(images: unknown): unknown[] {
  return listOf(images).map((image) => (textOf(image) ? `data:image/png;base64,${String(image)}` : image));
}

/** Returns the first of these fields of each item, and the stop reasons. */
function listOutput(items: unknown, outputs: readonly string[], reasons: readonly string[]): BodyOutput {
  const list = listOf(items).map((item) => fieldsOf(item));
  return {
    output: onlyOrAll(list.map((item) => firstOf(item, outputs))),
    finishReasons: reasonsOf(list, ...reasons),
  };
}

function reasonsOf(items: readonly Fields[], ...names: readonly string[]): string[] {
  const reasons: string[] = [];
  for (const item of items) {
    const reason = textOf(firstOf(item, names));
    if (reason !== undefined) reasons.push(reason);
  }
  return reasons;
}

/** Returns the value of the first of these fields that an item has; null is not a value. */
function firstOf(item: Fields, names: readonly string[]): unknown {
  const name = names.find((each) => item[each] !== undefined && item[each] !== null);
  return name === undefined ? undefined : item[name];
}

/** Returns number and length of the vectors, which are too long to be recorded. */
function vectorsOf({ embedding, embeddings }: Fields): BodyOutput {
  const isByType = isFields(embeddings) && !Array.isArray(embeddings);
  const vectors = isByType ? listOf(Object.values(embeddings)[0]) : listOf(embeddings);
  const all = Array.isArray(embedding) ? [embedding] : vectors;
  const dimensions = Array.isArray(all[0]) ? all[0].length : undefined;
  return { output: { count: all.length, ...(dimensions !== undefined && { dimensions }) }, dimensions };
}
