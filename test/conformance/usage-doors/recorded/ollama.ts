import { chat } from "../../../../instrumentations/ollama/operations/chat.ts";
import type { Door } from "../../../support/usage/door.ts";
import { recorded, plain, WRITES, TEXT_ONLY } from "../recorded-door.ts";

/** Doors of answers that this instrumentation records. */
export const DOORS: readonly Door[] = [
  recorded(
    "ollama",
    (a) => plain(chat, { done: true, prompt_eval_count: a.fresh, eval_count: a.text, eval_duration: 5 }),
    [...WRITES, ...TEXT_ONLY, "cached"],
  ),
];
