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

/** Application that records with a tracer provider, and with a processor if there is one. */
const providing = (processor = ""): string => `
  import { BasicTracerProvider } from "@opentelemetry/sdk-trace-base";
  console.log(new BasicTracerProvider({ spanProcessors: [${processor}] }));
`;

/** Measures bundles of the packages that make and send observations. Takes some seconds. */
export async function benchBundle(): Promise<Table[]> {
  const bare = await bundle(providing());
  return [
    await tableOf("A bundle of the packages", ({ tracing, otel, processor }) =>
      bundle(`${imports(tracing, otel, processor)} console.log(startObservation, ${processor});`),
    ),
    await tableOf(
      "Added to the bundle of an application with a tracer provider",
      async ({ tracing, otel, processor }) => {
        const whole = await bundle(
          `${imports(tracing, otel, processor)} ${providing(`new ${processor}()`)} startObservation("first").end();`,
        );
        return { minified: whole.minified - bare.minified, compressed: whole.compressed - bare.compressed };
      },
    ),
  ];
}

/** Bytes of a bundle. */
interface Size {
  readonly minified: number;
  readonly compressed: number;
}

async function tableOf(title: string, sizeOf: (contender: Contender) => Promise<Size>): Promise<Table> {
  const sizes = await Promise.all(CONTENDERS.map(sizeOf));
  return {
    title,
    head: ["contender", "minified kB", "gzip kB"],
    rows: CONTENDERS.map(({ name }, index) => [
      name,
      figure(sizes[index]!.minified / 1e3),
      figure(sizes[index]!.compressed / 1e3),
    ]),
    notes: ["esbuild, minified, for Node, gzip level 9, on OpenTelemetry 2.12; `@opentelemetry/api` stays outside."],
  };
}

function imports(tracing: string, otel: string, processor: string): string {
  return `import { startObservation } from "${tracing}"; import { ${processor} } from "${otel}";`;
}

async function bundle(contents: string): Promise<Size> {
  const folder = installationFolder("otel-2");
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: folder },
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
