import { context, propagation, trace } from "@opentelemetry/api";
import "./start-plain.mjs";

const { journey } = await import("../journey.mjs");
await journey({ trace });
await globalThis.flush();
console.log(
  JSON.stringify({
    spans: globalThis.remembering.spans,
    fields: propagation.fields(),
    manager: context._getContextManager().constructor.name,
  }),
);
