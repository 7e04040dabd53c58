const { context, propagation, trace } = require("@opentelemetry/api");

async function main() {
  const { journey } = await import("../journey.mjs");
  if (globalThis.remembering === undefined) require("./start-sdk.cjs");
  await journey({ trace });
  const fields = propagation.fields();
  console.log(
    JSON.stringify({
      spans: globalThis.remembering.spans,
      fields,
      manager: context._getContextManager().constructor.name,
    }),
  );
}

main();
