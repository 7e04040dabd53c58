// `npm create @svc` as it is typed: the real npm, which fetches the packed package from a registry.
import { createHash } from "node:crypto";
import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ApplicationRun, runProgram } from "../../support/application/run-application.ts";
import { type HttpServer, startHttpServer } from "../../support/http/http-server.ts";
import { ROOT } from "../../support/paths.ts";
import { type Files, filesOf, makeProject } from "./projects.ts";

const FILES: Files = { "package.json": '{ "scripts": { "start": "node app.js" } }\n', "app.js": "" };

/** Parts of what the command prints. */
const DIFF = '+    "start": "node --env-file-if-exists=.env --import @svc/register app.js"';
const WRITTEN = "wrote package.json\n";

let cache: string;
let registry: HttpServer;
let folder: string;

beforeAll(async () => {
  cache = await mkdtemp(join(tmpdir(), "svc-npm-cache-"));
  const folderOfArchive = await mkdtemp(join(tmpdir(), "svc-packed-"));
  const pack = ["pack", "--json", "--pack-destination", folderOfArchive, "./src/create"];
  const { stdout } = await promisify(execFile)("npm", pack, { cwd: ROOT });
  const [{ filename }] = Object.values(JSON.parse(stdout) as Record<string, { filename: string }>) as [
    { filename: string },
  ];
  const archive = await readFile(join(folderOfArchive, filename));
  const manifest = JSON.parse(await readFile(join(ROOT, "src/create/package.json"), "utf8")) as { version: string };
  const { version } = manifest;
  const integrity = `sha512-${createHash("sha512").update(archive).digest("base64")}`;
  registry = await startHttpServer(({ target }, response) => {
    if (target === "/archive.tgz") return response.end(archive);
    const dist = { tarball: `${registry.url}/archive.tgz`, integrity };
    const versions = { [version]: { ...manifest, dist } };
    return response.end(JSON.stringify({ name: "@svc/create", "dist-tags": { latest: version }, versions }));
  });
  await rm(folderOfArchive, { recursive: true });
  folder = await makeProject({ ...FILES, ".npmrc": `@svc:registry=${registry.url}\n` });
}, 60_000);
afterAll(async () => {
  await registry.close();
  await rm(cache, { recursive: true });
  await rm(folder, { recursive: true });
});

/** Runs a command line of npm in the project. Nobody is there to answer a question. */
function npm(...args: readonly string[]): Promise<ApplicationRun> {
  const { NODE_EXTRA_CA_CERTS } = process.env;
  return runProgram({ cwd: folder, binary: "npm", args, env: { npm_config_cache: cache, NODE_EXTRA_CA_CERTS } });
}

describe("npm create @svc", () => {
  // The rows run in this order: npm fetches the package in the second one, and has it from then on.
  it.each<[what: string, args: readonly string[], printed: readonly string[], error: string]>([
    ["npm's own dry run before it has the package, as the page says", ["--yes", "--dry-run"], [], "enoent"],
    ["-- --dry-run", ["--yes", "--", "--dry-run"], [DIFF], "svc-create --dry-run"],
    ["a --dry-run that npm takes", ["--yes", "--dry-run"], [DIFF], "svc-create"],
    [
      "a --yes that npm takes",
      ["--yes"],
      [DIFF],
      "Nothing was written. npm kept --yes for itself. To write these changes, run: npm create @svc -- --yes\n",
    ],
    ["-- --help", ["--yes", "--", "--help"], ["Usage: npm create @svc -- [FOLDER] [--yes | --dry-run]"], ""],
  ])(
    "writes nothing with %s",
    async (_what, args, printed, error) => {
      const before = await filesOf(folder);
      const { stdout, stderr } = await npm("create", "@svc", ...args);
      for (const text of printed) expect(stdout).toContain(text);
      expect(stderr.replaceAll(/[']/g, "")).toContain(error);
      expect(await filesOf(folder)).toEqual(before);
    },
    30_000,
  );

  it("writes with -- --yes, installs nothing with a --no-install that npm takes, and names the next steps", async () => {
    const { stdout, exitCode } = await npm("create", "--yes", "@svc", "--no-install", "--", "--yes");
    expect(exitCode).toBe(0);
    expect(stdout).toContain(WRITTEN);
    const steps = ["npm install", "npx @svc/server", "cp .env.example .env", "npm start", "npx @svc/register doctor"];
    const printed = Array.from(stdout.matchAll(/^ {2}\d\. (.+?) {2}/gm), ([, step]) => step);
    expect(printed).toEqual(steps);
  }, 30_000);
});
