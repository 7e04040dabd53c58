import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { releaseOf } from "./changelog.ts";
import type { ReleasePlan } from "./release-plan.ts";

/**
 * Returns why a repository cannot be released, one message each with the remedy: changes that are not committed, another branch than
 * main, changesets that are not in a version yet, a version without a text, or a machine without the rights.
 */
export function refusals(
  root: string,
  version: string,
  plan: ReleasePlan | undefined,
  env: NodeJS.ProcessEnv = process.env,
): readonly string[] {
  const changes = git(root, "status", "--porcelain").split("\n").filter(Boolean);
  const branch = git(root, "rev-parse", "--abbrev-ref", "HEAD").trim();
  const text = releaseOf(readFileSync(join(root, "CHANGELOG.md"), "utf8"), version);
  const conditions: Array<readonly [isMet: boolean, refusal: string]> = [
    [changes.length === 0, `The tree has changes: commit or stash them. ${listOf(changes.map((line) => line.trim()))}`],
    [branch === "main", `The branch is ${branch}: a release is made of main.`],
    [
      plan === undefined,
      `The changesets of version ${plan?.version} are not in CHANGELOG.md: \`npm run release:version\`, and merge the result.`,
    ],
    [
      text !== undefined && text !== "",
      `CHANGELOG.md says nothing of version ${version}: \`npm run release:version\`.`,
    ],
    [Boolean(env["NODE_AUTH_TOKEN"]), "There is no token: set NODE_AUTH_TOKEN to one that may publish the packages."],
    [
      Boolean(env["ACTIONS_ID_TOKEN_REQUEST_URL"]),
      "Provenance cannot be stated here: run the workflow publish.yml, whose job has the permission `id-token: write`.",
    ],
  ];
  return conditions.filter(([isMet]) => !isMet).map(([, refusal]) => refusal);
}

/** Returns the first of many lines. */
function listOf(lines: readonly string[]): string {
  const more = lines.length - 5;
  return `${lines.slice(0, 5).join(", ")}${more > 0 ? `, and ${more} more` : ""}`;
}

/** Returns the output of a command of git. Throws when it fails. */
function git(root: string, ...args: readonly string[]): string {
  const { status, stdout, stderr } = spawnSync("git", args, { cwd: root, encoding: "utf8" });
  if (status !== 0) throw new Error(`git ${args.join(" ")} failed: ${stderr}`);
  return stdout;
}
