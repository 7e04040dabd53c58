import { messages } from "../../../../instrumentations/anthropic/messages/messages.ts";
import { anthropicUsage, type Door } from "../../../support/usage/door.ts";
import { recorded, plain, streamed, MEDIA } from "../recorded-door.ts";

/** Doors of answers that this instrumentation records. */
export const DOORS: readonly Door[] = [
  recorded("anthropic", (a) => plain(messages, { content: [], usage: anthropicUsage(a) }), MEDIA),
  recorded(
    "anthropic, streamed",
    (a) => {
      const { output_tokens, output_tokens_details, ...start } = anthropicUsage(a);
      return streamed(
        messages,
        { type: "message_start", message: { role: "assistant", usage: { ...start, output_tokens: 1 } } },
        { type: "message_delta", delta: {}, usage: { output_tokens, output_tokens_details } },
      );
    },
    MEDIA,
  ),
];
