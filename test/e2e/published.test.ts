import { execFile } from "node:child_process";
import { copyFile, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleOf, importOf } from "../../scripts/packages/bundle.ts";
import { PROVIDERS } from "../../instrumentations/index.ts";
import type { Provider } from "../../instrumentations/shared/provider/provider.ts";
import { recordedPackages } from "../../scripts/docs/documented-packages.ts";
import { manifestOf, publishedFolders } from "../../scripts/packages/published-packages.ts";
import { faultOfSize, readSizes } from "../../scripts/packages/sizes.ts";
import { sendingTo } from "../support/application/run-application.ts";
import { install, type Installation } from "../support/application/packed-installation.ts";
import { startLocalService, type StoredObservation } from "../support/server/local-service.ts";
import { startHttpServer } from "../support/http/http-server.ts";
import { rowsOf } from "../support/server/observation-rows.ts";
import { recordingsOf } from "../support/openai/openai-recordings.ts";
import { OpenAIStandIn } from "../support/openai/openai-stand-in.ts";

const run = promisify(execFile);
/** Folders of the instrumentations of one kind. */
const foldersOf = (kind: Provider["kind"]): string[] => [
  ...new Set(
    PROVIDERS.filter((provider) => provider.kind === kind).map(
      ({ module }) => `instrumentations/${module.split("/")[1]}`,
    ),
  ),
];

const OURS = [
  "src/core",
  "src/tracing",
  "src/otel",
  "src/client",
  "src/browser",
  "src/server",
  "instrumentations/langchain",
  ...foldersOf("provider"),
];
/** Packages whose programs need frameworks that are not installed here. */
const OF_FRAMEWORKS = foldersOf("framework").filter((folder) => !OURS.includes(folder));
const THEIRS = { "@langchain/core": "1.2.13", openai: "7.55.0" };

const recording = recordingsOf("chat.completions.create").find(({ id }) => id === "chat-basic")!;
const { outputText } = recording.expected;
let installation: Installation;
let standIn: OpenAIStandIn;

/**
 * Runs a program of the installation against the stand-in of OpenAI's API, or another one; returns its output and the observations that
 * the service has stored by then.
 */
async function runIn(
  { folder }: Installation,
  program: string,
  url = standIn.perform(recording.response).url,
): Promise<[unknown, StoredObservation[]]> {
  const service = await startLocalService();
  const { stdout, stderr } = await run(process.execPath, [program], {
    cwd: folder,
    env: {
      PATH: process.env["PATH"],
      ...sendingTo(service.url),
      CALL_URL: url,
      CALL_PARAMS: JSON.stringify(recording.call.params),
    },
  });
  const stored = await service.observations();
  await service.stop();
  expect(stderr).toBe("");
  return [JSON.parse(stdout), stored];
}

/**
 * Installs the packages as they would be published, without a flag, beside others. All installations of this file begin at once:
 * they mostly wait for the registry.
 */
function installBeside(others: Record<string, string>, ours: readonly string[] = OURS): void {
  const installing = install("published", ours, others);
  installing.catch(() => undefined);
  beforeAll(async () => {
    [installation, standIn] = await Promise.all([installing, OpenAIStandIn.start()]);
  }, 240_000);
  afterAll(() => Promise.all([installation?.remove(), standIn?.stop()]));
}

/** Runs the program as an ES module and in CommonJS. */
function recordTheirCalls(): void {
  it.each(["app.mjs", "app.cjs"])("are loaded by %s and record its calls", async (program) => {
    const [printed, stored] = await runIn(installation, program);
    expect(printed).toEqual([outputText, outputText, outputText, "Hello Ada"]);
    const common = { type: "GENERATION", name: "greeting", sessionId: "s-1", tags: ["support"] };
    expect(stored).toMatchObject([
      { ...common, userId: "u-1", metadata: { plan: "pro" } },
      { ...common, userId: "u-2", metadata: { plan: "pro" }, promptName: "greeting", promptVersion: 3 },
      { type: "SPAN", name: "hello", sessionId: "s-1", tags: ["support"], output: "Hello Ada" },
    ]);
  });
}

