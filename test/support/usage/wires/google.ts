import type { Amounts } from "../answers.ts";
import { type Fields, geminiUsage, interactionUsage } from "../door.ts";
import { VECTOR, type Wire, type WireRequest } from "./wire.ts";

export function contentWire(modelVersion: string, amounts: Amounts): Wire {
  const candidate = { content: { role: "model", parts: [{ text: "Hi" }] }, index: 0 };
  const whole = {
    candidates: [{ ...candidate, finishReason: "STOP" }],
    usageMetadata: geminiUsage(amounts),
    modelVersion,
    responseId: "r1",
  };
  return { whole, events: [{ candidates: [candidate], modelVersion, responseId: "r1" }, whole] };
}

/** Answer of the three paths for embeddings: Vertex AI counts the tokens of a vector, and newer APIs those of the request. */
export function googleEmbedWire(_model: string, { fresh }: Amounts, { path }: WireRequest): Wire {
  const counted = { values: VECTOR, statistics: { truncated: false, token_count: fresh } };
  if (path.endsWith(":predict")) return { whole: { predictions: [{ embeddings: counted }] }, events: [] };
  const usageMetadata: Fields = { promptTokenCount: fresh, totalTokenCount: fresh };
  const vector = { values: VECTOR };
  const vectors = path.endsWith(":batchEmbedContents") ? { embeddings: [vector] } : { embedding: vector };
  return { whole: { ...vectors, usageMetadata }, events: [] };
}

/** Answer of an interaction. */
export function interactionWire(model: string, amounts: Amounts): Wire {
  const usage = interactionUsage(amounts);
  const step = { type: "model_output", content: [{ type: "text", text: "Hi" }] };
  const base = {
    id: "i1",
    object: "interaction",
    model,
    created: "2026-11-01T10:00:00Z",
    updated: "2026-11-01T10:00:00Z",
  };
  const whole = { ...base, status: "completed", role: "model", steps: [step], outputs: step.content, usage };
  return {
    whole,
    events: [
      { event_type: "interaction.created", interaction: { ...base, status: "in_progress" } },
      { event_type: "step.start", index: 0, step: { type: "model_output" } },
      { event_type: "step.delta", index: 0, delta: { type: "text", text: "Hi" } },
      { event_type: "step.stop", index: 0 },
      { event_type: "interaction.completed", interaction: { ...base, status: "completed", usage } },
    ],
  };
}
