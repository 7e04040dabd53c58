import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runProgram, sendingTo, type ApplicationRun } from "../../support/application/run-application.ts";
import { PRELOAD_FILE } from "../../support/paths.ts";
import { ANSWER, ASKED } from "../../support/application/asking-application.ts";
import { startLocalService, type LocalService } from "../../support/server/local-service.ts";
import { recordingsOf } from "../../support/openai/openai-recordings.ts";
import { OpenAIStandIn } from "../../support/openai/openai-stand-in.ts";

const ROOT = join(import.meta.dirname, "../../..");
const RECORDING = recordingsOf("chat.completions.create").find(({ id }) => id === "chat-basic")!;

let folder: string;
let service: LocalService;
let standIn: OpenAIStandIn;

/** Installs an application in which `openai` can be loaded by every other name a package can have. */
async function installApplication(): Promise<string> {
  const created = await mkdtemp(join(tmpdir(), "svc-package-names-"));
  const app = join(created, "app");
  const modules = join(app, "node_modules");
  await mkdir(join(app, ".next/node_modules"), { recursive: true });
  // An alias as npm installs "openai-by-alias": "npm:openai@…", and a link: a folder that keeps its published name.
  const alias = join(modules, "openai-by-alias");
  const source = join(created, "sources/fork-of-openai");
  await cp(join(ROOT, "test/apps/openai-5/node_modules/openai"), alias, { recursive: true });
  await cp(alias, source, { recursive: true });
  await symlink(source, join(modules, "linked-openai"));
  // A link as Turbopack makes for a package outside its bundle.
  await symlink("../../node_modules/openai-by-alias", join(app, ".next/node_modules/openai-f0ed28f090f94724"));
  // The same files under another package name are another package.
  const other = join(modules, "other-ai");
  await cp(alias, other, { recursive: true });
  const manifest = JSON.parse(await readFile(join(other, "package.json"), "utf8")) as object;
  await writeFile(join(other, "package.json"), JSON.stringify({ ...manifest, name: "other-ai" }));
  await symlink(join(ROOT, "node_modules/express"), join(modules, "express-0123456789abcdef"));
  await writeFile(
    join(app, "package.json"),
    JSON.stringify({ name: "app", imports: { "#ai": "openai-by-alias", "#linked": "linked-openai" } }),
  );
  return app;
}

beforeAll(async () => {
  [folder, service, standIn] = await Promise.all([installApplication(), startLocalService(), OpenAIStandIn.start()]);
});
afterAll(() => Promise.all([rm(dirname(folder), { recursive: true }), service.stop(), standIn.stop()]));

const CALL = `
const client = new OpenAI({ apiKey: "a key", maxRetries: 0 });
client.chat.completions
  .create({ model: "gpt-4o-mini", messages: [{ role: "user", content: "Say hello." }] })
  .then((answer) => console.log(answer.choices[0].message.content));`;

const SOURCES = {
  "ES module": (name: string): readonly [string, string] => ["mjs", `import OpenAI from "${name}";${CALL}`],
  CommonJS: (name: string): readonly [string, string] => ["cjs", `const OpenAI = require("${name}");${CALL}`],
};

const SERVE = `
const app = express();
app.get("/here", (_request, response) => response.send("served"));
const server = app.listen(0, "127.0.0.1", () => {
  fetch(\`http://127.0.0.1:\${server.address().port}/here\`).then(() => server.close());
});`;

const SERVED: typeof SOURCES = {
  "ES module": (name) => ["mjs", `import express from "${name}";${SERVE}`],
  CommonJS: (name) => ["cjs", `const express = require("${name}");${SERVE}`],
};

async function ask(kind: keyof typeof SOURCES, name: string, node: readonly string[] = []): Promise<ApplicationRun> {
  const [ending, source] = SOURCES[kind](name);
  // Folder in which Turbopack puts the compiled application.
  const file = join(folder, `.next/app.${ending}`);
  await writeFile(file, source);
  const { url } = standIn.perform(RECORDING.response);
  return runProgram({
    cwd: folder,
    node: ["--require", PRELOAD_FILE, ...node],
    args: [file],
    env: { ...sendingTo(service.url), OPENAI_BASE_URL: url },
  });
}

let stored = 0;

/** Returns the answers in the model calls that were stored since the last call. */
async function newAnswers(): Promise<unknown[]> {
  const all = await service.observations({ type: "GENERATION" });
  const fresh = all.slice(stored).map(({ output }) => JSON.parse(output ?? "") as { content?: unknown });
  stored = all.length;
  return fresh.map(({ content }) => content);
}

describe.each(["ES module", "CommonJS"] as const)("packages under another name, %s", (kind) => {
  it.each<[what: string, name: string, node?: readonly string[]]>([
    ["an npm alias", "openai-by-alias"],
    ["a link into a folder outside of node_modules", "linked-openai"],
    ["a link with the hash of Turbopack", "openai-f0ed28f090f94724"],
    ["the same, with links preserved", "openai-f0ed28f090f94724", ["--preserve-symlinks"]],
    ["imports of package.json, to an alias", "#ai"],
    ["imports of package.json, to a link", "#linked"],
  ])("%s", async (_what, name, node) => {
    expect(await ask(kind, name, node)).toEqual(ASKED);
    expect(await newAnswers()).toEqual([ANSWER]);
  });

  it("records express behind a link with Turbopack's hash, whose exports are replaced", async ({ skip }) => {
    skip(kind === "ES module" && process.env["TEST_NODE"] !== undefined, "older versions of Node wrap only by name");
    const [ending, source] = SERVED[kind]("express-0123456789abcdef");
    const file = join(folder, `.next/served.${ending}`);
    await writeFile(file, source);
    const env = { ...sendingTo(service.url), OTEL_TRACES_EXPORTER: "console" };
    const { stdout, stderr } = await runProgram({ cwd: folder, node: ["--require", PRELOAD_FILE], args: [file], env });
    expect(stderr).toBe("");
    expect(stdout).toContain("@opentelemetry/instrumentation-express");
  });

  it("does not patch another package with the same files", async () => {
    const { stdout, exitCode } = await ask(kind, "other-ai");
    expect({ stdout, exitCode }).toEqual({ stdout: ASKED.stdout, exitCode: 0 });
    expect(await newAnswers()).toEqual([]);
  });
});
