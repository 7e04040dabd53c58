import type { Amounts } from "../answers.ts";
import type { Fields } from "../door.ts";
import { VECTOR, type Wire } from "./wire.ts";

export function ollamaWire(model: string, { fresh, text: output }: Amounts): Wire {
  const piece = {
    model,
    created_at: "2026-11-01T10:00:00Z",
    message: { role: "assistant", content: "Hi" },
    done: false,
  };
  const counts = {
    total_duration: 9,
    load_duration: 1,
    prompt_eval_count: fresh,
    eval_count: output,
    eval_duration: 5,
  };
  const end = { ...piece, done: true, done_reason: "stop", ...counts };
  return { whole: end, events: [piece, { ...end, message: { role: "assistant", content: "" } }] };
}

/** Answer of `generate`, whose text is no message. */
export function ollamaGenerateWire(model: string, amounts: Amounts): Wire {
  const { whole, events } = ollamaWire(model, amounts);
  const withText = ({ message: _message, ...fields }: Fields, index: number): Fields => ({
    ...fields,
    response: index === 0 ? "Hi" : "",
  });
  return { whole: withText(whole, 0), events: events.map(withText) };
}

export function ollamaEmbedWire(model: string, { fresh }: Amounts): Wire {
  const whole = { model, embeddings: [VECTOR], total_duration: 9, load_duration: 1, prompt_eval_count: fresh };
  return { whole, events: [] };
}
