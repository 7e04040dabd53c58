import { manifestOf, publishedFolders } from "../packages/published-packages.ts";

/** Text of a program by the name of its file. */
export type Programs = Readonly<Record<string, string>>;

/**
 * Returns programs that load every entry of every published package: as an ES module, and by `require`. JSON files are loaded by
 * `require` alone: an ES module needs an attribute for them that not every compiler of `TYPESCRIPT_VERSIONS` knows in every mode.
 */
export function entryPrograms(): Programs {
  const entries = publishedFolders().flatMap((folder) => {
    const { name, exports = {} } = manifestOf(folder);
    return Object.keys(exports).map((path) => `${name}${path.slice(1)}`);
  });
  const modules = entries.filter((entry) => !entry.endsWith(".json"));
  return {
    "entries.mts": programOf(modules, (name, entry) => `import * as ${name} from "${entry}";`),
    "entries.cts": programOf(entries, (name, entry) => `import ${name} = require("${entry}");`),
  };
}

/** Returns a program that imports entries and uses each, so that no compiler leaves an import out. */
function programOf(entries: readonly string[], importOf: (name: string, entry: string) => string): string {
  const names = entries.map((_entry, index) => `entry${index}`);
  const imports = entries.map((entry, index) => importOf(names[index]!, entry));
  return `${imports.join("\n")}\nexport const entries: readonly object[] = [${names.join(", ")}];\n`;
}
