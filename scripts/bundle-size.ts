// `npm run size -- observeOpenAI @svc/openai`: shows what one import adds to a bundle, minified, by source file. Sizes are bytes.
// A third argument names another platform than Node: `workerd`, `edge-light` or `browser`. The budgets, of the packages as they
// would be published, are those of test/e2e/published.test.ts and test/integration/platforms/bundles.test.ts.
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const [name, from, platform = "node"] = process.argv.slice(2);
if (name === undefined || from === undefined) throw new Error("Name an export and its package.");

/** Conditions of the bundles that are not for Node. */
const CONDITIONS: Readonly<Record<string, string[]>> = {
  workerd: ["workerd", "worker", "browser"],
  "edge-light": ["edge-light", "worker"],
  browser: ["browser"],
};
const conditions = CONDITIONS[platform];
if (conditions === undefined && platform !== "node") throw new Error(`There is no platform ${platform}.`);

const { outputFiles, metafile } = await build({
  stdin: { contents: `import { ${name} } from "${from}"; console.log(${name});`, resolveDir: import.meta.dirname },
  absWorkingDir: join(import.meta.dirname, ".."),
  tsconfig: "tsconfig.base.json",
  bundle: true,
  minify: true,
  ...(conditions === undefined ? { platform: "node" as const } : { platform: "browser" as const, conditions }),
  format: "esm",
  external: ["@langchain/core", "@opentelemetry/api"],
  metafile: true,
  write: false,
});
const code = outputFiles[0]!.contents;
const rows = Object.values(metafile.outputs)
  .flatMap(({ inputs }) => Object.entries(inputs))
  .map(([file, { bytesInOutput }]) => ({ file, bytes: bytesInOutput }))
  .filter(({ bytes }) => bytes > 0)
  .toSorted((a, b) => b.bytes - a.bytes);
console.table(rows);
console.log(`${code.length} bytes, compressed ${gzipSync(code, { level: 9 }).length}`);
