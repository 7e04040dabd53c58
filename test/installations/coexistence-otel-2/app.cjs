const otel = require("@opentelemetry/api");

if (globalThis.theirs === undefined) require("./start-sdk.cjs");
void import("../journey.mjs").then(({ journey }) => journey(otel));
