// Names for backends that are not the service: spans in the form of OpenTelemetry's conventions for generative AI.

export { genAiForm, type ConventionsOptions } from "./conventional-span.ts";
