// Part of `npm run lint`: a provider is named in its folder, in files and folders of its name, in generated files, and in the line of
// `instrumentations/index.ts`. Everything else reads the declarations, but for the files of the table. A test names the packages that it calls.
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { PROVIDERS } from "../instrumentations/index.ts";
import { NAMING_FILES } from "./lint/naming-files.ts";

const ROOT = join(import.meta.dirname, "..");
const FOLDERS = [
  "src",
  "register",
  "instrumentations",
  "scripts",
  "bench",
  "test/support",
  "test/conformance",
  "test/fuzz",
];

const listed = execFileSync("git", ["ls-files", ...FOLDERS], { cwd: ROOT, encoding: "utf8" }).split("\n");
const files = listed.filter((file) => /\.[cm]?tsx?$/.test(file) && !file.endsWith(".test.ts"));
const texts = files.map((file) => [file, readFileSync(join(ROOT, file), "utf8")] as const);
const unused = new Set(Object.keys(NAMING_FILES));
for (const [folder, providers] of Map.groupBy(PROVIDERS, ({ module }) => module.split("/")[1]!)) {
  const declared = providers.flatMap(({ module, className, packages }) => [
    module,
    className,
    ...packages.flatMap(({ name, observer }) => [name, observer?.functionName ?? name]),
  ]);
  // The name of a package that is a plain word, such as `ai`, cannot be told from the word.
  const names = [...declared.filter((name) => !/^[a-z]+$/.test(name)), `instrumentations/${folder}`];
  const pattern = new RegExp(`(?<![\\w@-])(?:${names.join("|").replaceAll(".", "\\.")})(?![\\w-])`);
  const own = new Set([folder, ...providers.map(({ name }) => name)]);
  for (const [file, text] of texts) {
    const found = pattern.exec(text)?.[0];
    if (found === undefined || file.split(/[/.]/).some((part) => own.has(part)) || text.startsWith("// Generated"))
      continue;
    const allowed = Object.keys(NAMING_FILES).find((start) => file.startsWith(start));
    if (allowed !== undefined) unused.delete(allowed);
    else console.error(`${file} names ${found}: declare what it needs in instrumentations/${folder}/provider.ts.`);
    if (allowed === undefined) process.exitCode = 1;
  }
}
for (const start of unused) {
  console.error(`${start} names no provider: remove it from scripts/lint/naming-files.ts.`);
  process.exitCode = 1;
}
