// `npm run advisories`: asks the registry, by `npm audit`, for known vulnerabilities of the packages of others that users get from us.
// Fails for one of high or critical severity that is not in the table of exceptions. Where the registry has no advisories or cannot be
// reached, it prints why nothing was audited and does not fail. Run after the build.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { EXCEPTIONS } from "./exceptions.ts";
import { judge, type AuditAnswer } from "./judgement.ts";
import { shippedProject, type ShippedProject } from "./shipped-project.ts";

const project = shippedProject();
const { lines, fails, unaudited } = judge(askRegistry(project), project, EXCEPTIONS);
for (const line of lines) console.log(line);
// Annotation on the page of a run.
if (unaudited !== undefined && process.env["GITHUB_ACTIONS"] === "true") console.log(`::warning::${lines[0]}`);
process.exitCode = fails ? 1 : 0;

/** Returns what `npm audit` prints for a project. Waits at most a minute for the registry. */
function askRegistry({ manifest, lock }: ShippedProject): AuditAnswer {
  const folder = mkdtempSync(join(tmpdir(), "svc-advisories-"));
  try {
    writeFileSync(join(folder, "package.json"), JSON.stringify(manifest));
    writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
    const limits = ["--fetch-timeout=15000", "--fetch-retries=1", "--fetch-retry-mintimeout=1000"];
    const { stdout, stderr, error } = spawnSync("npm", ["audit", "--json", ...limits], {
      cwd: folder,
      encoding: "utf8",
      maxBuffer: 1 << 28,
    });
    if (error) throw error;
    try {
      return JSON.parse(stdout) as AuditAnswer;
    } catch {
      throw new Error(`npm audit printed no JSON: ${stderr || stdout}`);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
