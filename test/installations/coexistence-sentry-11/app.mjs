import { context, propagation, trace } from "@opentelemetry/api";

const { journey } = await import("../journey.mjs");
if (globalThis.remembering === undefined) await import("./start-sdk.mjs");
await journey({ trace });
await globalThis.flush();
console.log(
  JSON.stringify({
    spans: globalThis.remembering.spans,
    fields: propagation.fields(),
    manager: context._getContextManager().constructor.name,
  }),
);
