/** Package name of OpenTelemetry's API. */
export const API_PACKAGE = "@opentelemetry/api";

/** ES module that exports the API, in any copy of the package. The preload wraps this module to see registrations. */
export const API_FILE_PATTERNS: readonly RegExp[] = [/\/@opentelemetry\/api\/dist\/index\.mjs$/];
