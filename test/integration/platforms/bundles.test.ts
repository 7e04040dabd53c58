// Every package in bundles for platforms without Node, as an application makes them: no shim, no warning, no module of Node.
import { build, type BuildOptions } from "esbuild";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { bundleOf, importOf, PLATFORMS } from "../../../scripts/packages/bundle.ts";
import { publishedFolders } from "../../../scripts/packages/published-packages.ts";
import { faultOfSize, readSizes } from "../../../scripts/packages/sizes.ts";
import { ROOT } from "../../support/paths.ts";

/** Packages that only Node runs. */
const PROGRAMS: ReadonlySet<string> = new Set(["register", "src/create", "src/migrate", "src/server"]);
const FOLDERS = publishedFolders().filter((folder) => !PROGRAMS.has(folder));

/** Entries that exist only on Node: agents and proxies, and the tests of experiments. */
const NODE_ONLY: ReadonlySet<string> = new Set([
  "@svc/core/internal/connections",
  "@svc/otel/internal/spool",
  "@svc/client/vitest",
]);

/** Returns the entries of a package with code, as they are imported. */
function entriesOf(folder: string): string[] {
  const { name, exports } = JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8")) as {
    name: string;
    exports: Record<string, unknown>;
  };
  return Object.entries(exports)
    .filter(([, target]) => typeof target === "object")
    .map(([path]) => name + path.slice(1))
    .filter((entry) => !NODE_ONLY.has(entry));
}

/** Bundles a module of an application. The packages that ours record belong to the application. */
async function bundle(contents: string, conditions: string[], options: BuildOptions = {}): Promise<Uint8Array> {
  const { outputFiles, warnings } = await build({
    stdin: { contents, resolveDir: ROOT },
    bundle: true,
    platform: "browser",
    conditions,
    format: "esm",
    external: ["@langchain/core", "openai", "@aws-sdk/*"],
    // Without the paths of this repository, which lead from a built package to the sources of the next.
    tsconfigRaw: {},
    write: false,
    ...options,
  });
  expect(warnings).toEqual([]);
  return outputFiles![0]!.contents;
}

describe.each(Object.entries(PLATFORMS))("a bundle for %s", (_platform, conditions) => {
  it.each(FOLDERS.flatMap(entriesOf))("has %s without a module of Node", async (entry) => {
    const text = new TextDecoder().decode(await bundle(`export * from "${entry}";`, conditions));
    expect(text.match(/(?:from|require\(|import\()\s*["']node:[^"']*/g)).toBeNull();
  });
});

/** Bundles with one import for other platforms, with the kilobytes that were measured last. */
const BUNDLES = Object.entries(readSizes().bundles).filter(([key]) => importOf(key).platform !== undefined);

it.each(BUNDLES)("a bundle with %s has about %d kB", async (key, kept) => {
  const { compressedKb } = await bundleOf(importOf(key), ROOT);
  expect(faultOfSize(key, compressedKb, kept)).toBeUndefined();
});