/** Bundles with one import for Node, with the kilobytes that were measured last. */
const BUNDLES = Object.entries(readSizes().bundles).filter(([key]) => importOf(key).platform === undefined);

describe("the packed packages, in an application with an OpenTelemetry SDK 3.x and no preload", () => {
  installBeside({ ...THEIRS, "@opentelemetry/api": "1.10.0", "@opentelemetry/sdk-node": "0.301.0" }, [
    ...OURS,
    ...OF_FRAMEWORKS,
  ]);
  recordTheirCalls();

  it("have a bundle each in the file of sizes, unless only Node runs them", () => {
    const programs = ["@svc/register", "@svc/server", "@svc/migrate", "@svc/create"];
    const names = publishedFolders().map((folder) => manifestOf(folder).name);
    const inBundles = new Set(BUNDLES.map(([key]) => importOf(key).from));
    expect(names.filter((name) => !inBundles.has(name)).toSorted()).toEqual(programs.toSorted());
  });

  it.each(BUNDLES)("a bundle with %s has about %d kB", async (key, kept) => {
    const { compressedKb } = await bundleOf(importOf(key), installation.folder);
    expect(faultOfSize(key, compressedKb, kept)).toBeUndefined();
  });
});

/** Writes the programs in the READMEs of the installed packages, each as a file in a folder of the installation. */
async function writeReadmePrograms(folder: string): Promise<string[]> {
  const packages = join(installation.folder, "node_modules/@svc");
  const programs = (await readdir(packages)).map(async (name) => {
    const readme = await readFile(join(packages, name, "README.md"), "utf8");
    const [, program = "There is none."] = /^```js\n(.*?)^```$/ms.exec(readme) ?? [];
    await writeFile(join(folder, `readme-${name}.ts`), program);
    return `readme-${name}.ts`;
  });
  return Promise.all(programs);
}

/** Folders of the compilers: TypeScript 7 of this repository, and the installed last version that supports `node10`. */
const COMPILERS = { 7: join(import.meta.dirname, "../../node_modules"), 5: "../node_modules" };

/** Module resolutions, each with a compiler that supports it and the file extensions of the programs. */
const RESOLUTIONS: Array<[moduleResolution: string, version: 5 | 7, module: string, endings: readonly string[]]> = [
  ["node10", 5, "commonjs", ["ts"]],
  ["node16", 7, "node16", ["mts", "cts"]],
  ["nodenext", 7, "nodenext", ["mts", "cts"]],
  ["bundler", 7, "esnext", ["ts"]],
];

/** Returns the errors that the compiler reports. */
async function compile(cwd: string, version: 5 | 7, args: readonly string[]): Promise<string> {
  const compilation = run(process.execPath, [`${COMPILERS[version]}/typescript/bin/tsc`, ...args], { cwd });
  return (await compilation.catch((error: { stdout: string }) => error)).stdout;
}

const COMPILER = "--noEmit --strict --skipLibCheck --target es2022 --lib es2024,dom --types node".split(" ");

/** Newest tested versions of the packages of the providers, whose clients are observed. */
const OF_PROVIDERS = Object.fromEntries(
  recordedPackages()
    .filter(({ instrumentation }) => OURS.includes(`instrumentations/${instrumentation}`))
    .map(({ name, versions }) => [name, versions.at(-1)!]),
);

const COUNTS = { input_tokens: 3, output_tokens: 1 };

/** Answers of the providers, by the end of the path of the request. */
const ANSWERS: ReadonlyArray<readonly [path: string, answer: object]> = [
  [
    "/v1/messages",
    { type: "message", role: "assistant", model: "claude", content: [{ type: "text", text: "Hi" }], usage: COUNTS },
  ],
  [
    ":generateContent",
    {
      candidates: [{ content: { role: "model", parts: [{ text: "Hi" }] }, finishReason: "STOP" }],
      usageMetadata: { promptTokenCount: 3, candidatesTokenCount: 1, totalTokenCount: 4 },
    },
  ],
  [
    "/v1/chat/completions",
    {
      id: "c1",
      object: "chat.completion",
      created: 1,
      model: "mistral",
      choices: [{ index: 0, message: { role: "assistant", content: "Hi" }, finish_reason: "stop" }],
      usage: { prompt_tokens: 3, completion_tokens: 1, total_tokens: 4 },
    },
  ],
  [
    "/v2/chat",
    {
      id: "c2",
      finish_reason: "COMPLETE",
      message: { role: "assistant", content: [{ type: "text", text: "Hi" }] },
      usage: { billed_units: COUNTS },
    },
  ],
  [
    "/api/chat",
    { model: "llama", message: { role: "assistant", content: "Hi" }, done: true, prompt_eval_count: 3, eval_count: 1 },
  ],
];

