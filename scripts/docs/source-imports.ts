// Has Node load our own packages from their sources, by the paths that the compiler reads too.
import { readFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const ROOT = join(import.meta.dirname, "../..");
const { compilerOptions } = JSON.parse(readFileSync(join(ROOT, "tsconfig.base.json"), "utf8")) as {
  compilerOptions: { paths: Readonly<Record<string, readonly [string]>> };
};

registerHooks({
  resolve(specifier, context, next) {
    const path = compilerOptions.paths[specifier];
    return next(path === undefined ? specifier : pathToFileURL(join(ROOT, path[0])).href, context);
  },
});
