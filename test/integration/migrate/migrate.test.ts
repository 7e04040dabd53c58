import { migrate, writeChanges, type Left } from "@svc/migrate";
import { execFile } from "node:child_process";
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { REMOVED_NAMES, REQUEST_PLACEHOLDERS } from "../../../src/migrate/removed-names.ts";
import { install } from "../../support/application/packed-installation.ts";
import { FIXTURES, ROOT } from "../../support/paths.ts";

const run = promisify(execFile);
const PROGRAM = join(ROOT, "src/migrate/dist/cli.mjs");

const CONFIGURATION: Readonly<Record<string, string>> = {
  "package.json": `{
  "name": "shop",
  "type": "module",
  "scripts": { "start": "SVC_TIMEOUT=30000 node server.js" },
  "engines": { "node": ">=20" },
  "dependencies": {
    "@langchain/core": "^0.3.8",
    "@svc/client": "^5.4.0",
    "@svc/tracing": "~5.4.0",
    "openai": "^5.0.0"
  }
}
`.replace('"engines": { "node": ">=20" }', '"engines": {\n    "node": ">=20"\n  }'),
  ".env": "SVC_PUBLIC_KEY=pk\n# SVC_TIMEOUT=0\nSVC_TIMEOUT=0\nSVC_BASEURL=http://localhost:3000\n",
  Dockerfile:
    'FROM --platform=linux/amd64 node:20-slim AS run\nENV SVC_TIMEOUT="$TIMEOUT"\nENV SVC_OTEL_COMPRESSION=brotli\n',
  "compose.yaml": "services:\n  shop:\n    environment:\n      SVC_TIMEOUT: 10\n      - SVC_TIMEOUT=none\n",
};

/** Makes a project of the files of generation 5 that finds the built packages of this repository. */
async function makeProject(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "svc-generation-5-"));
  await cp(join(FIXTURES, "generation-5"), folder, { recursive: true });
  for (const [file, text] of Object.entries(CONFIGURATION)) await writeFile(join(folder, file), text);
  await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
  return folder;
}

