import type { ChatMessageWithPlaceholders } from "@svc/core/api";

/** Types of chat prompt entries: message and placeholder. */
export const ChatMessageType = { ChatMessage: "chatmessage", Placeholder: "placeholder" } as const;

/** Type of a chat prompt entry. */
export type ChatMessageType = (typeof ChatMessageType)[keyof typeof ChatMessageType];

/** Message of a chat prompt. */
export interface ChatMessage {
  role: string;
  content: string;
}

/** Entry of a chat prompt: a message, or a placeholder for messages given with each use. */
export type ChatMessageOrPlaceholder = ChatMessageWithPlaceholders;

/** LangChain's placeholder for messages: `["placeholder", "{name}"]`. */
export type LangchainMessagesPlaceholder = ["placeholder", string];

/** Returns the entries with their types, by which the service tells messages from placeholders. */
export function withTypes(entries: readonly ChatMessageOrPlaceholder[]): ChatMessageOrPlaceholder[] {
  return entries.map((entry) =>
    "role" in entry ? { ...entry, type: ChatMessageType.ChatMessage } : { ...entry, type: ChatMessageType.Placeholder },
  );
}
