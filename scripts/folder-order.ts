// Part of `npm run lint`: a folder of a package imports only from the folders before it, except for types. docs/architecture.md quotes
// the orders.
import { globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync } from "oxc-parser";
import { FOLDER_ORDERS } from "./lint/folder-orders.ts";

const ROOT = join(import.meta.dirname, "..");

/** Returns the first folder of a path below a package; an empty text for a file beside the folders. */
function folderOf(path: string): string {
  return path.includes("/") ? path.slice(0, path.indexOf("/")) : "";
}

/** Returns the paths, below the package, of what a file imports of it by value. */
function importsOf(file: string, folder: string): string[] {
  const { module } = parseSync(file, readFileSync(join(ROOT, folder, file), "utf8"));
  const imported = module.staticImports
    .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
    .map(({ moduleRequest }) => moduleRequest.value);
  const exported = module.staticExports.flatMap(({ entries }) =>
    entries.filter(({ isType }) => !isType).flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
  );
  return [...imported, ...exported].flatMap((source) => {
    if (source.startsWith("#")) return [`${source.slice(1).split("/")[0]}/port.ts`];
    return source.startsWith(".") ? [join(dirname(file), source)] : [];
  });
}

for (const { folder, order, ports } of FOLDER_ORDERS) {
  const floors = new Map(order.flatMap((names, floor) => names.map((name) => [name, floor] as const)));
  for (const file of globSync("**/*.ts", { cwd: join(ROOT, folder), exclude: ["dist", "node_modules"] })) {
    const own = floors.get(folderOf(file));
    if (folderOf(file) === "" || ports.includes(folderOf(file))) continue;
    if (own === undefined) {
      console.error(`${folder}/${file} is in a folder that scripts/lint/folder-orders.ts does not have.`);
      process.exitCode = 1;
      continue;
    }
    for (const target of importsOf(file, folder)) {
      const other = floors.get(folderOf(target));
      if (other === undefined || other < own || folderOf(target) === folderOf(file)) continue;
      console.error(
        `${folder}/${file} imports ${target}, of a folder that is not below its own: the order is in scripts/lint/folder-orders.ts.`,
      );
      process.exitCode = 1;
    }
  }
}