/** Returns the paths of the files in a folder, without those that a link leads to: Node 26 would follow it into what is installed. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const files = entries.map(async (entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return filesIn(path);
    return entry.isFile() ? [path] : [];
  });
  return (await Promise.all(files)).flat();
}

async function contentsOf(folder: string): Promise<Record<string, string>> {
  const files = await filesIn(folder);
  const texts = await Promise.all(files.map((file) => readFile(file, "utf8")));
  return Object.fromEntries(files.map((file, index) => [file.slice(folder.length + 1), texts[index]!]));
}

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function command(...args: readonly string[]): Promise<Ended> {
  const ended = run(process.execPath, [PROGRAM, ...args]).then((output) => ({ code: 0, ...output }));
  return ended.catch((error: Ended) => error);
}

const place = ({ file, line }: Pick<Left, "file" | "line">): string => `${file}:${line}`;

async function errorsOf(folder: string): Promise<string[]> {
  const options = "--noEmit --strict --skipLibCheck --target es2022 --lib es2024 --types node --module nodenext".split(
    " ",
  );
  const sources = (await filesIn(folder))
    .map((file) => file.slice(folder.length + 1))
    .filter((file) => /^(rewritten|left)\/.*\.ts$/.test(file));
  const { stdout } = await run(join(ROOT, "node_modules/.bin/tsc"), [...options, ...sources], { cwd: folder }).catch(
    (error: { stdout: string }) => error,
  );
  return stdout.split("\n").flatMap((line) => {
    const [, file, number] = /^(\S+)\((\d+),\d+\): error/.exec(line) ?? [];
    return file === undefined ? [] : [place({ file, line: Number(number) })];
  });
}

describe("A project that uses every removed name", () => {
  let folder: string;
  let before: Record<string, string>;
  let untouched: Record<string, string>;
  let shown: Ended;
  let written: Ended;
  let after: Record<string, string>;
  let left: readonly Left[];

  beforeAll(async () => {
    folder = await makeProject();
    before = await contentsOf(folder);
    shown = await command(folder);
    left = migrate(folder).left;
    untouched = await contentsOf(folder);
    written = await command(folder, "--write");
    after = await contentsOf(folder);
    // The project is read by the compiler three times, in processes of their own.
  }, 120_000);
  afterAll(() => rm(folder, { recursive: true }));

  it("has changes shown as a diff, and what is left with file, line and replacement", () => {
    expect(untouched).toEqual(before);
    expect(shown.code).toBe(1);
    expect(shown.stdout).toContain('-    return this.client.getPrompt("greeting", { label: "staging" });');
    expect(shown.stdout).toContain('+    return this.client.prompt.get("greeting", { label: "staging" });');
    expect(shown.stdout).toContain(
      "left/api.ts:4  api.trace.get(id)\n    use api.observations.getMany({ traceId: id })\n",
    );
    expect(shown.stderr).toMatch(/^9 files to change; --write changes them\. \d+ places are left for you\.\n$/);
    expect(written.stderr).toMatch(/^9 files changed\. \d+ places are left for you\.\n$/);
  });

  it.each(REMOVED_NAMES)("has $owner $name rewritten or listed", ({ owner, name, handling }) => {
    const last = name.slice(name.lastIndexOf(".") + 1);
    // A property keeps its name, which is not ours.
    const word = new RegExp(`\\b${last}\\b(?!:)`);
    expect(Object.values(before).join("\n")).toMatch(word);
    const listed = left.filter(({ file, code }) => file.startsWith("left/") && word.test(code));
    expect(handling === "renamed" || listed.length > 0).toBe(true);
    // The last parts of these are names in generation 6 too, or variables.
    const stays = handling === "listed" || ["legacy", "experiment result", "api"].includes(owner);
    const texts = Object.entries(after).filter(([file]) => !stays && file.startsWith("rewritten/"));
    expect(texts.filter(([, text]) => word.test(text))).toEqual([]);
  });

  it("compiles, except where something is listed", async () => {
    const listed = new Set(left.map(place));
    const errors = await errorsOf(folder);
    expect(errors.filter((error) => !listed.has(error))).toEqual([]);
    // Each listed removed name is an error; plain JavaScript and metadata are not.
    const expected = left.filter(({ file }) => file.startsWith("left/") && file !== "left/exporter.ts").map(place);
    expect(expected.filter((error) => !errors.includes(error))).toEqual([]);
  });

  it("has the files that the codemod is to write", () => {
    const { "rewritten/api.ts": api, "rewritten/observations.ts": observations, ...others } = after;
    expect(api).toContain(
      'import { type CreateScoreRequest, type CreateScoreResponse, type CreateScoreSource, SvcAPIClient, type Dataset } from "@svc/core";',
    );
    expect(api).toContain("await api.scores.create(request);");
    expect(api).toContain("await api.health.health({}, { timeoutInSeconds: 2 });");
    expect(api).toContain('await api.projects.deleteApiKey("project", "key", {}, { maxRetries: 0 });');
    expect(observations).toContain(
      'import { startActiveObservation, updateActiveObservation, type SvcSpanAttributes } from "@svc/tracing";',
    );
    expect(observations).toContain("return { setActiveTraceIO: updateActiveObservation };");
    expect(others["rewritten/managers.ts"]).toContain('await svc.api.datasetItems.get("item", {}, { maxRetries: 0 })');
    expect(others["rewritten/experiment.ts"]).toContain("const { experimentUrl: datasetRunUrl } = result;");
    const processor = others["rewritten/processor.ts"]!;
    expect(processor).toContain('JSON.stringify(process.env.REGION ?? "eu")');
    expect(processor).toContain("if (span.attributes[TENANT] === undefined) return;");
    expect(processor).toContain("const tenant = decodedMetadata(span.attributes[TENANT]);");
    expect(processor).toContain('span.attributes[TENANT] = JSON.stringify("***")');
    expect(others["plain/worker.cjs"]).toContain('await svc.prompt.get("greeting")');
    expect(others["package.json"]).toBe(before["package.json"]!.replace(/(@svc\/\w+": ")[~^]5.4.0/g, "$1^6.0.0"));
  });

  it("has versions and variables listed that generation 6 takes otherwise", () => {
    const configured = left.filter(({ file }) => file in CONFIGURATION || file.startsWith("plain/"));
    expect(configured.map((one) => `${place(one)} ${one.replacement}`)).toEqual([
      ".env:3 SVC_TIMEOUT is a positive number of seconds; generation 5 did not use it",
      "Dockerfile:1 Node.js 22 or later",
      "Dockerfile:3 SVC_OTEL_COMPRESSION is gzip or none",
      "compose.yaml:5 SVC_TIMEOUT is a positive number of seconds; generation 5 did not use it",
      "package.json:4 SVC_TIMEOUT is seconds, not milliseconds: 30; generation 5 did not use it",
      "package.json:6 Node.js 22 or later",
      'package.json:9 "@langchain/core": "^1.0.0", for @svc/langchain',
      "plain/worker.cjs:9 api.observations.getMany({ isRootObservation: true, ... }), if client is an SvcClient",
    ]);
  });

  it("is not changed by a second run, which lists the same", async () => {
    const again = await command(folder, "--write");
    expect(await contentsOf(folder)).toEqual(after);
    expect(again.code).toBe(1);
    expect(migrate(folder)).toEqual({ changes: [], left });
  });
});

it("The packed package has what it needs", { timeout: 120_000 }, async () => {
  const installation = await install("stdio", ["src/migrate"], {});
  const project = await makeProject();
  const { stderr } = await run(join(installation.folder, "node_modules/.bin/svc-migrate"), [project]).catch(
    (error: Ended) => error,
  );
  expect(stderr).toMatch(/^9 files to change/);
  await Promise.all([installation.remove(), rm(project, { recursive: true })]);
});

describe("A project on Langfuse's packages", () => {
  /** Returns a text under the names of Langfuse. */
  const renamed = (text: string): string =>
    text
      .replaceAll("@svc/", "@langfuse/")
      .replaceAll(/\b(is|get|set|)Svc(?=[A-Z])/g, "$1Langfuse")
      .replaceAll("svcPrompt", "langfusePrompt")
      .replaceAll(/\bSVC_(?!OTEL_COMPRESSION)/g, "LANGFUSE_")
      .replaceAll(/\bsvc\.(?=(?:observation|trace)\.)/g, "langfuse.");

  // Three projects are compiled.
  it("becomes what the same project of generation 5 becomes, and leaves the same", { timeout: 120_000 }, async () => {
    const [own, theirs] = [await makeProject(), await makeProject()];
    for (const [file, text] of Object.entries(await contentsOf(theirs))) {
      await writeFile(join(theirs, file), renamed(text));
    }
    expect((await contentsOf(theirs))["rewritten/client.ts"]).toContain('from "@langfuse/client"');
    const { changes, left: expected } = migrate(own);
    const { left } = migrate(theirs, { from: "langfuse" });
    const placed = ({ file, line, replacement }: Left): string => `${file}:${line} ${replacement}`;
    // The address and the keys are those of Langfuse.
    const others = left.filter(({ replacement }) => !/ of your service, such as /.test(replacement));
    expect(others.filter(({ file }) => !file.startsWith("left/")).map(placed)).toEqual(
      expected.filter(({ file }) => !file.startsWith("left/")).map(placed),
    );
    writeChanges(own, changes);
    const run = await command(theirs, "--from", "langfuse", "--write");
    expect(run.stderr).toMatch(/^\d+ files changed\./);
    const [after, own6] = [await contentsOf(theirs), await contentsOf(own)];
    for (const file of Object.keys(own6).filter((name) => !name.startsWith("left/"))) {
      // Names that a file declares itself, or exports, are its own.
      expect(after[file]).toBe(own6[file]);
    }
    await Promise.all([rm(own, { recursive: true }), rm(theirs, { recursive: true })]);
  });

  it("keeps aliases, exports and what only looks like a name of theirs", async () => {
    const folder = await mkdtemp(join(tmpdir(), "svc-langfuse-"));
    const files = {
      "package.json":
        '{\n  "dependencies": {\n    "@langfuse/client": "^4.6.1",\n    "langfuse-vercel": "3.0.0"\n  }\n}\n',
      ".env": "LANGFUSE_PUBLIC_KEY=pk\nLANGFUSE_OTHER=1\n",
      "a.ts": [
        'import { LangfuseClient, type LangfuseClientParams as Params } from "@langfuse/client";',
        'import * as otel from "@langfuse/otel";',
        'import { LangfuseExporter } from "langfuse-vercel";',
        "const { LANGFUSE_PUBLIC_KEY, LANGFUSE_OTHER } = process.env;",
        "export { LangfuseClient };",
        "export const parts = { LangfuseClient, processor: new otel.LangfuseSpanProcessor(), kind: { LangfuseClient: 1 } };",
        'export const ids = { langfuseUserId: "u", "langfuseTags": [], text: "langfuse.com", key: `langfuse.trace.${LANGFUSE_OTHER}` };',
        "export const later = (params: Params) => [params, new LangfuseExporter(), LANGFUSE_PUBLIC_KEY];",
        "",
      ].join("\n"),
      "b.cjs":
        'const { LangfuseClient } = require("@langfuse/client");\nconst SvcClient = 1;\nmodule.exports = [new LangfuseClient(), SvcClient];\n',
    };
    for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
    const { code, stdout } = await command(folder, "--from", "langfuse", "--write");
    expect(code).toBe(1);
    expect(stdout.match(/^\S+:\d+/gm)).toEqual([".env:1", ".env:2", "a.ts:3", "a.ts:4", "package.json:4"]);
    expect(await contentsOf(folder)).toEqual({
      "package.json": files["package.json"].replace('@langfuse/client": "^4.6.1', '@svc/client": "^6.0.0'),
      ".env": "SVC_PUBLIC_KEY=pk\nLANGFUSE_OTHER=1\n",
      "a.ts": [
        'import { SvcClient, type SvcClientParams as Params } from "@svc/client";',
        'import * as otel from "@svc/otel";',
        'import { LangfuseExporter } from "langfuse-vercel";',
        "const { SVC_PUBLIC_KEY: LANGFUSE_PUBLIC_KEY, LANGFUSE_OTHER } = process.env;",
        "export { SvcClient as LangfuseClient };",
        "export const parts = { LangfuseClient: SvcClient, processor: new otel.SvcSpanProcessor(), kind: { LangfuseClient: 1 } };",
        'export const ids = { svcUserId: "u", "svcTags": [], text: "langfuse.com", key: `svc.trace.${LANGFUSE_OTHER}` };',
        "export const later = (params: Params) => [params, new LangfuseExporter(), LANGFUSE_PUBLIC_KEY];",
        "",
      ].join("\n"),
      "b.cjs":
        'const { SvcClient: LangfuseClient } = require("@svc/client");\nconst SvcClient = 1;\nmodule.exports = [new LangfuseClient(), SvcClient];\n',
    });
    await rm(folder, { recursive: true });
  });

  it("is the only other kind of project", async () => {
    const { code, stderr } = await command(tmpdir(), "--from", "helicone");
    expect({ code, stderr }).toEqual({ code: 2, stderr: "svc-migrate: --from helicone: langfuse is expected\n" });
  });
});

describe("A project without generation 5", () => {
  it("is left alone", async () => {
    const folder = await mkdtemp(join(tmpdir(), "svc-other-"));
    const files = {
      "package.json": '{ "engines": { "node": ">=18" }, "dependencies": { "mcp": "5.0.0" } }\n',
      ".env": "SVC_TIMEOUT=0\n",
      "client.js":
        'import { Mcp } from "mcp";\nexport const prompt = (mcp) => new Mcp().getPrompt("x") ?? mcp.fetchTraces();\n',
    };
    for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
    expect(await command(folder, "--write")).toMatchObject({ code: 0, stdout: "", stderr: "Nothing to change.\n" });
    expect(await contentsOf(folder)).toEqual(files);
    await rm(folder, { recursive: true });
  });

  it("that cannot be read is a failure of the command", async () => {
    expect(await command("/nowhere")).toMatchObject({ code: 2, stdout: "" });
    expect((await command("/nowhere")).stderr).toMatch(/^svc-migrate: ENOENT.*\/nowhere/);
  });
});

it("The table has the 41 operations with an empty request", () => {
  expect(Object.keys(REQUEST_PLACEHOLDERS)).toHaveLength(41);
});
