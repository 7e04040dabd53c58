import { copyFile, rm, symlink } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Files, makeProject } from "../integration/create/projects.ts";
import { runProgram } from "../support/application/run-application.ts";
import { recordingsOf } from "../support/openai/openai-recordings.ts";
import { OpenAIStandIn } from "../support/openai/openai-stand-in.ts";
import { ROOT } from "../support/paths.ts";
import { type LocalService, startLocalService } from "../support/server/local-service.ts";

const SVC = join(ROOT, "register/dist/svc.cjs");
const RECORDING = recordingsOf("chat.completions.create").find(({ id }) => id === "chat-basic")!;

const CALL = `const client = new OpenAI({ apiKey: "a key" });
const ask = async () => {
  const { choices } = await client.chat.completions.create({ model: "gpt-4o-mini", messages: [{ role: "user", content: "Hi sk-4711" }] });
  console.log(choices[0].message.content);
};
`;

const MODULE = `import OpenAI from "openai";\n${CALL}await ask();\n`;

const started = (manifest: object, files: Files): Files => ({
  "package.json": JSON.stringify({ private: true, dependencies: { openai: "6.49.0" }, ...manifest }, null, 4),
  ...files,
});

describe("a project that svc init has set up", () => {
  let service: LocalService;
  let standIn: OpenAIStandIn;

  beforeAll(async () => {
    [service, standIn] = await Promise.all([startLocalService(), OpenAIStandIn.start()]);
  });
  afterAll(() => Promise.all([service.stop(), standIn.stop()]));

  it.each([
    ["ES modules", started({ type: "module", scripts: { start: "node app.js" } }, { "app.js": MODULE })],
    [
      "CommonJS without a start script",
      started({}, { "index.js": `const OpenAI = require("openai");\n${CALL}ask();\n` }),
    ],
    [
      "TypeScript by tsx",
      started(
        { type: "module", scripts: { start: "tsx src/app.ts" } },
        { "src/app.ts": `${MODULE}\nexport type A = string;\n` },
      ),
    ],
  ])("is recorded when it is started by npm start: %s", async (_, files) => {
    const folder = await makeProject(files);
    await symlink(join(ROOT, "node_modules"), join(folder, "node_modules"));
    const init = await runProgram({ cwd: folder, args: [SVC, "init", "--yes", "--config"] });
    expect(init).toMatchObject({ exitCode: 0 });
    // Nothing is wrong yet, and the next steps lead on.
    expect(init.stdout).not.toMatch(/PROBLEM|problem/);
    expect(Array.from(init.stdout.matchAll(/^ {2}\d\. (.+?) {2}/gm), ([, step]) => step)).toEqual([
      "npx @svc/server",
      "cp .env.example .env",
      "npm start",
      "npx @svc/register doctor",
    ]);

    const { url } = standIn.perform(RECORDING.response);
    await copyFile(join(folder, ".env.example"), join(folder, ".env"));
    const doctor = await runProgram({ cwd: folder, args: [SVC, "doctor"], env: { SVC_BASE_URL: service.url } });
    expect(doctor.stdout).toMatch(/publicKey +"pk-svc-local" +SVC_PUBLIC_KEY in \.env$/m);
    expect(doctor.stdout).toMatch(/^ {2}configuration +ok +\S+svc\.config\.mjs: mask$/m);
    expect(doctor.stdout).toMatch(/^ {2}variables +ok +also from \.env, as the script "start" reads it$/m);
    expect(doctor).toMatchObject({ exitCode: 0, stdout: expect.stringMatching(/\nAll is well\.\n$/) as string });
    const run = await runProgram({
      cwd: folder,
      binary: "npm",
      args: ["start", "--silent"],
      env: { OPENAI_BASE_URL: url, SVC_BASE_URL: service.url },
    });
    expect(run).toMatchObject({ exitCode: 0, stdout: `${RECORDING.expected.outputText!}\n` });
    const [stored, ...others] = await service.observations({ type: "GENERATION" });
    expect(others).toEqual([]);
    expect(stored).toMatchObject({ type: "GENERATION", name: "chat gpt-4o-mini" });
    // By the mask of the file that --config has made.
    expect(stored!.input).toContain("Hi ***");
    await rm(folder, { recursive: true });
    await service.stop();
    service = await startLocalService();
  });
});
