// Names with which the instrumentations of this repository record. They write to no span themselves, so that content is held back in one place.
export { RecordedSpan, type RecordedAttributes } from "./recorded-span/recorded-span.ts";
export { type StatusText } from "./recorded-span/status-text.ts";
