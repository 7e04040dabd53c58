// Options of the preload that only code can give: from svc.config.mjs in its forms, and from start(). Each row is a real process, whose spans
// arrive at a sink; the bytes are looked through. A file that cannot be used ends in one line, and no span leaves.
import { build } from "esbuild";
import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PRELOAD, runProgram, sendingTo, type ApplicationRun } from "../support/application/run-application.ts";
import { FOREIGN_NAMES } from "../support/masking/foreign-names.ts";
import { attributesOfSpan } from "../support/otlp/exported-attributes.ts";
import { resourceAttributeOf, startExportSink, type ExportSink } from "../support/otlp/export-sink.ts";

const MODULES = join(import.meta.dirname, "../../node_modules");
const SECRET = "SECRET-4711";

let sink: ExportSink;
let folder: string;

beforeEach(async () => {
  [sink, folder] = await Promise.all([startExportSink(), mkdtemp(join(tmpdir(), "svc-config-"))]);
  await symlink(MODULES, join(folder, "node_modules"));
});
afterEach(async () => {
  await Promise.all([sink.close(), rm(folder, { recursive: true })]);
});

type Files = Readonly<Record<string, string>>;

interface Run {
  readonly node?: readonly string[];
  readonly args?: readonly string[];
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Writes the files of an application and runs it under the preload. */
async function run(
  files: Files,
  { node = PRELOAD, args = ["app.mjs"], cwd = "", env = {} }: Run = {},
): Promise<ApplicationRun> {
  for (const [name, text] of Object.entries({ "package.json": '{"type":"module"}', "app.mjs": APP, ...files })) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  const options = { ...sendingTo(sink.url), ...env };
  return runProgram({ cwd: join(folder, cwd), node: ["--no-warnings", ...node], args, env: options });
}

const arrived = (): string =>
  JSON.stringify(sink.exports, (_key, value: unknown) => (typeof value === "bigint" ? String(value) : value));

const RECORD = `startObservation("work", { input: "my ${SECRET}", metadata: { plan: { key: "${SECRET}" } } }).end();`;
const APP = `import { startObservation } from "@svc/tracing";\n${RECORD}\nconsole.log("done");\n`;
const IN_COMMONJS = `const { startObservation } = require("@svc/tracing");\n${RECORD}\nconsole.log("done");\n`;
const MASK = `({ data }) => (typeof data === "string" ? data.replaceAll("${SECRET}", "***") : data)`;
const MASKED = `import { defineConfig } from "@svc/register/config";\nexport default defineConfig({ mask: ${MASK} });\n`;
const QUIET = { stdout: "done\n", stderr: "", exitCode: 0, signal: null };

/** Expects that the spans with these names, by default one span, have arrived, and without the secret. */
function expectMasked(names: readonly string[] = ["work"]): void {
  expect(sink.spans.map(({ name }) => name).toSorted()).toEqual([...names].toSorted());
  expect(arrived()).not.toContain(SECRET);
  expect(arrived()).toContain("***");
}

describe("the configuration file", () => {
  it.each<[form: string, files: Files, run?: Run]>([
    ["svc.config.mjs", { "svc.config.mjs": MASKED }],
    ["svc.config.js, an ES module", { "svc.config.js": MASKED }],
    ["svc.config.js, CommonJS", { "package.json": "{}", "svc.config.js": `module.exports = { mask: ${MASK} };` }],
    [
      "svc.config.cjs of a compiler",
      { "svc.config.cjs": `exports.__esModule = true; exports.default = { mask: ${MASK} };` },
    ],
    ["svc.config.ts", { "svc.config.ts": MASKED.replace("({ data })", "({ data }: { data: unknown })") }],
    ["a file with a top-level await", { "svc.config.mjs": `await Promise.resolve();\n${MASKED}` }],
    [
      "a file that imports a module of the application",
      {
        "redact.mjs": `export const mask = ${MASK};`,
        "svc.config.mjs": `import { mask } from "./redact.mjs";\nexport default { mask };`,
        "app.mjs": `import { mask } from "./redact.mjs";\n${APP}\nmask({ data: "" });`,
      },
    ],
    ["SVC_CONFIG", { "config/mask.mjs": MASKED }, { env: { SVC_CONFIG: "config/mask.mjs" } }],
    [
      "SVC_CONFIG beside another file",
      { "svc.config.mjs": "broken(", "mask.mjs": MASKED },
      { env: { SVC_CONFIG: "mask.mjs" } },
    ],
    ["a program in a folder below", { "dist/app.mjs": APP, "svc.config.mjs": MASKED }, { args: ["dist/app.mjs"] }],
    [
      "another working directory",
      { "elsewhere/package.json": "{}", "svc.config.mjs": MASKED },
      { args: ["../app.mjs"], cwd: "elsewhere" },
    ],
    ["a working directory below", { "src/app.mjs": APP, "svc.config.mjs": MASKED }, { args: ["app.mjs"], cwd: "src" }],
    [
      "a program in CommonJS under --require",
      { "app.cjs": IN_COMMONJS, "svc.config.mjs": MASKED },
      { node: ["--require", "@svc/register"], args: ["app.cjs"] },
    ],
    ["a program that is evaluated", { "svc.config.mjs": MASKED }, { args: ["--input-type=module", "--eval", APP] }],
  ])("%s: its mask sees every text", async (_form, files, options) => {
    expect(await run(files, options)).toEqual(QUIET);
    expectMasked();
    expect(attributesOfSpan(sink, "work")).toMatchObject({
      "svc.observation.input": "my ***",
      "svc.observation.metadata.plan": '{"key":"***"}',
    });
  });

  it("its filter and its resource attributes apply", async () => {
    const config = `import { defineConfig, isDefaultExportSpan } from "@svc/register/config";
      export default defineConfig({
        shouldExportSpan: ({ otelSpan }) => isDefaultExportSpan(otelSpan) && otelSpan.name !== "private",
        resourceAttributes: { "team.name": "blue", "service.name": "shop" },
      });`;
    const app = `${APP}\nstartObservation("private").end();`;
    const env = { OTEL_RESOURCE_ATTRIBUTES: "team.name=red,region=eu" };
    for (const prefix of ["", "await 0;\n"]) {
      sink.exports.length = 0;
      expect(await run({ "svc.config.mjs": prefix + config, "app.mjs": app }, { env })).toEqual(QUIET);
      expect(sink.spans.map(({ name }) => name)).toEqual(["work"]);
      const [received] = sink.exports;
      const of = (name: string): unknown => resourceAttributeOf(received!, name);
      expect([of("team.name"), of("service.name"), of("region")]).toEqual(["blue", "shop", "eu"]);
    }
  });

  it("its mask sees every attribute of other instrumentations, events, links and the resource", async () => {
    const app = `import { trace } from "@opentelemetry/api";
      const texts = Object.fromEntries(${JSON.stringify(FOREIGN_NAMES)}.map((name) => [name, "${SECRET}"]));
      const other = { traceId: "1".repeat(32), spanId: "2".repeat(16), traceFlags: 1 };
      const attributes = { ...texts, "gen_ai.request.model": "gpt" };
      const span = trace.getTracer("openinference").startSpan("work", { attributes, links: [{ context: other, attributes: texts }] });
      span.addEvent("note", texts);
      span.end();
      console.log("done");`;
    const env = { OTEL_RESOURCE_ATTRIBUTES: `acme.note=${SECRET}`, OTEL_NODE_RESOURCE_DETECTORS: "env,process" };
    const options = { env, args: ["app.mjs", `--key=${SECRET}`] };
    expect(await run({ "svc.config.mjs": MASKED, "app.mjs": app }, options)).toEqual(QUIET);
    expectMasked();
    for (const name of FOREIGN_NAMES) expect(attributesOfSpan(sink, "work")[name]).toBe("***");
    expect(resourceAttributeOf(sink.exports[0]!, "acme.note")).toBe("***");
  });

  it("reaches worker threads, also one that runs a program of a dependency", async () => {
    const app = `import { Worker } from "node:worker_threads";
      import { once } from "node:events";
      ${APP}
      for (const file of ["./worker.mjs", "./lib/node_modules/pool/worker.mjs"]) await once(new Worker(new URL(file, import.meta.url)), "exit");`;
    const worker = APP.replace('"work"', '"thread"').replace('console.log("done");', "");
    const files = {
      "app.mjs": app,
      "worker.mjs": worker,
      "lib/node_modules/pool/worker.mjs": worker,
      "svc.config.mjs": MASKED,
    };
    const elsewhere = { "elsewhere/package.json": "{}" };
    expect(await run({ ...files, ...elsewhere }, { cwd: "elsewhere", args: ["../app.mjs"] })).toEqual(QUIET);
    expectMasked(["thread", "thread", "work"]);
  });

  it("reaches a child process", async () => {
    const app = `import { spawnSync } from "node:child_process";
      spawnSync(process.execPath, ["--import", "@svc/register", "child.mjs"], { stdio: "inherit" });`;
    expect(await run({ "app.mjs": app, "child.mjs": APP, "svc.config.mjs": MASKED })).toEqual(QUIET);
    expectMasked();
  });
});

describe("a configuration file that cannot be used", () => {
  it.each<[what: string, files: Files, problem: RegExp, env?: Readonly<Record<string, string>>]>([
    [
      "a wrong syntax",
      { "svc.config.mjs": "export default { mask( }" },
      /svc\.config\.mjs cannot be used: SyntaxError: /,
    ],
    [
      "a wrong syntax in CommonJS",
      { "svc.config.cjs": "module.exports = {" },
      /svc\.config\.cjs cannot be used: SyntaxError: /,
    ],
    [
      "a file that throws",
      { "svc.config.mjs": 'throw new Error("no key\\nmore");' },
      /cannot be used: Error: no key\. Correct/,
    ],
    [
      "a file that throws later",
      { "svc.config.mjs": 'await 0; throw new Error("no key");' },
      /cannot be used: Error: no key\. Correct/,
    ],
    ["a file that throws no error", { "svc.config.cjs": "throw null;" }, /cannot be used: It threw: null/],
    [
      "a package that is not installed",
      { "svc.config.mjs": 'import "no-such-package";' },
      /Cannot find package 'no-such-package'/,
    ],
    ["no default export", { "svc.config.mjs": `export const mask = ${MASK};` }, /it exports no options/],
    ["CommonJS that exports nothing", { "svc.config.cjs": `const mask = ${MASK};` }, /it exports no options/],
    [
      "a mask that is no function",
      { "svc.config.mjs": 'export default { mask: "sk-1" };' },
      /mask must be a function, and is of type string/,
    ],
    [
      "a filter that is null",
      { "svc.config.mjs": "export default { shouldExportSpan: null };" },
      /shouldExportSpan must be a function, and is null/,
    ],
    [
      "attributes that are a list",
      { "svc.config.mjs": "export default { resourceAttributes: [] };" },
      /resourceAttributes must be an object .* and is a list/,
    ],
    [
      "an unknown option",
      { "svc.config.mjs": `export default { masks: ${MASK} };` },
      /there is no option "masks"\. There are: mask, shouldExportSpan, resourceAttributes/,
    ],
    [
      "a list",
      { "svc.config.mjs": "export default [1];" },
      /it must be an object, such as defineConfig\(\{ mask \}\), and is a list/,
    ],
    [
      "two files",
      { "svc.config.mjs": MASKED, "svc.config.cjs": "" },
      /there is also svc\.config\.mjs in the same folder|there is also svc\.config\.cjs/,
    ],
    [
      "a file that does not exist",
      {},
      /none\.mjs cannot be used: SVC_CONFIG names a file that does not exist/,
      { SVC_CONFIG: "none.mjs" },
    ],
    ["a folder", { "config/x.mjs": "" }, /config cannot be used: /, { SVC_CONFIG: "config" }],
  ])("%s: one line, and no span leaves", async (_what, files, problem, env = {}) => {
    const { stderr, ...rest } = await run(files, { env });
    expect(rest).toEqual({ stdout: "done\n", exitCode: 0, signal: null });
    expect(stderr).toMatch(/^\S+ \[Svc SDK\] ERROR Nothing is traced: [^\n]+\n$/);
    expect(stderr).toMatch(problem);
    expect(stderr).not.toContain("sk-1");
    expect(sink.exports).toEqual([]);
  });
});

describe("start() with options", () => {
  const START = `import { start } from "@svc/register/start";\nstart({ mask: ${MASK} });\n`;

  it("without a preload: its mask sees every text", async () => {
    expect(await run({ "app.mjs": START + APP }, { node: [] })).toEqual(QUIET);
    expectMasked();
  });

  it("under the preload: they apply, and nothing is sent without them", async () => {
    expect(await run({ "app.mjs": START + APP })).toEqual(QUIET);
    expectMasked();
  });

  it("under the preload that has recorded spans: they apply to those that end from then on", async () => {
    const app = `import { start } from "@svc/register/start";
      import { startObservation } from "@svc/tracing";
      const early = startObservation("early", { input: "${SECRET}" });
      await new Promise(setImmediate);
      start({ mask: ${MASK} });
      early.end();\n${RECORD}\nconsole.log("done");`;
    expect(await run({ "app.mjs": app })).toEqual(QUIET);
    expectMasked(["early", "work"]);
  });

  it("come before those of the file", async () => {
    const files = {
      "svc.config.mjs": 'export default { mask: () => "of the file", resourceAttributes: { "team.name": "blue" } };',
    };
    expect(await run({ ...files, "app.mjs": START + APP }, { node: [] })).toEqual(QUIET);
    expectMasked();
    expect(resourceAttributeOf(sink.exports[0]!, "team.name")).toBe("blue");
  });

  it.each([
    ["without a preload", []],
    ["under the preload", PRELOAD],
  ])("that cannot be used, %s: one line, and no span leaves", async (_how, node) => {
    const app = START.replace("mask:", "masks:") + APP;
    const { stderr, stdout } = await run({ "app.mjs": app }, { node });
    expect(stdout).toBe("done\n");
    expect(stderr).toMatch(
      /^\S+ \[Svc SDK\] ERROR Nothing is traced: the options given to start\(\) cannot be used: there is no option "masks"[^\n]+\n$/,
    );
    expect(sink.exports).toEqual([]);
  });

  it("do not reach a worker thread, which then sends nothing", async () => {
    const app = `${START}import { Worker } from "node:worker_threads";
      import { once } from "node:events";
      ${APP}
      await once(new Worker(new URL("./worker.mjs", import.meta.url)), "exit");`;
    const { stderr, stdout } = await run({ "app.mjs": app, "worker.mjs": APP.replace('console.log("done");', "") });
    expect(stdout).toBe("done\n");
    expect(stderr).toMatch(/ERROR Nothing is traced in this worker thread: [^\n]+\n$/);
    expectMasked();
  });

  it.each(["cjs", "esm"] as const)("in a bundle with the configuration in it, %s", async (format) => {
    const entry = join(folder, "entry.mjs");
    await run(
      {
        "svc.config.mjs": MASKED,
        "entry.mjs": `import config from "./svc.config.mjs";\nimport { start } from "@svc/register/start";\nstart(config);\n${APP}`,
      },
      { args: ["--version"] },
    );
    const outfile = join(folder, "out", format === "cjs" ? "bundle.cjs" : "bundle.mjs");
    // The program runs where neither its sources nor the file are.
    await build({
      entryPoints: [entry],
      outfile,
      bundle: true,
      platform: "node",
      format,
      logLevel: "silent",
      external: ["@svc/register"],
    });
    await rm(join(folder, "svc.config.mjs"));
    sink.exports.length = 0;
    expect(await run({}, { node: [], args: [outfile] })).toEqual(QUIET);
    expectMasked();
  });
});

describe("a SvcSpanProcessor of the application under the preload", () => {
  const OWN = `import { SvcSpanProcessor } from "@svc/otel";\nconst processor = new SvcSpanProcessor({ mask: ${MASK} });\n`;

  it("that belongs to no provider is warned about once", async () => {
    const { stderr, ...rest } = await run({ "app.mjs": `${OWN}new SvcSpanProcessor();\n${APP}` });
    expect(rest).toEqual({ stdout: "done\n", exitCode: 0, signal: null });
    expect(stderr).toMatch(
      /^\S+ \[Svc SDK\] WARN A SvcSpanProcessor of the application has received no span[^\n]+svc\.config\.mjs[^\n]+\n$/,
    );
  });

  it.each([
    [
      "given to a provider",
      `${OWN}import { NodeSDK } from "@opentelemetry/sdk-node";\nnew NodeSDK({ spanProcessors: [processor] }).start();\n${APP}`,
    ],
    [
      "given to a provider late",
      `${OWN}import { NodeSDK } from "@opentelemetry/sdk-node";\n${APP.replace(SECRET, "early").replace(SECRET, "early")}
      new NodeSDK({ spanProcessors: [processor] }).start();\n${RECORD}`,
    ],
    ["without any span", `${OWN}console.log("done");`],
  ])("that is %s causes no warning", async (_how, app) => {
    const { stderr } = await run({ "app.mjs": app }, { env: { SVC_LOG_LEVEL: "WARN" } });
    expect(stderr).toBe("");
    expect(arrived()).not.toContain(SECRET);
  });

  it("that has no mask, in a provider of its own, beside a file with one: a warning names the file", async () => {
    const app = `import { NodeSDK } from "@opentelemetry/sdk-node";\n${OWN}\nnew NodeSDK({ spanProcessors: [processor] }).start();\n${APP}`;
    const { stderr } = await run({ "app.mjs": app, "svc.config.mjs": MASKED });
    expect(stderr).toMatch(
      /WARN \S+svc\.config\.mjs has no effect on the SvcSpanProcessor in the application's \w+: give its options/,
    );
    expectMasked();
  });
});