describe("the packed packages, in an application with an OpenTelemetry SDK 2.x and no preload", () => {
  const tools = {
    typescript: "5.9.3",
    ...OF_PROVIDERS,
    "@types/node": "22.20.5",
    vitest: "5.1.1",
  };
  installBeside({ ...tools, ...THEIRS, "@opentelemetry/api": "1.9.1", "@opentelemetry/sdk-node": "0.220.0" });
  recordTheirCalls();

  it.each(["providers.mjs", "providers.cjs"])(
    "are loaded by %s and record the calls of each provider",
    async (program) => {
      const model = await startHttpServer(({ target }, response) => {
        response.setHeader("content-type", "application/json");
        response.end(JSON.stringify(ANSWERS.find(([path]) => target.endsWith(path))![1]));
      });
      const [printed, stored] = await runIn(installation, program, model.url);
      await model.close();
      expect(printed).toEqual(ANSWERS.map(() => "Hi"));
      const names = ["chat claude", "generate_content gemini", "chat mistral", "chat command", "chat llama"];
      const usage = { input: 3, output: 1, total: 4 };
      expect(rowsOf(stored, "name", "type", "userId", "usageDetails")).toEqual(
        names.map((name) => [name, "GENERATION", "u-1", usage]),
      );
    },
  );

  it.each(RESOLUTIONS)(
    "compile the code of the pages with moduleResolution %s of TypeScript %i",
    async (resolution, version, module, endings) => {
      const cwd = join(installation.folder, "types");
      const programs = ["program", "service"].flatMap((name) => endings.map((ending) => `${name}.${ending}`));
      for (const program of programs.filter((name) => !name.endsWith(".ts")))
        await copyFile(join(cwd, program.replace(/[mc]ts$/, "ts")), join(cwd, program));
      const options = [...COMPILER, "--module", module, "--moduleResolution", resolution];
      expect(await compile(cwd, version, [...options, ...programs])).toBe("");
    },
  );

  it("compile the programs of their READMEs", async () => {
    const cwd = join(installation.folder, "types");
    const programs = await writeReadmePrograms(cwd);
    expect(programs).toHaveLength(OURS.length);
    const resolution = ["--module", "esnext", "--moduleResolution", "bundler"];
    const options = [...COMPILER, "--noImplicitAny", "false", ...resolution];
    expect(await compile(cwd, 7, [...options, ...programs])).toBe("");
  });

  it("run an experiment as a vitest test in CommonJS", async () => {
    const cwd = join(installation.folder, "vitest");
    const { stdout } = await run(process.execPath, ["../node_modules/vitest/vitest.mjs", "run", "--root", "."], {
      cwd,
      env: { PATH: process.env["PATH"], NO_COLOR: "1", ...sendingTo("http://127.0.0.1:9") },
    });
    expect(stdout).toMatch(/Tests\s+1 passed/);
  });
});

describe("the packed packages, in an application with Sentry 10 and no preload", () => {
  installBeside({ ...THEIRS, "@sentry/node": "10.78.0" });

  it("share its copy of OpenTelemetry's API", async () => {
    const files = await readdir(join(installation.folder, "node_modules"), { recursive: true });
    expect(files.filter((file) => file.endsWith("@opentelemetry/api/package.json"))).toHaveLength(1);
  });

  it("record observations in Sentry's tracing", async () => {
    const [printed, stored] = await runIn(installation, "sentry.mjs");
    expect(printed).toEqual([outputText]);
    const question = stored.find(({ name }) => name === "question")!;
    expect(question).toMatchObject({ type: "SPAN", parentObservationId: null });
    expect(stored.filter(({ type }) => type === "GENERATION")).toMatchObject([{ parentObservationId: question.id }]);
  });
});
