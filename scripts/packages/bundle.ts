import { build, type BuildOptions, type Metafile } from "esbuild";
import { gzipSync } from "node:zlib";

/** Conditions of the bundles that are not for Node, by platform, as the tools of the platforms set them. */
export const PLATFORMS: Readonly<Record<string, string[]>> = {
  browser: ["browser"],
  workerd: ["workerd", "worker", "browser"],
  "edge-light": ["edge-light", "worker"],
};

/** Import of one name, for Node or another platform. */
export interface BundledImport {
  readonly name: string;
  readonly from: string;
  readonly platform?: string | undefined;
}

/** Minified bundle. */
export interface Bundle {
  readonly bytes: number;
  /** Kilobytes (1000 bytes) of the compressed bundle. */
  readonly compressedKb: number;
  readonly metafile: Metafile;
}

/** Returns the import that a key in the file of sizes names. */
export function importOf(key: string): BundledImport {
  const [name = "", from = "", platform] = key.split(" ");
  return { name, from, platform };
}

/**
 * Bundles one import without OpenTelemetry's API. The package is resolved from a folder; by default without the paths of this
 * repository, which lead from a built package to the sources of the next.
 */
export async function bundleOf(
  { name, from, platform }: BundledImport,
  resolveDir: string,
  options: BuildOptions = { tsconfigRaw: {} },
): Promise<Bundle> {
  const conditions = platform === undefined ? undefined : PLATFORMS[platform];
  if (platform !== undefined && conditions === undefined) throw new Error(`There is no platform ${platform}.`);
  const { outputFiles, metafile } = await build({
    stdin: { contents: `import { ${name} } from "${from}"; console.log(${name});`, resolveDir },
    bundle: true,
    minify: true,
    ...(conditions === undefined ? { platform: "node" } : { platform: "browser", conditions }),
    format: "esm",
    external: ["@langchain/core", "@opentelemetry/api"],
    metafile: true,
    write: false,
    ...options,
  });
  const code = outputFiles![0]!.contents;
  return { bytes: code.length, compressedKb: gzipSync(code, { level: 9 }).length / 1000, metafile: metafile! };
}
