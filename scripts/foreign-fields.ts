// Part of `npm run lint`: names of private fields of other projects' objects, which begin with an underscore, stand only where the table
// of exceptions has them with a reason. Such a field changes without notice.
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";
import { EXCEPTIONS } from "./lint/foreign-field-exceptions.ts";

const ROOT = join(import.meta.dirname, "..");
const FOLDERS = ["src/core", "src/tracing", "src/otel", "src/client", "instrumentations", "register"];
const PRIVATE = /^_[a-z]\w*$/;

/** Returns the private names that a file reads or writes: as a member, as a key of an object, or as a text that names one. */
function privateNamesIn(path: string): Set<string> {
  const names = new Set<string>();
  const note = (name: unknown): void => {
    if (typeof name === "string" && PRIVATE.test(name)) names.add(name);
  };
  new Visitor({
    MemberExpression: ({ property, computed }) => note(!computed && property.type === "Identifier" && property.name),
    Property: ({ key, computed }) => note(!computed && key.type === "Identifier" && key.name),
    Literal: ({ value }) => note(value),
  }).visit(parseSync(path, readFileSync(join(ROOT, path), "utf8")).program);
  return names;
}

const unused = new Set(EXCEPTIONS.flatMap(({ folder, names }) => names.map((name) => `${folder} ${name}`)));
const files = FOLDERS.flatMap((folder) =>
  globSync(`${folder}/**/*.ts`, { cwd: ROOT, exclude: (name) => /(?:^|\/)(?:node_modules|dist)$/.test(name) }),
);
for (const path of files.filter((file) => !file.endsWith(".d.ts"))) {
  for (const name of privateNamesIn(path)) {
    const rows = EXCEPTIONS.filter(({ folder, names }) => path.startsWith(`${folder}/`) && names.includes(name));
    for (const row of rows) unused.delete(`${row.folder} ${name}`);
    if (rows.length > 0) continue;
    console.error(
      `${path} uses ${name}, which reads like a private field of another project: use what it documents, or add a row with the reason ` +
        "to scripts/lint/foreign-field-exceptions.ts.",
    );
    process.exitCode = 1;
  }
}
for (const row of unused) {
  console.error(`${row} is not used: remove it from scripts/lint/foreign-field-exceptions.ts.`);
  process.exitCode = 1;
}
