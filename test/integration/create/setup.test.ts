import { planSetup, writeSetup } from "@svc/create";
import { rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { runProgram, type ApplicationRun } from "../../support/application/run-application.ts";
import { ROOT } from "../../support/paths.ts";
import { type Files, filesOf, makeProject, PROJECTS } from "./projects.ts";

const PROGRAM = join(ROOT, "src/create/dist/cli.mjs");

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true });
});

async function project(files: Files): Promise<string> {
  const folder = await makeProject(files);
  folders.push(folder);
  return folder;
}

function create(folder: string, ...args: readonly string[]): Promise<ApplicationRun> {
  return runProgram({ cwd: folder, args: [PROGRAM, ...args] });
}

describe.each(PROJECTS)("a project with $kind", ({ files, found, lines, left = [] }) => {
  it("is recognised, changed in the lines that need it alone, and left alone the second time", async () => {
    const folder = await project(files);
    const setup = planSetup(folder);
    expect(setup.project).toBe(found);
    expect(setup.left.map((step, index) => step.slice(0, left[index]?.length))).toEqual(left);
    expect(await filesOf(folder)).toEqual(files);

    const { exitCode, stderr } = await create(folder, "--yes", "--no-install");
    expect({ exitCode, stderr }).toEqual({ exitCode: left.length > 0 ? 1 : 0, stderr: "" });
    const after = await filesOf(folder);
    const changed = Object.keys(after).filter((file) => after[file] !== files[file]);
    expect(changed.toSorted()).toEqual(Object.keys(lines).toSorted());
    for (const [file, expected] of Object.entries(lines)) {
      expect(after[file]!.split("\n")).toEqual(expect.arrayContaining([...expected]));
      const [before, now] = [files[file] ?? "", after[file]!].map((text) =>
        text.split("\n").map((line) => line.replace(/,$/, "")),
      );
      const replaced = before!.filter((line) => line !== "" && !now!.includes(line));
      // A line goes only where another stands in its place.
      expect(replaced.length).toBeLessThanOrEqual(expected.length);
    }
    expect(JSON.parse(after["package.json"]!)).toBeDefined();

    const second = await create(folder, "--yes", "--no-install");
    expect(second.stdout).toContain("Nothing to change.");
    expect(await filesOf(folder)).toEqual(after);
  });
});

const CRLF = [
  "{",
  '\t"name": "shop",',
  '\t"scripts": { "start": "node server.js" },',
  '\t"dependencies": {',
  '\t\t"zod": "4.6.7",',
  '\t\t"openai": "7.55.0"',
  "\t}",
  "}",
].join("\r\n");

it("keeps tabs, line ends, the order and the missing last line end of package.json", async () => {
  const folder = await project({ "package.json": CRLF });
  writeSetup(planSetup(folder));
  const text = (await filesOf(folder))["package.json"]!;
  expect(text).toBe(
    CRLF.replace("node server.js", "node --env-file-if-exists=.env --import @svc/register server.js").replace(
      '"openai": "7.55.0"',
      '"openai": "7.55.0",\r\n\t\t"@svc/register": "^6.0.0"',
    ),
  );
});

it("keeps the line ends of a Dockerfile and of .env.example", async () => {
  const folder = await project({
    "package.json": '{ "scripts": { "start": "node a.js" } }',
    Dockerfile: '# syntax=docker/dockerfile:1\r\nFROM node:24\r\nCMD [ "node", "a.js" ]\r\n',
    ".env.example": "A=1\r\n",
  });
  writeSetup(planSetup(folder));
  expect(await filesOf(folder)).toMatchObject({
    Dockerfile:
      '# syntax=docker/dockerfile:1\r\nFROM node:24\r\nCMD [ "node", "--import", "@svc/register", "a.js" ]\r\n',
    ".env.example": expect.stringMatching(
      /^A=1\r\n\r\n# .+\r\nSVC_BASE_URL=\S+\r\nSVC_PUBLIC_KEY=\S+\r\nSVC_SECRET_KEY=\S+\r\n$/,
    ),
  });
});

it("writes nothing when a file has changed since the diff was shown", async () => {
  const folder = await project({ "package.json": CRLF });
  const setup = planSetup(folder);
  await writeFile(join(folder, "package.json"), "{}");
  expect(() => writeSetup(setup)).toThrow("package.json has changed meanwhile. Nothing was written: run this again.");
  expect(await filesOf(folder)).toEqual({ "package.json": "{}" });
});

