// Names that the service, its page and the terminal take: one reader of messages and media, whatever provider they were written for.

export { isFields, type Fields, type Message, type Part, type ToolResult } from "./message.ts";
export { conversationLines, conversationText, mediaLabel } from "./conversation-text.ts";
export { joinResults } from "./join-results.ts";
export { mediaBeside, mediaTypeOf, splitMedia } from "./media-source.ts";
export { parsedContent } from "./parsed-content.ts";
export { readMessages } from "./read-messages.ts";
export { readResult } from "./read-parts.ts";
