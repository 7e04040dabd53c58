// `npm run docs`: writes the parts of the pages that repeat tables of the code or results of benchmarks, and the list of the pages for
// models. With --check it only lists the files that would change.
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { configurationPage } from "./docs/configuration-page.ts";
import { exportedNamesFile } from "./docs/exported-names.ts";
import { withGeneratedPart } from "./docs/generated-part.ts";
import { packagesTable, pageLinks, sidebarPages } from "./docs/instrumentation-pages.ts";
import { instrumentationTables } from "./docs/instrumentation-tables.ts";
import { llmsFile } from "./docs/llms-file.ts";
import { exactNamesTable } from "./docs/masking-table.ts";
import { langfusePage, migrationPage } from "./docs/migration-tables.ts";
import { packageTable, pageTable } from "./docs/package-table.ts";
import { performancePage } from "./docs/performance-page.ts";
import { recordedPackageNames, recordedPackageNamesFile } from "./docs/recorded-package-names.ts";
import { preloadRowsFile } from "./docs/preload-rows.ts";
import { producersTable } from "./docs/producers-table.ts";
import { reliabilityPage } from "./docs/reliability-page.ts";
import { scalePage } from "./docs/scale-page.ts";
import { supportPage } from "./docs/support-page.ts";
import { partNamesTable, usageKindsTable, usageNamesTable } from "./docs/usage-tables.ts";
import { architecturePage } from "./docs/ways.ts";

/** Files, each with the function that makes its current text from the committed text. */
const FILES: Readonly<Record<string, (page: string) => string>> = {
  "README.md": (page) => withGeneratedPart(page, "scripts/docs/package-table.ts", pageTable()),
  "docs/architecture.md": architecturePage,
  "docs/configuration.md": configurationPage,
  "llms.txt": llmsFile,
  "docs/masking.md": (page) => withGeneratedPart(page, "src/otel/masking/exact-names.ts", exactNamesTable()),
  "docs/migrate-from-5.md": migrationPage,
  "docs/migrate-from-langfuse.md": langfusePage,
  "src/migrate/exported-names.ts": exportedNamesFile,
  "docs/preload.md": (page) =>
    withGeneratedPart(page, "register/instrumentations/instrumentation-table.ts", instrumentationTables()),
  "docs/nextjs.md": (page) => withGeneratedPart(page, "instrumentations/index.ts", recordedPackageNames()),
  "docs/index.md": (page) => withGeneratedPart(page, "instrumentations/index.ts", pageLinks()),
  "docs/packages.md": (page) => withGeneratedPart(page, "scripts/docs/instrumentation-pages.ts", packagesTable()),
  "docs/.vitepress/instrumentation-pages.json": sidebarPages,
  "src/create/recorded-packages.ts": recordedPackageNamesFile,
  "register/instrumentations/model-instrumentations.ts": preloadRowsFile,
  "docs/other-producers.md": (page) => withGeneratedPart(page, "test/producers/producers.ts", producersTable()),
  "docs/performance.md": performancePage,
  "docs/reliability.md": reliabilityPage,
  "docs/scale.md": scalePage,
  "docs/support.md": supportPage,
  "docs/tokens-and-cost.md": tokensPage,
  "docs/recorded-calls.md": (page) => withGeneratedPart(page, "scripts/docs/package-table.ts", packageTable()),
};

/** Returns the page with the tables of the kinds of usage. */
function tokensPage(page: string): string {
  const spellings = "src/core/values/usage-spellings.ts";
  const withKinds = withGeneratedPart(page, "src/core/values/usage-kinds.ts", usageKindsTable());
  const withNames = withGeneratedPart(withKinds, spellings, usageNamesTable());
  return withGeneratedPart(withNames, `${spellings}#parts`, partNamesTable());
}

const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });

for (const [path, generate] of Object.entries(FILES)) {
  const file = new URL(`../${path}`, import.meta.url);
  const before = existsSync(file) ? readFileSync(file, "utf8") : "";
  const now = generate(before);
  if (!values.check) {
    writeFileSync(file, now);
  } else if (before !== now) {
    console.error(`${path} differs from what it repeats: run \`npm run docs\`.`);
    process.exitCode = 1;
  }
}
