// Plain JavaScript, since `prepare.mjs` runs before anything is installed, on a Node that may be older than the one this repository asks for.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

/** Returns the folders of the packages, by the workspaces of the repository: all that are neither examples nor tests. */
export function packageFolders() {
  const { workspaces } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  return workspaces.filter((pattern) => !/^(examples|test)\//.test(pattern)).flatMap(foldersOf);
}

/** Returns the folders of a workspace, which names one folder or, by `/*`, all in a folder. */
function foldersOf(pattern) {
  const parent = /^(.+)\/\*$/.exec(pattern)?.[1];
  if (parent === undefined) return [pattern];
  const folders = readdirSync(join(ROOT, parent)).map((name) => `${parent}/${name}`);
  return folders.filter((folder) => existsSync(join(ROOT, folder, "package.json")));
}
