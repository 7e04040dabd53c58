import { chat, chatStream } from "../../../../instrumentations/cohere/operations/chat.ts";
import type { Amounts } from "../../../support/usage/answers.ts";
import type { Door, Fields } from "../../../support/usage/door.ts";
import { recorded, plain, streamed, WRITES, TEXT_ONLY } from "../recorded-door.ts";

const cohereUsage = ({ fresh, text }: Amounts): Fields => ({
  billedUnits: { inputTokens: fresh, outputTokens: text },
  tokens: { inputTokens: fresh + 60, outputTokens: text },
});

/** Doors of answers that this instrumentation records. */
export const DOORS: readonly Door[] = [
  recorded("cohere", (a) => plain(chat, { message: {}, usage: cohereUsage(a) }), [...WRITES, ...TEXT_ONLY, "cached"]),
  recorded("cohere, streamed", (a) => streamed(chatStream, { type: "message-end", delta: { usage: cohereUsage(a) } }), [
    ...WRITES,
    ...TEXT_ONLY,
    "cached",
  ]),
];
