import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packageFolders } from "../../scripts/package-folders.mjs";
import { manifestOf } from "../../scripts/packages/published-packages.ts";
import { refusalsOfGroups, refusalsOfTests } from "../../scripts/release/passed-tests.ts";
import { refusals } from "../../scripts/release/release-conditions.ts";
import { faultsOfVersions } from "../../scripts/release/version-places.ts";
import { keepPassed } from "../groups/passed-groups.ts";
import { TEST_GROUPS } from "../groups/test-groups.ts";
import { startHttpServer } from "../support/http/http-server.ts";
import { ROOT } from "../support/paths.ts";

const run = promisify(execFile);
const { version } = manifestOf(".");
let folder = "";

async function git(...args: string[]): Promise<string> {
  const identity = ["-c", "user.name=test", "-c", "user.email=test@localhost", "-c", "commit.gpgsign=false"];
  return (await run("git", [...identity, ...args], { cwd: folder })).stdout;
}

async function commit(): Promise<void> {
  await git("add", "--all");
  await git("commit", "--quiet", "--message", "test: change a copy");
}

async function json(file: string): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(join(folder, file), "utf8")) as Record<string, unknown>;
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-release-"));
  const { stdout } = await run("git", ["ls-files", "-z"], { cwd: ROOT, maxBuffer: 16 * 1024 * 1024 });
  const isRead = (file: string): boolean =>
    /(^|\/)package(-lock)?\.json$/.test(file) ||
    /^(\.changeset|CHANGELOG|scripts|docker|docs|src\/(core|migrate))/.test(file) ||
    // The table of the groups of tests is made of these.
    /^(instrumentations\/[^/]+\/provider|test\/support\/paths)\.ts$/.test(file);
  const places = /^test\/(groups|conformance|e2e\/browser|integration\/(api|migrate|otel|server)|support\/server)\//;
  const files = stdout.split("\0").filter((file) => file !== "" && (isRead(file) || places.test(file)));
  for (const file of files) await cp(join(ROOT, file), join(folder, file), { recursive: true });
  await git("init", "--quiet", "--initial-branch=main");
  // A release begins without changesets.
  for (const file of files.filter((file) => dirname(file) === ".changeset" && file.endsWith(".md"))) {
    if (!file.endsWith("README.md")) await rm(join(folder, file));
  }
  await commit();
}, 60_000);
afterAll(() => rm(folder, { recursive: true }));

describe("a release", () => {
  const env = { NODE_AUTH_TOKEN: "npm_token", ACTIONS_ID_TOKEN_REQUEST_URL: "https://localhost/token" };
  const refused = (changed: NodeJS.ProcessEnv = {}) => refusals(folder, version, undefined, { ...env, ...changed });

  it("is made of main, without changes, with a token", () => {
    expect(refused()).toEqual([]);
  });

  it("is refused with changes that are not committed", async () => {
    await writeFile(join(folder, "left.txt"), "");
    expect(refused()).toEqual(["The tree has changes: commit or stash them. ?? left.txt"]);
    await rm(join(folder, "left.txt"));
  });

  it("is refused on another branch", async () => {
    await git("switch", "--quiet", "--create", "my-change");
    expect(refused()).toEqual(["The branch is my-change: a release is made of main."]);
    await git("switch", "--quiet", "main");
  });

  it("is refused without a token, and where provenance cannot be stated", () => {
    expect(refused({ NODE_AUTH_TOKEN: "" })).toEqual([expect.stringContaining("set NODE_AUTH_TOKEN")]);
    expect(refused({ ACTIONS_ID_TOKEN_REQUEST_URL: "" })).toEqual([expect.stringContaining("`id-token: write`")]);
  });

  it("is refused while changesets wait, and without a text", () => {
    const [waiting] = refusals(folder, version, { version: "6.9.0", entries: [] }, env);
    expect(waiting).toContain("The changesets of version 6.9.0 are not in CHANGELOG.md");
    expect(refusals(folder, "99.0.0", undefined, env)).toEqual([
      "CHANGELOG.md says nothing of version 99.0.0: `npm run release:version`.",
    ]);
  });

  it("ends with the reasons, and builds nothing", async () => {
    const { PATH } = process.env;
    const release = run(process.execPath, ["scripts/release.ts"], { cwd: folder, env: { PATH } });
    const { code, stdout, stderr } = (await release.catch((error: unknown) => error)) as Record<string, unknown>;
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(
      /^The release is refused:\n- There is no token: .*\n- Provenance cannot .*\n- Files have changed since .*\n- Whether ci\.yml .*\n$/,
    );
  });
});

