import { readFileSync } from "node:fs";
import type { InstrumentationLoader } from "../instrumentations/instrumentation-loader.ts";
import type { PatchedPackage } from "../modules/patched-files.ts";
import { onReport, withReport } from "../modules/reporting-source.ts";

/** Part of Bun that gives a module another source. */
interface Bun {
  plugin(plugin: { name: string; setup(builder: Builder): void }): void;
}

interface Builder {
  onLoad(modules: { filter: RegExp }, load: (module: { path: string }) => { contents: string; loader: "js" }): void;
}

/**
 * Has ES modules whose exported objects are patched report that they have been loaded. Bun has no module hooks, and its plugins
 * cannot replace exports: instrumentations that do so see what is required, not what is imported.
 */
export function hookImportsInBun(loader: InstrumentationLoader): void {
  const { Bun } = globalThis as unknown as { Bun: Bun };
  onReport((path, exports) => loader.patched.onImported(path, exports));
  Bun.plugin({
    name: "@svc/register",
    setup(builder) {
      builder.onLoad({ filter: esModulesOf(loader.patched.packages) }, ({ path }) => {
        const loaded = { format: "module" as const, source: readFileSync(path, "utf8") };
        const { source } = withReport(path, loaded, loader.patched.find(path)?.functions);
        return { contents: source as string, loader: "js" };
      });
    },
  });
}

/** Returns the pattern of the ES modules among the patched files. Bun cannot load a CommonJS module whose source is given. */
function esModulesOf(packages: readonly PatchedPackage[]): RegExp {
  const paths = packages.flatMap(({ name, files }) =>
    files.filter((file) => isEsModule(file, files)).map((file) => `${name}/${file}`.replaceAll(".", String.raw`\.`)),
  );
  return new RegExp(String.raw`/node_modules/(?:${paths.join("|")})$`);
}

/** Returns true for `.mjs`, and for `.js` where the same file in CommonJS is called `.cjs`. */
function isEsModule(file: string, files: readonly string[]): boolean {
  return file.endsWith(".mjs") || (file.endsWith(".js") && files.includes(file.replace(/js$/, "cjs")));
}
