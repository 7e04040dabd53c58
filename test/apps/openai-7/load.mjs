// Loads `openai` by the names given, `import:<name>` or `require:<name>`, and makes every kind of call with each.
import { createRequire } from "node:module";

const require = createRequire(import.meta.url);
const [file, major, ...names] = process.argv.slice(2);
const { callWith } = await import(file);
const loaded = [];
for (const name of names) {
  const specifier = name.slice(name.indexOf(":") + 1);
  loaded.push(name.startsWith("import:") ? await import(specifier) : require(specifier));
}
process.stdout.write(JSON.stringify(await callWith(loaded, Number(major))));
