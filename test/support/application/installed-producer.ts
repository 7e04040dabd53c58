import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** Installs packages of PyPI in a virtual environment below `root`, unless they are there. Returns its Python. */
export async function virtualEnvironment(root: string, packages: readonly string[]): Promise<string> {
  const folder = folderOf(root, packages);
  const python = join(folder, "bin/python");
  await installed(folder, async () => {
    await run("python3", ["-m", "venv", folder]);
    await run(python, ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", ...packages]);
  });
  return python;
}

/** Installs packages of npm in a folder below `root`, unless they are there. Returns the folder. */
export async function nodeFolder(root: string, packages: readonly string[]): Promise<string> {
  const folder = folderOf(root, packages);
  await installed(folder, async () => {
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, "package.json"), '{ "private": true, "type": "module" }');
    await run("npm", ["install", "--prefix", folder, "--no-audit", "--no-fund", "--loglevel=error", ...packages]);
  });
  return folder;
}

function folderOf(root: string, packages: readonly string[]): string {
  const [first = ""] = packages;
  return join(root, `${first} ${packages.length}`.replaceAll(/[^\w.]+/g, "-"));
}

async function installed(folder: string, install: () => Promise<void>): Promise<void> {
  const mark = join(folder, "installed");
  if (existsSync(mark)) return;
  await install();
  await writeFile(mark, "");
}

/** Runs a program. Rejects with the end of its output when it fails. */
export async function run(
  command: string,
  args: readonly string[],
  timeout?: number,
  env: NodeJS.ProcessEnv = process.env,
): Promise<void> {
  const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "pipe"], timeout });
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (part: Buffer) => (output = (output + String(part)).slice(-4_000)));
  const code = await new Promise((resolve, reject) => child.on("close", resolve).on("error", reject));
  if (code !== 0) throw new Error(`${command} ended with ${String(code)}: ${output}`);
}
