const otel = require("@opentelemetry/api");

if (globalThis.theirs === undefined) require("./start-plain.cjs");
void import("../journey.mjs").then(({ journey }) => journey(otel));
