// `npm run docs`: writes the parts of docs/ that repeat tables of the code. With --check it only lists the pages that would
// change.
import { readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { configurationPage } from "./docs/configuration-page.ts";
import { withGeneratedPart } from "./docs/generated-part.ts";
import { instrumentationTables } from "./docs/instrumentation-tables.ts";
import { packageTable } from "./docs/package-table.ts";

/** Pages, each with the function that makes its current text from the committed text. */
const PAGES: Readonly<Record<string, (page: string) => string>> = {
  "docs/configuration.md": configurationPage,
  "docs/preload.md": (page) =>
    withGeneratedPart(page, "register/instrumentations/instrumentation-table.ts", instrumentationTables()),
  "docs/recorded-calls.md": (page) => withGeneratedPart(page, "scripts/docs/package-table.ts", packageTable()),
};

const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });

for (const [path, generate] of Object.entries(PAGES)) {
  const file = new URL(`../${path}`, import.meta.url);
  const before = readFileSync(file, "utf8");
  const now = generate(before);
  if (!values.check) {
    writeFileSync(file, now);
  } else if (before !== now) {
    console.error(`${path} differs from the table in the code that it repeats: run \`npm run docs\`.`);
    process.exitCode = 1;
  }
}
