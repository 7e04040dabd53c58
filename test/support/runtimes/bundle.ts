import { build, type BuildOptions } from "esbuild";
import { join } from "node:path";
import { ROOT } from "../paths.ts";

const INSIDE = join(import.meta.dirname, "inside");

/** Differences between the runtimes for a bundler. */
export interface Target {
  /** Conditions that choose the files of a package. */
  readonly conditions: readonly string[];
  /** Modules that the runtime itself provides. */
  readonly external: readonly string[];
  /** Whether a program can listen for HTTP requests. */
  readonly canListen: boolean;
}

/** Bundles the test files with vitest's runner into one ES module that exports `run(hostUrl)`. */
export async function bundleTests(
  files: readonly string[],
  { conditions, external, canListen }: Target,
): Promise<string> {
  const entries = files.map((file) => `${JSON.stringify(file)}: () => import(${JSON.stringify(`./test/${file}`)}),`);
  const options: BuildOptions = {
    stdin: {
      contents: `
        import { runTests } from ${JSON.stringify(join(INSIDE, "run-tests.ts"))};
        const files = {${entries.join("\n")}};
        export const run = (hostUrl) => runTests(files, hostUrl);`,
      resolveDir: ROOT,
    },
    bundle: true,
    write: false,
    format: "esm",
    platform: "browser",
    mainFields: ["module", "main"],
    conditions: [...conditions],
    external: [...external],
    // The packages as they are published, not the sources that TypeScript is pointed to.
    tsconfigRaw: "{}",
    logLevel: "silent",
    plugins: canListen ? [] : [remoteHttpServer],
  };
  const { outputFiles } = await build(options);
  return outputFiles![0]!.text;
}

const remoteHttpServer = {
  name: "remote-http-server",
  setup(builder: Parameters<NonNullable<BuildOptions["plugins"]>[number]["setup"]>[0]) {
    builder.onResolve({ filter: /\/http-server\.ts$/ }, ({ path, importer }) =>
      importer.startsWith(INSIDE) ? undefined : { path: join(INSIDE, path.split("/").at(-1)!) },
    );
  },
};
