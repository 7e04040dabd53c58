// `npm run prices -- --version 1.2.3 TABLE`: writes the price list of the service from LiteLLM's table of model prices.
// `npm run prices -- --check TABLE`: names the models whose prices differ from the table. TABLE is the file
// `model_prices_and_context_window_backup.json` of the PyPI package `litellm` (`pip download litellm --no-deps`, then `unzip`).
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { PRICE_LIST } from "../src/server/ingest/prices/price-list.ts";
import { type PriceTable, listedModels, priceText } from "./prices/litellm-table.ts";

const LIST = join(import.meta.dirname, "../src/server/ingest/prices/price-list.json");

const { values, positionals } = parseArgs({
  options: { check: { type: "boolean", default: false }, version: { type: "string" } },
  allowPositionals: true,
});
const [file] = positionals;
if (file === undefined || values.check === (values.version !== undefined)) {
  console.error("Usage: npm run prices -- --version 1.2.3 TABLE, or npm run prices -- --check TABLE");
  process.exit(2);
}

const date = new Date().toISOString().slice(0, 10);
const models = listedModels(JSON.parse(readFileSync(file, "utf8")) as PriceTable, {
  source: `litellm ${values.version}`,
  date,
});
if (values.check) check();
else {
  writeFileSync(LIST, `[\n${models.map((model) => `  ${JSON.stringify(model)}`).join(",\n")}\n]\n`);
  console.log(`${models.length} models are in ${LIST}.`);
}

/** Prints each model whose prices the table states otherwise, or no longer. Sets the exit code. */
function check(): void {
  const stated = new Map(models.map((model) => [model.name, model]));
  let differences = 0;
  for (const listed of PRICE_LIST) {
    const other = stated.get(listed.name);
    if (other !== undefined && priceText(other) === priceText(listed)) continue;
    differences++;
    console.error(
      `${listed.name}: ${priceText(listed)} (${listed.source}, ${listed.date}), now ${other ? priceText(other) : "unknown"}`,
    );
  }
  const missing = models.filter(({ name }) => !PRICE_LIST.some((listed) => listed.name === name));
  for (const { name } of missing) console.error(`${name}: not in the list`);
  console.log(`${PRICE_LIST.length} models: ${differences} with other prices, ${missing.length} new`);
  process.exitCode = differences + missing.length > 0 ? 1 : 0;
}
