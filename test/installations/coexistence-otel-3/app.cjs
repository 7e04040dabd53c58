const otel = require("@opentelemetry/api");

if (globalThis.theirs === undefined) require("./start-sdk.cjs");
void import("../calls-in-spans.mjs").then(({ callInSpans }) => callInSpans(otel));
