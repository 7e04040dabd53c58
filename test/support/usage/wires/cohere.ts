import type { Amounts } from "../answers.ts";
import type { Fields } from "../door.ts";
import { VECTOR, type Wire } from "./wire.ts";

const counts = ({ fresh, text }: Amounts): Fields => ({
  billed_units: { input_tokens: fresh, output_tokens: text },
  tokens: { input_tokens: fresh + 60, output_tokens: text },
});

export function cohereWire(_model: string, amounts: Amounts): Wire {
  const usage = counts(amounts);
  const content = { type: "text", text: "Hi" };
  return {
    whole: { id: "c1", finish_reason: "COMPLETE", message: { role: "assistant", content: [content] }, usage },
    events: [
      { type: "message-start", id: "c1", delta: { message: { role: "assistant", content: [] } } },
      { type: "content-start", index: 0, delta: { message: { content: { type: "text", text: "" } } } },
      { type: "content-delta", index: 0, delta: { message: { content: { text: "Hi" } } } },
      { type: "content-end", index: 0 },
      { type: "message-end", delta: { finish_reason: "COMPLETE", usage } },
    ],
  };
}

/** Answer of the first version of the API. */
export function cohereV1Wire(_model: string, amounts: Amounts): Wire {
  const whole = { generation_id: "g1", text: "Hi", finish_reason: "COMPLETE", meta: counts(amounts) };
  return {
    whole,
    events: [
      { event_type: "text-generation", text: "Hi", is_finished: false },
      { event_type: "stream-end", finish_reason: "COMPLETE", response: whole, is_finished: true },
    ],
  };
}

export function cohereEmbedWire(_model: string, { fresh }: Amounts): Wire {
  const meta = { api_version: { version: "2" }, billed_units: { input_tokens: fresh } };
  return { whole: { id: "e1", embeddings: { float: [VECTOR] }, texts: ["a text"], meta }, events: [] };
}
