import { build, type Plugin } from "esbuild";
import { join } from "node:path";
import { ROOT } from "../paths.ts";

const INSIDE = join(import.meta.dirname, "inside");

/** Packages that are loaded before a test runs, as the first lines of an application load them. */
const PACKAGES = ["@svc/core", "@svc/tracing", "@svc/otel", "@svc/client"];

/** File of `test/support` that needs Node, or what a runtime must not have. */
type Substitute = "http-server" | "context-manager" | "keys";

/** Differences between the runtimes for a bundler. */
export interface Target {
  /** Conditions that choose the files of a package. */
  readonly conditions: readonly string[];
  /** Modules that the runtime itself provides. */
  readonly external: readonly string[];
  /** ES module that exports `run(hostUrl)`, or a script that sets a global `tests` with that function. */
  readonly format: "module" | "script";
  /** True when the packages stay outside of the bundle, for the runtime to find. */
  readonly findsPackages: boolean;
  /** Files of `test/support` for which a file in `inside` stands in. */
  readonly substitutes: readonly Substitute[];
}

/** Bundles the test files with vitest's runner into one file with a function `run(hostUrl)`. */
export async function bundleTests(files: readonly string[], target: Target): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: entry(files), resolveDir: ROOT },
    bundle: true,
    write: false,
    ...(target.format === "module" ? { format: "esm" } : { format: "iife", globalName: "tests" }),
    platform: "browser",
    mainFields: ["module", "main"],
    conditions: [...target.conditions],
    external: [...target.external, ...(target.findsPackages ? ["node:*", "@svc/*", "@opentelemetry/*"] : [])],
    // The packages as they are published, not the sources that TypeScript is pointed to.
    tsconfigRaw: "{}",
    logLevel: "silent",
    plugins: [putInPlace(target.substitutes)],
  });
  return outputFiles[0]!.text;
}

function entry(files: readonly string[]): string {
  const imports = PACKAGES.map((name, index) => `import * as package${index} from "${name}";`);
  const tests = files.map((file) => `${JSON.stringify(file)}: () => import(${JSON.stringify(`./test/${file}`)}),`);
  return `
    ${imports.join("\n")}
    export const packages = [${PACKAGES.map((_name, index) => `package${index}`).join(", ")}];
    // Here, because a worker of Cloudflare cannot load the runner outside of a request.
    export const run = async (hostUrl) => {
      const { runTests } = await import(${JSON.stringify(join(INSIDE, "run-tests.ts"))});
      await runTests({${tests.join("\n")}}, hostUrl);
    };`;
}

/** Puts files of `inside` in the place of those of `test/support` that have the same name. */
function putInPlace(substitutes: readonly Substitute[]): Plugin {
  return {
    name: "substitutes",
    setup(builder) {
      if (substitutes.length === 0) return;
      const filter = new RegExp(String.raw`/(?:${substitutes.join("|")})\.ts$`);
      builder.onResolve({ filter }, ({ path, importer }) =>
        importer.startsWith(INSIDE) ? undefined : { path: join(INSIDE, path.split("/").at(-1)!) },
      );
    },
  };
}
