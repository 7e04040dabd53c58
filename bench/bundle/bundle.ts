import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { installationFolder } from "../installations.ts";
import { figure, type Table } from "../table.ts";

/** Packages that make observations and send them. */
interface Contender {
  readonly name: string;
  readonly tracing: string;
  readonly otel: string;
  readonly processor: string;
}

const CONTENDERS: readonly Contender[] = [
  { name: "svc", tracing: "@svc/tracing", otel: "@svc/otel", processor: "SvcSpanProcessor" },
  { name: "langfuse 5.11.1", tracing: "@langfuse/tracing", otel: "@langfuse/otel", processor: "LangfuseSpanProcessor" },
];

/** Measures bundles of the packages that make and send observations. Takes some seconds. */
export async function benchBundle(): Promise<Table[]> {
  const sizes = await Promise.all(CONTENDERS.map(bundle));
  return [
    {
      title: "A bundle of the packages",
      head: ["contender", "minified kB", "gzip kB"],
      rows: CONTENDERS.map(({ name }, index) => [
        name,
        figure(sizes[index]!.minified / 1e3),
        figure(sizes[index]!.compressed / 1e3),
      ]),
      notes: ["esbuild, minified, for Node, gzip level 9, on OpenTelemetry 2.12; `@opentelemetry/api` stays outside."],
    },
  ];
}

/** Bytes of a bundle. */
interface Size {
  readonly minified: number;
  readonly compressed: number;
}

async function bundle({ tracing, otel, processor }: Contender): Promise<Size> {
  const imports = `import { startObservation } from "${tracing}"; import { ${processor} } from "${otel}";`;
  const folder = installationFolder("otel-2");
  const { outputFiles } = await build({
    stdin: { contents: `${imports} console.log(startObservation, ${processor});`, resolveDir: folder },
    absWorkingDir: folder,
    // The packages as they are published, not the sources that TypeScript is pointed to.
    tsconfigRaw: "{}",
    bundle: true,
    minify: true,
    platform: "node",
    mainFields: ["module", "main"],
    format: "esm",
    external: ["@opentelemetry/api"],
    write: false,
  });
  const code = outputFiles[0]!.contents;
  return { minified: code.length, compressed: gzipSync(code, { level: 9 }).length };
}
