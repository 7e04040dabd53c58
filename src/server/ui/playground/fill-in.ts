import { parseExactJson } from "@svc/core/internal";
import { readMessages } from "@svc/core/internal/messages";
import Mustache from "mustache";
import { type EditedMessage, PLACEHOLDER } from "../conversation/edited-message.ts";
import { editable } from "./run-messages.ts";

/** Values are inserted without escaping, as the client does it: prompts are not HTML. */
const OPTIONS = { escape: String };

/** Returns messages with the values of their variables, and with the messages of their placeholders. Throws an error for people. */
export function fillIn(
  messages: readonly EditedMessage[],
  values: Readonly<Record<string, string>>,
): readonly EditedMessage[] {
  return messages.flatMap((message) => {
    if (message.role !== PLACEHOLDER) return [{ ...message, text: filled(message.text, values) }];
    return messagesOf(message.text, values[message.text] ?? "");
  });
}

function filled(text: string, values: Readonly<Record<string, string>>): string {
  try {
    return Mustache.render(text, values, undefined, OPTIONS);
  } catch (error) {
    throw new Error(`A variable is broken: ${error instanceof Error ? error.message : ""}`, { cause: error });
  }
}

function messagesOf(name: string, text: string): EditedMessage[] {
  if (text.trim() === "") return [];
  try {
    const messages = readMessages(parseExactJson(text), "user");
    if (messages !== undefined) return messages.map(editable);
  } catch {
    // The message below names the form that is expected.
  }
  throw new Error(`${name}: a JSON list of messages is expected, such as [{ "role": "user", "content": "…" }]`);
}