describe("the command", () => {
  const files = PROJECTS[0]!.files;

  it.each([
    ["--dry-run", ["--dry-run"], ""],
    ["no terminal and without --yes", [], "Nothing was written. --yes writes these changes.\n"],
  ])("prints the diff and writes nothing with %s", async (_, args, stderr) => {
    const folder = await project(files);
    const run = await create(folder, ...args);
    expect(run).toMatchObject({ exitCode: 1, stderr });
    expect(run.stdout).toContain(
      '-CMD ["node", "server.js"]\n+CMD ["node", "--import", "@svc/register", "server.js"]\n',
    );
    expect(run.stdout).toContain("--- /dev/null\n+++ b/.env.example\n");
    expect(await filesOf(folder)).toEqual(files);
  });

  it.each([
    ["y", 0],
    ["n", 1],
    ["", 1],
  ])("asks on a terminal, in colours, and takes %j for an answer", async (answer, exitCode) => {
    const folder = await project(files);
    const command = `TERM=xterm ${process.execPath} ${PROGRAM} --no-install`;
    const run = await runProgram({
      cwd: folder,
      binary: "script",
      args: ["--quiet", "--return", "--command", command, "/dev/null"],
      input: `${answer}\n`,
    });
    expect(run.exitCode).toBe(exitCode);
    expect(run.stdout).toContain("Write these changes? [y/N] ");
    expect(run.stdout).toContain("\u001B[32m+CMD ");
    const { Dockerfile } = await filesOf(folder);
    expect(Dockerfile === files["Dockerfile"]).toBe(exitCode === 1);
  });

  it.each([
    [
      "without a package.json",
      {},
      [],
      /^svc-create: there is no package\.json in \S+\. Name the folder of the application/,
    ],
    [
      "with a package.json that is not JSON",
      { "package.json": "{" },
      [],
      /^svc-create: package\.json in \S+ is not JSON: /,
    ],
    [
      "with a package.json that is a list",
      { "package.json": "[]" },
      [],
      /^svc-create: package\.json in \S+ is not a JSON object\.$/m,
    ],
    ["with two folders", { "package.json": "{}" }, ["a", "b"], /^svc-create: there can be one folder, not also b\.$/m],
    ["with an unknown option", { "package.json": "{}" }, ["--force"], /^svc-create: Unknown option '--force'/],
    [
      "with --yes and --dry-run",
      { "package.json": "{}" },
      ["--yes", "--dry-run"],
      /^svc-create: --yes writes and --dry-run does not/,
    ],
  ])("ends with code 2 %s", async (_, given: Files, args, message) => {
    const folder = await project(given);
    const { exitCode, stdout, stderr } = await create(folder, ...args);
    expect({ exitCode, stdout }).toEqual({ exitCode: 2, stdout: "" });
    expect(stderr).toMatch(message);
    expect(await filesOf(folder)).toEqual(given);
  });

  it.each<[what: string, scripts: object, publicKey: RegExp]>([
    [
      "which the start script reads",
      { start: "node --env-file=.env --import @svc/register a.js" },
      /publicKey +"pk-of-env" +SVC_PUBLIC_KEY in \.env/,
    ],
    // The doctor asks the service with the keys of the application, which has none.
    ["which nothing reads", {}, /Settings\n +(?!publicKey)/],
  ])("runs the doctor of the installed preload where a file has the keys, %s", async (_, scripts, publicKey) => {
    const folder = await project({
      "package.json": JSON.stringify({ scripts }),
      ".env": "SVC_BASE_URL=http://127.0.0.1:9\nSVC_PUBLIC_KEY=pk-of-env\n",
    });
    await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
    const { stdout } = await create(folder, "--yes");
    expect(stdout).toContain("$ npx @svc/register doctor\n");
    expect(stdout).toMatch(publicKey);
    expect(stdout).not.toContain("npm install");
  });

  it("says what to repeat when the packages cannot be installed", async () => {
    const folder = await project({ "package.json": '{ "scripts": { "start": "node a.js" } }' });
    const run = await runProgram({
      cwd: folder,
      args: [PROGRAM, "--yes"],
      env: { npm_config_registry: "http://127.0.0.1:9", npm_config_fetch_retries: "0" },
    });
    expect(run.exitCode).toBe(1);
    expect(run.stderr).toContain("svc-create: npm install failed: repeat it, then run npx @svc/register doctor.\n");
  });
});
