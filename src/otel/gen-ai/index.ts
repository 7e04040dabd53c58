// Names for backends that are not the service: spans and metrics of OpenTelemetry's conventions for generative AI.

export { GenAiMetrics } from "./client-metrics.ts";
export { genAiForm, type ConventionsOptions } from "./conventional-span.ts";
