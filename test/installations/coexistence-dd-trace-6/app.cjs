if (globalThis.remembering === undefined) require("./start-sdk.cjs");
const { context, propagation, trace } = require("@opentelemetry/api");

async function main() {
  const { journey } = await import("../journey.mjs");
  await journey({ trace });
  await new Promise((resolve) => setTimeout(resolve, 50));
  console.log(
    JSON.stringify({
      spans: globalThis.remembering.spans,
      fields: propagation.fields(),
      manager: context._getContextManager().constructor.name,
    }),
  );
}

main();
