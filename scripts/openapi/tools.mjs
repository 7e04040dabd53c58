// The tools of this folder's own package.json, installed when they are missing. Plain JavaScript: without the installation
// there are no types to check against.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

const folder = import.meta.dirname;
const require = createRequire(import.meta.url);

if (!existsSync(join(folder, "node_modules/openapi-typescript"))) {
  const { status } = spawnSync("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"], {
    cwd: folder,
    stdio: ["ignore", 2, 2],
  });
  if (status !== 0) throw new Error(`The tools of ${folder} could not be installed; npm said why above.`);
}

/**
 * @param {string} text
 * @returns {unknown}
 */
export function parseYaml(text) {
  return require("js-yaml").load(text);
}
