import type { ChatMessageWithPlaceholders } from "@svc/core/api";

/** What tells a message from a placeholder in a chat prompt. */
export const ChatMessageType = { ChatMessage: "chatmessage", Placeholder: "placeholder" } as const;

/** Kind of an entry of a chat prompt. */
export type ChatMessageType = (typeof ChatMessageType)[keyof typeof ChatMessageType];

/** One message. */
export interface ChatMessage {
  role: string;
  content: string;
}

/** An entry of a chat prompt: a message, or the place of messages that come with each use. */
export type ChatMessageOrPlaceholder = ChatMessageWithPlaceholders;

/** What LangChain takes for the place of messages: `["placeholder", "{name}"]`. */
export type LangchainMessagesPlaceholder = ["placeholder", string];

/** Entries that all have a type: the service tells messages from placeholders by it. */
export function withTypes(entries: readonly ChatMessageOrPlaceholder[]): ChatMessageOrPlaceholder[] {
  return entries.map((entry) =>
    "role" in entry ? { ...entry, type: ChatMessageType.ChatMessage } : { ...entry, type: ChatMessageType.Placeholder },
  );
}
