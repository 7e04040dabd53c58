// `npm run packages:check`: checks every package as it would be published with publint and are-the-types-wrong, and that it has
// a README, the licence, and the address of its source.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { publishedFolders } from "./shipped-packages.ts";

interface Manifest {
  readonly name: string;
  readonly repository?: { readonly url: string; readonly directory?: string };
}

const ROOT = manifestOf(".");
const PACKAGES = publishedFolders();
const target = mkdtempSync(join(tmpdir(), "svc-packages-"));
let failed = 0;

for (const folder of PACKAGES) {
  const manifest = manifestOf(folder);
  const { name } = manifest;
  const { filename, files } = pack(folder);
  const tarball = join(target, filename);
  checkPapers(folder, manifest, new Set(files.map(({ path }) => path)));
  run(name, "publint", ["run", tarball, "--strict"]);
  run(name, "attw", [tarball, "--profile", "strict", "--format", "ascii", "--no-emoji", "--quiet"]);
}

rmSync(target, { recursive: true });
console.log(failed === 0 ? `${PACKAGES.length} packages are as they should be.` : `${failed} checks failed.`);
process.exitCode = failed === 0 ? 0 : 1;

function manifestOf(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
}

/** Checks the files and fields beside the code of a package: its README, its licence, and the address of its source. */
function checkPapers(folder: string, { name, repository }: Manifest, packed: ReadonlySet<string>): void {
  const check = (isRight: boolean, what: string): void => {
    if (isRight) return;
    failed++;
    console.error(`${name} ${what}`);
  };
  const readme = packed.has("README.md") ? readFileSync(`${folder}/README.md`, "utf8") : "";
  check(readme.startsWith(`# ${name}\n`), "has no README.md that begins with its name.");
  const licence = packed.has("LICENSE") ? readFileSync(`${folder}/LICENSE`, "utf8") : "";
  check(licence === readFileSync("LICENSE", "utf8"), "has no LICENSE that is the repository's.");
  const isHere = repository?.url === ROOT.repository?.url && repository?.directory === folder;
  check(isHere, `does not name the repository's URL and the folder ${folder} in "repository" of its package.json.`);
}

function pack(folder: string): { filename: string; files: Array<{ path: string }> } {
  const { stdout } = spawnSync("npm", ["pack", "--json", "--pack-destination", target], {
    cwd: folder,
    encoding: "utf8",
  });
  return (JSON.parse(stdout) as Array<ReturnType<typeof pack>>)[0]!;
}

function run(name: string, command: string, args: string[]): void {
  const { status, stdout, stderr } = spawnSync(join("node_modules/.bin", command), args, { encoding: "utf8" });
  if (status === 0) return;
  failed++;
  console.error(`${command} finds fault with ${name}:\n${stdout}${stderr}`);
}
