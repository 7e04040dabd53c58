// `npm run size -- observeOpenAI @svc/openai`: shows what one import adds to a bundle, minified, by source file. Sizes are bytes.
// The budgets, of the packages as they would be published, are those of test/e2e/published.test.ts.
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const [name, from] = process.argv.slice(2);
if (name === undefined || from === undefined) throw new Error("Name an export and its package.");

const { outputFiles, metafile } = await build({
  stdin: { contents: `import { ${name} } from "${from}"; console.log(${name});`, resolveDir: import.meta.dirname },
  absWorkingDir: join(import.meta.dirname, ".."),
  tsconfig: "tsconfig.base.json",
  bundle: true,
  minify: true,
  platform: "node",
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
