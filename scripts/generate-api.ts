// `npm run generate`: writes the files that are made from the OpenAPI document. With --check it only reports whether a file
// would change and whether the document is valid.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readDocument } from "./openapi/document.ts";
import { emitExports } from "./openapi/exports.ts";
import { emitGroups } from "./openapi/groups.ts";
import { emitOperationTypes } from "./openapi/operation-types.ts";
import { emitPage } from "./openapi/page.ts";
import { lint } from "./openapi/tools.mjs";
import { emitTypes } from "./openapi/types.ts";

const ROOT = join(import.meta.dirname, "..");
const SOURCE = "src/core/api/openapi";
const NOTE = `Generated from ${SOURCE} by \`npm run generate\`. Do not edit.`;

/** Index files that export every generated type, each with the module it takes them from. */
const INDEXES: Readonly<Record<string, string>> = {
  "src/core/api/index.ts": "./types.ts",
  "src/core/index.ts": "./api/types.ts",
  "src/client/index.ts": "@svc/core/api",
};

const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });
const document = readDocument(join(ROOT, SOURCE));
const types = await emitTypes(document);

const files: Record<string, string> = {
  "src/core/api/openapi.json": `${JSON.stringify(document, null, 2)}\n`,
  "src/core/api/types.ts": formatted("types.ts", `// ${NOTE}\n\n${types}`),
  "src/core/api/groups.ts": formatted("groups.ts", `// ${NOTE}\n\n${emitGroups(document)}`),
  "src/server/api/routing/operations.ts": formatted("operations.ts", `// ${NOTE}\n\n${emitOperationTypes(document)}`),
  "docs/api-operations.md": formatted("api-operations.md", `<!-- ${NOTE} -->\n\n${emitPage(document)}`),
  ...Object.fromEntries(Object.entries(INDEXES).map(([path, from]) => [path, indexWithNames(path, from)])),
};

let isRight = true;
for (const [name, text] of Object.entries(files)) {
  const file = join(ROOT, name);
  if (!values.check) writeFileSync(file, text);
  else if (!existsSync(file) || readFileSync(file, "utf8") !== text) {
    console.error(`${name} is not what ${SOURCE} says: run \`npm run generate\`.`);
    isRight = false;
  }
}
if (!lint(join(ROOT, "src/core/api/openapi.json"))) isRight = false;
process.exitCode = isRight ? 0 : 1;

/** Returns an index file with the current names of the generated types in its last part. */
function indexWithNames(path: string, from: string): string {
  const mark = `// ${NOTE}\n`;
  const [own = ""] = readFileSync(join(ROOT, path), "utf8").split(mark);
  return formatted(path, `${own}${mark}${emitExports(types, from, own)}`);
}

function formatted(name: string, text: string): string {
  const { status, stdout, stderr } = spawnSync(join(ROOT, "node_modules/.bin/oxfmt"), ["--stdin-filepath", name], {
    input: text,
    encoding: "utf8",
    maxBuffer: 2 ** 26,
    cwd: ROOT,
  });
  if (status !== 0) throw new Error(`${name} cannot be formatted: ${stderr}`);
  return stdout;
}
