// `npm run packages:check`: every package as it would be published, looked at by publint and are-the-types-wrong.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** The published packages: every workspace that is neither an example nor a test. */
const PACKAGES = (JSON.parse(readFileSync("package.json", "utf8")) as { workspaces: string[] }).workspaces.filter(
  (path) => !/^(examples|test)\//.test(path),
);
const target = mkdtempSync(join(tmpdir(), "svc-packages-"));
let failed = 0;

for (const folder of PACKAGES) {
  const { name } = JSON.parse(readFileSync(`${folder}/package.json`, "utf8")) as { name: string };
  const tarball = join(target, pack(folder));
  run(name, "publint", ["run", tarball, "--strict"]);
  run(name, "attw", [tarball, "--profile", "strict", "--format", "ascii", "--no-emoji", "--quiet"]);
}

rmSync(target, { recursive: true });
console.log(failed === 0 ? `${PACKAGES.length} packages are as they should be.` : `${failed} checks failed.`);
process.exitCode = failed === 0 ? 0 : 1;

function pack(folder: string): string {
  const { stdout } = spawnSync("npm", ["pack", "--silent", "--pack-destination", target], {
    cwd: folder,
    encoding: "utf8",
  });
  return stdout.trim();
}

function run(name: string, command: string, args: string[]): void {
  const { status, stdout, stderr } = spawnSync(join("node_modules/.bin", command), args, { encoding: "utf8" });
  if (status === 0) return;
  failed++;
  console.error(`${command} finds fault with ${name}:\n${stdout}${stderr}`);
}
