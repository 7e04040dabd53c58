import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { manifestOf, type PackedPackage } from "./published-packages.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Settings that every package is published with: for everyone, and with a statement of where it was built. */
const PUBLISH_CONFIG = { access: "public", provenance: true };

/**
 * Returns what is wrong with the files and fields beside the code of a package: its README, its licence, the address of its source,
 * the version that all packages share, and how it is published.
 */
export function faultsOfPapers(folder: string, { files }: PackedPackage): readonly string[] {
  const { name, version, repository, publishConfig, dependencies = {} } = manifestOf(folder);
  const root = manifestOf(".");
  const packed = new Set(files.map(({ path }) => path));
  const read = (file: string): string => (packed.has(file) ? readFileSync(join(ROOT, folder, file), "utf8") : "");
  const isHere = repository?.url === root.repository?.url && repository?.directory === folder;
  const others = Object.entries(dependencies).filter(
    ([other, range]) => other.startsWith("@svc/") && range !== version,
  );
  const faults: Array<readonly [isRight: boolean, fault: string]> = [
    [read("README.md").startsWith(`# ${name}\n`), "has no README.md that begins with its name."],
    [
      read("LICENSE") === readFileSync(join(ROOT, "LICENSE"), "utf8"),
      "has no LICENSE that is the repository's: copy the file.",
    ],
    [
      isHere,
      `does not name the repository's URL and the folder ${folder} in "repository" of its package.json: both are needed for provenance.`,
    ],
    [
      JSON.stringify(publishConfig) === JSON.stringify(PUBLISH_CONFIG),
      `does not have ${JSON.stringify(PUBLISH_CONFIG)} as "publishConfig" in its package.json.`,
    ],
    [version === root.version, `has version ${version}, and the repository ${root.version}: all packages share one.`],
    [others.length === 0, `does not depend on exactly ${version} of ${others.map(([other]) => other).join(", ")}.`],
  ];
  return faults.filter(([isRight]) => !isRight).map(([, fault]) => fault);
}

/** File with the licences of the libraries whose code is built into a package, by the folder of the package. */
const NOTICES: Readonly<Record<string, string>> = {
  register: "dist/THIRD-PARTY-NOTICES.md",
  "src/server": "dist/THIRD-PARTY-NOTICES.md",
  "src/server/ui": "../dist/PAGE-THIRD-PARTY-NOTICES.md",
};

/** Dependencies of which no code is built in: they only bring others, or they run at the build. */
const WITHOUT_CODE: ReadonlySet<string> = new Set([
  "@opentelemetry/auto-instrumentations-node",
  "@tailwindcss/vite",
  "vite",
]);

/**
 * Returns the libraries that are built into a package and whose licences its notices do not have. Every build writes notices when it has
 * code of a library, so that a package without a row above shows an unlisted file.
 */
export function librariesWithoutNotice(folder: string): readonly string[] {
  const file = NOTICES[folder];
  if (file === undefined) return [];
  const path = join(ROOT, folder, file);
  const notices = existsSync(path) ? readFileSync(path, "utf8") : "";
  return Object.keys(manifestOf(folder).devDependencies ?? {}).filter(
    (name) => !/^@(svc|types)\//.test(name) && !WITHOUT_CODE.has(name) && !notices.includes(`\n- ${name} `),
  );
}
