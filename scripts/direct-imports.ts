// Bundles our own packages from their sources. Each import resolves to the file that declares the name: through a package's
// index, a part of the bundle that needs one name would carry the whole package.
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Rolldown } from "tsdown";

const ROOT = join(import.meta.dirname, "..");
const { compilerOptions } = JSON.parse(readFileSync(join(ROOT, "tsconfig.base.json"), "utf8")) as {
  compilerOptions: { paths: Readonly<Record<string, readonly string[]>> };
};
/** Row of the paths for every package that has none of its own. */
const PATTERN = "@svc/*";
const IMPORT = /^import (type )?\{([^}]*)\} from "(@svc\/[a-z/-]+)";$/gm;
/** Import of a built-in module that loads slowly and of which our code needs little. */
const SLOW_BUILTIN = /^import \{([^}]*)\} from "(node:crypto)";$/m;
const REEXPORT = /^export (?:\*|(type )?\{([^}]*)\}) from "(\.\/[\w/-]+\.ts|#platform\/[\w-]+)";$/gm;
const DECLARATION = /^export (?:declare )?(?:async )?(?:const|let|function\*?|class|abstract class) (\w+)/gm;

/** Resolves imports of `@svc/*` packages to the source files that declare the imported names. */
export const directImports: Rolldown.Plugin = {
  name: "direct-imports",
  resolveId(source) {
    return source.startsWith("@svc/") ? fileOf(source) : undefined;
  },
  transform: {
    filter: { id: /\.ts$/ },
    handler(code) {
      return code
        .replace(SLOW_BUILTIN, deferredImport)
        .replace(IMPORT, (_statement, type: string | undefined, names: string, source: string) => {
          const files = filesByName(source);
          return valueNames(type, names)
            .map((name) => {
              const file = files.get(name.split(" as ")[0]!);
              if (file === undefined) throw new Error(`${source} exports no value ${name}.`);
              return `import { ${name} } from ${JSON.stringify(file)};`;
            })
            .join("");
        });
    },
  },
};

function deferredImport(_statement: string, names: string, source: string): string {
  const deferred = names.split(",").map((name) => {
    const [exported, local = exported] = name.trim().split(" as ");
    return `const ${local} = /* @__PURE__ */ deferred(() => require("${source}"), "${exported}");`;
  });
  return `import { deferred } from ${JSON.stringify(join(ROOT, "register/sdk/deferred.ts"))};${deferred.join("")}`;
}

/** Returns the source file of an import, by the `paths` that the compiler reads too. */
function fileOf(source: string): string {
  const { [source]: exact, [PATTERN]: byName = [] } = compilerOptions.paths;
  const candidates = exact ?? byName.map((path) => path.replace("*", source.slice(PATTERN.length - 1)));
  const found = candidates.map((path) => join(ROOT, path)).find((path) => existsSync(path));
  if (found === undefined) throw new Error(`No path in tsconfig.base.json leads to ${source}.`);
  return found;
}

const known = new Map<string, Map<string, string>>();

/** Returns the file that declares each value a package exports. */
function filesByName(source: string): Map<string, string> {
  const cached = known.get(source);
  if (cached !== undefined) return cached;
  const files = exportsOf(fileOf(source));
  known.set(source, files);
  return files;
}

/** Returns the values a file exports, each with the file that declares it. */
function exportsOf(path: string): Map<string, string> {
  const files = new Map(declaredNames(path).map((name) => [name, path]));
  for (const [, type, names, file] of readFileSync(path, "utf8").matchAll(REEXPORT)) {
    const from = file!.startsWith("#") ? platformFile(path, file!) : join(dirname(path), file!);
    if (names !== undefined) for (const name of valueNames(type, names)) files.set(name, from);
    else for (const [name, declaring] of exportsOf(from)) files.set(name, declaring);
  }
  return files;
}

/** Returns the file for Node that an import such as `#platform/bytes` names, from the `imports` of the package. */
function platformFile(path: string, source: string): string {
  let folder = dirname(path);
  while (!existsSync(join(folder, "package.json"))) folder = dirname(folder);
  return join(folder, source.replace("#platform/", "platform/node/")) + ".ts";
}

function declaredNames(path: string): string[] {
  return [...readFileSync(path, "utf8").matchAll(DECLARATION)].map(([, name]) => name!);
}

function valueNames(type: string | undefined, names: string): string[] {
  if (type !== undefined) return [];
  const all = names.split(",").map((name) => name.trim());
  return all.filter((name) => name !== "" && !name.startsWith("type "));
}
