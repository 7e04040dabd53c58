// Part of `npm run lint`: names of private fields of other projects' objects, which begin with an underscore, stand only where a
// `foreign-fields.json` of the file's folder, or of one around it, has them with a reason. Such a field changes without
// notice: what it is needed for is left out where it is missing.
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync, Visitor } from "oxc-parser";

/** Names with an underscore that the files of a folder may use. */
interface ForeignFields {
  readonly names: readonly string[];
  readonly reason: string;
}

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

const exclude = (name: string): boolean => /(?:^|\/)(?:node_modules|dist)$/.test(name);
const filesNamed = (name: string): string[] =>
  FOLDERS.flatMap((folder) => globSync(`${folder}/**/${name}`, { cwd: ROOT, exclude }));

const allowed = filesNamed("foreign-fields.json").flatMap((path) =>
  (JSON.parse(readFileSync(join(ROOT, path), "utf8")) as ForeignFields[]).flatMap(({ names }) =>
    names.map((name) => ({ folder: dirname(path), name })),
  ),
);
const unused = new Set(allowed);
for (const path of filesNamed("*.ts").filter((file) => !file.endsWith(".d.ts"))) {
  for (const used of privateNamesIn(path)) {
    const rows = allowed.filter(({ folder, name }) => path.startsWith(`${folder}/`) && name === used);
    for (const row of rows) unused.delete(row);
    if (rows.length > 0) continue;
    console.error(
      `${path} uses ${used}, which reads like a private field of another project: use what it documents, or add it with the reason to ` +
        "the foreign-fields.json of its folder.",
    );
    process.exitCode = 1;
  }
}
for (const { folder, name } of unused) {
  console.error(`${name} is not used in ${folder}: remove it from ${folder}/foreign-fields.json.`);
  process.exitCode = 1;
}
