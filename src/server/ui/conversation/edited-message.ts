import type { Part } from "@svc/core/internal/messages";

/** Role of an entry that stands for a list of messages, which are inserted when a prompt is used. */
export const PLACEHOLDER = "placeholder";

/** Message while it is edited. */
export interface EditedMessage {
  /** Number that stays with the message while others move. */
  readonly key: number;
  readonly role: string;
  /** Text of the message, or the name of the placeholder. */
  readonly text: string;
  /** Parts that are no text, such as images and calls of tools. */
  readonly others: readonly Part[];
}

let lastKey = 0;

export function editedMessage(role: string, text: string, others: readonly Part[] = []): EditedMessage {
  lastKey += 1;
  return { key: lastKey, role, text, others };
}
