const otel = require("@opentelemetry/api");

if (globalThis.theirs === undefined) require("./start-plain.cjs");
void import("../calls-in-spans.mjs").then(({ callInSpans }) => callInSpans(otel));
