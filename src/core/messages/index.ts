// Names that the service, its page and the terminal take: one reader of messages and media, whatever provider they were written for.

export { isJsonObject } from "../values/exact-json.ts";
export type { Fields } from "../values/fields.ts";
export type { Message, Part, ToolResult } from "./message.ts";
export { calledTools, nameOfTool } from "./called-tools.ts";
export { answerLine, questionLine } from "./content-line.ts";
export { conversationLines, conversationText, mediaLabel } from "./conversation-text.ts";
export { joinResults } from "./join-results.ts";
export { mediaBeside, mediaTypeOf, splitMedia } from "./media-source.ts";
export { parsedContent } from "./parsed-content.ts";
export { readMessages } from "./read-messages.ts";
export { readResult } from "./read-parts.ts";
