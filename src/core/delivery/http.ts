// Names that the packages of this repository take from `@svc/core/internal/http`: on Node it loads `node:http`.
export { createHttpSender, describeNetworkError, sendableHeaders } from "#platform/http-sender";
export type { HttpSender } from "./sender.ts";
