// `npm run generate`: writes the files that are made from the OpenAPI document. With --check it only reports whether a file
// would change and whether the document is valid.
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { readDocument } from "./openapi/document.ts";
import { emitGroups } from "./openapi/groups.ts";
import { emitOperationTypes } from "./openapi/operation-types.ts";
import { emitPage } from "./openapi/page.ts";
import { lint } from "./openapi/tools.mjs";
import { emitTypes } from "./openapi/types.ts";

const ROOT = join(import.meta.dirname, "..");
const SOURCE = "src/core/api/openapi";
const NOTE = `Generated from ${SOURCE} by \`npm run generate\`. Do not edit.`;

const { values } = parseArgs({ options: { check: { type: "boolean", default: false } } });
const document = readDocument(join(ROOT, SOURCE));
const types = await emitTypes(document);

const files: Record<string, string> = {
  "src/core/api/openapi.json": `${JSON.stringify(document, null, 2)}\n`,
  "src/core/api/types.ts": formatted("types.ts", `// ${NOTE}\n\n${types}`),
  "src/core/api/groups.ts": formatted("groups.ts", `// ${NOTE}\n\n${emitGroups(document)}`),
  "src/server/api/routing/operations.ts": formatted("operations.ts", `// ${NOTE}\n\n${emitOperationTypes(document)}`),
  "docs/api-operations.md": formatted("api-operations.md", `<!-- ${NOTE} -->\n\n${emitPage(document)}`),
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
