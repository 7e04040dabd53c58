import type { Amounts } from "../answers.ts";
import { anthropicUsage } from "../door.ts";
import type { Wire } from "./wire.ts";

export function messageWire(model: string, amounts: Amounts): Wire {
  const usage = anthropicUsage(amounts);
  const { output_tokens, output_tokens_details, ...start } = usage;
  const whole = {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model,
    content: [{ type: "text", text: "Hi" }],
    stop_reason: "end_turn",
    stop_sequence: null,
    usage,
  };
  const message = { ...whole, content: [], stop_reason: null, usage: { ...start, output_tokens: 1 } };
  return {
    whole,
    events: [
      { type: "message_start", message },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hi" } },
      { type: "content_block_stop", index: 0 },
      {
        type: "message_delta",
        delta: { stop_reason: "end_turn", stop_sequence: null },
        usage: { output_tokens, output_tokens_details },
      },
      { type: "message_stop" },
    ],
  };
}
