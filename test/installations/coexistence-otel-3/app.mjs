import { context, propagation, trace } from "@opentelemetry/api";

const { journey } = await import("../journey.mjs");
if (globalThis.remembering === undefined) await import("./start-sdk.mjs");
await journey({ trace });
const fields = propagation.fields();
console.log(
  JSON.stringify({
    spans: globalThis.remembering.spans,
    fields,
    manager: context._getContextManager().constructor.name,
  }),
);
