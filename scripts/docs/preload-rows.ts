import { PROVIDERS } from "../../instrumentations/index.ts";
import { filesOf, type Provider } from "../../instrumentations/shared/provider/provider.ts";
import type { InstrumentationRow } from "../../register/instrumentations/instrumentation-row.ts";

/** Row of the preload's table, without its functions. */
export type PreloadRow = Pick<
  InstrumentationRow,
  "name" | "purpose" | "modules" | "files" | "functions" | "entries" | "className"
>;

/** Rows of the preload's table of instrumentations for model calls. */
export const PRELOAD_ROWS: readonly PreloadRow[] = PROVIDERS.map(rowOf);

function rowOf(provider: Provider): PreloadRow {
  const { name, packages, className, functions, entries, keepsExports = true } = provider;
  return {
    name,
    purpose: "observations",
    modules: packages.map((found) => found.name),
    ...(keepsExports && { files: filesOf(provider) }),
    ...(functions && { functions }),
    ...(entries && { entries }),
    className,
  };
}

/** Returns the source file with the rows: the preload loads no code of an instrumentation before its library is loaded. */
export function preloadRowsFile(): string {
  const standIns = PROVIDERS.filter(({ registerStandIn }) => registerStandIn !== undefined);
  return [
    "// Generated from instrumentations/index.ts by `npm run docs`. Do not edit.",
    ...standIns.map(({ registerStandIn, module }) => `import { ${registerStandIn} } from "${module}";`),
    `import type { InstrumentationRow } from "./instrumentation-row.ts";

/** Instrumentations that record what an application does with models. They are this project's own. */
export const MODEL_INSTRUMENTATIONS: readonly InstrumentationRow[] = [`,
    ...PROVIDERS.map((provider, index) => rowText(provider, PRELOAD_ROWS[index]!)),
    "];\n",
  ].join("\n");
}

function rowText({ module, registerStandIn }: Provider, row: PreloadRow): string {
  const fields = Object.entries(row).map(([name, value]) => `    ${name}: ${textOf(value)},\n`);
  const standIn = registerStandIn === undefined ? "" : `    registerStandIn: ${registerStandIn},\n`;
  return `  {\n${fields.join("")}${standIn}    load: () => require("${module}"),\n  },`;
}

function textOf(value: PreloadRow[keyof PreloadRow]): string {
  const items = Array.isArray(value) ? (value as readonly string[]) : [];
  if (items.length < 3) return JSON.stringify(value);
  return `[\n${items.map((each) => `      ${JSON.stringify(each)},\n`).join("")}    ]`;
}
