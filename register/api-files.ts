/** OpenTelemetry's API, as it is imported. */
export const API_PACKAGE = "@opentelemetry/api";

/** The ES module that exports the API, in any copy of it: what has to be wrapped to see what is registered through it. */
export const API_FILE_PATTERNS: readonly RegExp[] = [/\/@opentelemetry\/api\/dist\/index\.mjs$/];