describe("a release, which runs no tests", () => {
  it("is refused while a group of tests has not passed with the files of the commit", async () => {
    const [refusal, ...more] = refusalsOfGroups(folder);
    expect(refusal).toMatch(/^Files have changed since these tests passed: .*engines.*Run `npm run test:full`/);
    expect(more).toEqual([]);
    keepPassed(TEST_GROUPS, folder);
    expect(refusalsOfGroups(folder)).toEqual([]);
    await writeFile(join(folder, "docker/changed"), "");
    expect(refusalsOfGroups(folder)).toEqual([
      expect.stringContaining("tests passed: containers, reverse proxies. Run"),
    ]);
    await git("clean", "--force", "--quiet", "docker", "test/groups");
    await git("checkout", "--", ".");
  });

  /** Asks a stand-in of GitHub's API that answers with a status and a body; returns the refusals, and what was asked. */
  async function askGitHub(status: number, body: object): Promise<{ refused: readonly string[]; asked: string[] }> {
    const asked: string[] = [];
    const github = await startHttpServer(({ target, headers }, response) => {
      asked.push(`${target} ${headers.authorization}`);
      response.writeHead(status).end(JSON.stringify(body));
    });
    const job = { GITHUB_REPOSITORY: "svc/svc-node", GITHUB_SHA: "c0ffee", GITHUB_TOKEN: "t0ken" };
    const refused = await refusalsOfTests({ GITHUB_API_URL: github.url, ...job });
    await github.close();
    return { refused, asked };
  }

  it("is made of a commit that CI has passed", async () => {
    const runs = "/repos/svc/svc-node/actions/workflows/ci.yml/runs";
    expect(await askGitHub(200, { total_count: 1, workflow_runs: [{}] })).toEqual({
      refused: [],
      asked: [`${runs}?head_sha=c0ffee&event=push&status=success&per_page=1 Bearer t0ken`],
    });
  });

  it.each([
    ["CI has not passed", 200, { total_count: 0, workflow_runs: [] }, "has not passed for the commit c0ffee"],
    ["GitHub refuses to say", 403, {}, "does not say whether ci.yml has passed for the commit (HTTP 403)"],
    ["the answer is another", 200, {}, "does not say"],
  ])("is refused when %s", async (_what, status, body, refusal) => {
    expect((await askGitHub(status, body)).refused).toEqual([expect.stringContaining(refusal)]);
  });

  it("is refused where there is no GitHub", async () => {
    expect(await refusalsOfTests({})).toEqual([expect.stringContaining("run the workflow publish.yml")]);
  });
});

describe("the next version", () => {
  beforeAll(async () => {
    const changeset = (kind: string, text: string) => `---\n"@svc/otel": ${kind}\n---\n\n${text}\n`;
    await writeFile(join(folder, ".changeset/brave-cat.md"), changeset("patch", "Fixed: A fault of\nspans."));
    await writeFile(join(folder, ".changeset/calm-dog.md"), changeset("major", "Changed: A default."));
    await commit();
    await run(process.execPath, [join(ROOT, "scripts/release-version.ts")], { cwd: folder });
  }, 120_000);
  const next = `${Number(version.split(".")[0]) + 1}.0.0`;

  it("is that of every package, also of the dependencies between them", async () => {
    for (const file of packageFolders()) {
      const manifest = await json(`${file}/package.json`);
      expect(manifest["version"]).toBe(next);
      const { dependencies = {}, devDependencies = {} } = manifest as Record<string, Record<string, string>>;
      const ours = Object.entries({ ...dependencies, ...devDependencies }).filter(([name]) => name.startsWith("@svc/"));
      expect(ours.map(([, range]) => range)).toEqual(ours.map(() => next));
    }
    expect((await json("package-lock.json"))["packages"]).toMatchObject({
      "": { version: next },
      "src/core": { version: next },
    });
  });

  it("stands where the old one stood", async () => {
    expect(faultsOfVersions(next, folder)).toEqual([]);
    expect(await readFile(join(folder, "docker/server/Dockerfile"), "utf8")).toContain(`ARG VERSION=${next}\n`);
  });

  it("has the texts of the changesets, which are gone", async () => {
    const changelog = await readFile(join(folder, "CHANGELOG.md"), "utf8");
    expect(changelog).toContain(`## [Unreleased]\n\n## [${next}] - `);
    expect(changelog).toContain("\n- A fault of spans.\n");
    expect(changelog).toContain("\n- A default.\n");
    expect(await git("status", "--short", ".changeset")).toBe(
      " D .changeset/brave-cat.md\n D .changeset/calm-dog.md\n",
    );
  });
});
