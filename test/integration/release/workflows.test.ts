import { execFile, spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse } from "yaml";
import { ROOT } from "../../support/paths.ts";

const run = promisify(execFile);
const FOLDER = join(ROOT, ".github/workflows");
const FILES = globSync("*.yml", { cwd: FOLDER }).toSorted();

/** Parts of a workflow that the tests read. */
interface Workflow {
  readonly permissions?: unknown;
  readonly jobs: Readonly<Record<string, Job>>;
}

interface Job {
  readonly uses?: string;
  readonly "timeout-minutes"?: number;
  readonly permissions?: Readonly<Record<string, string>>;
  readonly steps?: ReadonlyArray<{ readonly uses?: string; readonly run?: string; readonly with?: object }>;
}

const read = (file: string): Workflow => parse(readFileSync(join(FOLDER, file), "utf8")) as Workflow;

describe.each(FILES)("the workflow %s", (file) => {
  const { permissions, jobs } = read(file);
  const steps = Object.values(jobs).flatMap(({ steps = [] }) => steps);

  it("uses actions of one full version each", () => {
    const used = steps.flatMap(({ uses }) => uses ?? []);
    expect(used.filter((name) => !/^[\w-]+\/[\w-]+@v\d+\.\d+\.\d+$/.test(name))).toEqual([]);
  });

  it("reads the repository, and nothing else by default", () => {
    expect(permissions).toEqual({ contents: "read" });
  });

  it("has a limit of time for each job", () => {
    const limited = Object.values(jobs).map((job) => job.uses !== undefined || (job["timeout-minutes"] ?? 0) > 0);
    expect(limited).not.toContain(false);
  });

  it("runs scripts that the repository has", () => {
    const { scripts } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
      scripts: Record<string, string>;
    };
    const named = steps.flatMap(({ run = "" }) => [...run.matchAll(/npm run ([\w:-]+)/g)].map(([, name]) => name!));
    expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
  });
});

describe("a release on GitHub", () => {
  it("may state where packages and images were built", () => {
    const jobs = { ...read("publish.yml").jobs, ...read("images.yml").jobs };
    for (const { permissions } of Object.values(jobs)) expect(permissions).toMatchObject({ "id-token": "write" });
  });

  it("builds images for both architectures, with a bill of materials and provenance", () => {
    const step = read("images.yml").jobs["image"]?.steps?.find(({ uses }) =>
      uses?.startsWith("docker/build-push-action@"),
    );
    expect(step?.with).toMatchObject({ platforms: "linux/amd64,linux/arm64", sbom: true, provenance: "mode=max" });
  });
});

const go = ["go", "/usr/local/go/bin/go"].find((program) => spawnSync(program, ["version"]).status === 0);
if (go === undefined) process.stderr.write("The workflows are not checked with actionlint: that needs Go.\n");

describe.skipIf(go === undefined)("actionlint", () => {
  let actionlint = "";
  let folder = "";
  beforeAll(async () => {
    actionlint = (await run(join(import.meta.dirname, "actionlint.sh"))).stdout.trim();
    folder = await mkdtemp(join(tmpdir(), "svc-workflows-"));
  }, 300_000);
  afterAll(() => rm(folder, { recursive: true, force: true }));

  /** Returns what actionlint finds, one message each. */
  async function faultsOf(...paths: string[]): Promise<string[]> {
    const lint = run(actionlint, ["-no-color", "-oneline", ...paths], { cwd: ROOT });
    const { stdout } = await lint.catch((error: unknown) => error as { stdout: string });
    return stdout.split("\n").filter(Boolean);
  }

  it("finds no fault with the workflows", async () => {
    expect(await faultsOf(...FILES.map((file) => join(FOLDER, file)))).toEqual([]);
  });

  it.each([
    [
      "a permission that does not exist",
      "id-token: write",
      "id-token: full",
      /"full" is invalid as permission of scope "id-token"/,
    ],
    [
      "an output that no step has",
      "steps.version.outputs",
      "steps.versions.outputs",
      /property "versions" is not defined/,
    ],
    ["a key that does not exist", "timeout-minutes", "timeout", /unexpected key "timeout"/],
  ])("finds %s", async (_what, right, wrong, message) => {
    const file = join(folder, "publish.yml");
    const text = readFileSync(join(FOLDER, "publish.yml"), "utf8").replace(/\n {2}images:[^]*/, "\n");
    await writeFile(file, text.replace(right, wrong));
    expect((await faultsOf(file)).join("\n")).toMatch(message);
  });
});
