import { readdirSync, readFileSync, statSync } from "node:fs";
import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sendingTo } from "../../support/application/run-application.ts";
import { install, type Installation } from "../../support/application/packed-installation.ts";
import { startLocalService, type LocalService } from "../../support/server/local-service.ts";

const run = promisify(execFile);

let installation: Installation;
let service: LocalService;

beforeAll(async () => {
  [installation, service] = await Promise.all([install("installed", ["register"], {}), startLocalService()]);
}, 120_000);
afterAll(() => Promise.all([installation.remove(), service.stop()]));

describe("npm install @svc/register, with the packed package", () => {
  it("installs at most 200 files and 4 MB", () => {
    const folder = join(installation.folder, "node_modules");
    const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    const bytes = files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
    expect(files.length).toBeLessThanOrEqual(200);
    expect(bytes).toBeLessThanOrEqual(4e6);
  });

  it("contains the licences of its bundled packages", () => {
    const file = join(installation.folder, "node_modules/@svc/register/dist/THIRD-PARTY-NOTICES.md");
    const packages = readFileSync(file, "utf8").match(/^- \S+ \S+ \(.+\)$/gm);
    expect(packages!.length).toBeGreaterThan(50);
  });

  it("suffices for the preload and the doctor", async () => {
    const options = {
      cwd: installation.folder,
      env: { PATH: process.env["PATH"], ...sendingTo(service.url) },
    };
    const { stdout, stderr } = await run(process.execPath, ["--import", "@svc/register", "by-hand.mjs"], options);
    expect({ stdout, stderr }).toEqual({ stdout: "made\n", stderr: "" });
    expect(await service.observations({ name: "by hand" })).toHaveLength(1);
    const doctor = await run("npx", ["--no-install", "svc", "doctor", "--json"], options);
    expect(JSON.parse(doctor.stdout)).toMatchObject({ ok: true });
  });
});
