// Installs and builds what is missing, so that `npm start` and `npm test` work on a fresh clone. Plain JavaScript: before
// the installation there is only the machine's own Node, which may be older than the one this repository asks for.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { packageFolders } from "./package-folders.mjs";

process.chdir(fileURLToPath(new URL("..", import.meta.url)));

const INSTALLED = "node_modules/.installed-lock";
const BUILT = ".build/built";
const PACKAGES = packageFolders();

/** Runs npm. The duration is announced, since npm shows nothing of its progress where there is no terminal. */
function npm(duration, ...args) {
  console.error(`> npm ${args.join(" ")}   (${duration})`);
  const { status } = spawnSync(process.execPath, [process.env.npm_execpath, ...args], { stdio: ["ignore", 2, 2] });
  if (status !== 0) process.exit(status ?? 1);
}

const lock = createHash("sha256").update(readFileSync("package-lock.json")).digest("hex");
if (!existsSync(INSTALLED) || readFileSync(INSTALLED, "utf8") !== lock) {
  npm("one to three minutes with an empty cache", "ci", "--no-audit", "--no-fund", "--loglevel=error");
  writeFileSync(INSTALLED, lock);
}

const BUILD = [
  "tsdown.config.ts",
  "scripts/package-folders.mjs",
  "tsconfig.base.json",
  "scripts/preload-bundle.ts",
  "scripts/direct-imports.ts",
  "scripts/third-party-notices.ts",
];
const inputs = ["package-lock.json", ...BUILD, ...PACKAGES.flatMap(sources)];
const newest = Math.max(...inputs.map((file) => statSync(file).mtimeMs));
const isBuilt = PACKAGES.filter(isPublished).every((folder) =>
  ["mjs", "cjs"].some((ending) => existsSync(`${folder}/dist/index.${ending}`)),
);
if (!isBuilt || !existsSync(BUILT) || statSync(BUILT).mtimeMs < newest) {
  npm("half a minute", "run", "build", "--silent");
  mkdirSync(".build", { recursive: true });
  writeFileSync(BUILT, "");
}

/** Returns false for a package that is only built into others. */
function isPublished(folder) {
  return JSON.parse(readFileSync(`${folder}/package.json`, "utf8")).private !== true;
}

function sources(folder) {
  return readdirSync(folder, { recursive: true })
    .filter(
      (file) => /(\.(tsx?|css|html|svg)|package\.json)$/.test(file) && !/(^|[\\/])(dist|node_modules)[\\/]/.test(file),
    )
    .map((file) => join(folder, String(file)));
}
