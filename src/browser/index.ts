export { SvcBrowserClient, type SvcBrowserClientOptions } from "./browser-client.ts";
export { SvcBrowserError } from "./browser-error.ts";
export { SvcScoreDataType, type SvcBrowserScoreBody, type SvcBrowserScoreResult } from "./score.ts";
