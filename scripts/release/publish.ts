import { spawnSync } from "node:child_process";

/** Archive of a package, and what to publish it as. */
export interface Publication {
  readonly archive: string;
  readonly name: string;
  readonly version: string;
}

/** Outcome for a package: `tried` is a dry run, and `there` a version that the registry has from an earlier attempt. */
export type Outcome = "published" | "tried" | "there";

/**
 * Publishes an archive with a statement of provenance, or tries to without sending it. Pre-releases get the tag `next`, others `latest`.
 * Throws an error with npm's output.
 */
export function publish({ archive, name, version }: Publication, isDryRun: boolean): Outcome {
  if (!isDryRun && npm(["view", `${name}@${version}`, "version"]).stdout.trim() === version) return "there";
  const args = ["publish", archive, "--tag", version.includes("-") ? "next" : "latest", "--provenance"];
  const { status, stdout, stderr } = isDryRun ? npm([...args, "--dry-run"]) : npm(args, tokenVariable());
  if (status !== 0) throw new Error(`${name} ${version} could not be published: ${stderr}${stdout}`);
  return isDryRun ? "tried" : "published";
}

/** Returns the variable by which npm reads the token for the registry that it publishes to. */
function tokenVariable(): Record<string, string> {
  const registry = npm(["config", "get", "registry"]).stdout.trim().replace(/^\w+:/, "");
  return { [`npm_config_${registry}:_authToken`]: process.env["NODE_AUTH_TOKEN"]! };
}

function npm(args: readonly string[], env: Record<string, string> = {}): { status: number | null } & Texts {
  return spawnSync("npm", args, { encoding: "utf8", env: { ...process.env, ...env } });
}

interface Texts {
  readonly stdout: string;
  readonly stderr: string;
}
