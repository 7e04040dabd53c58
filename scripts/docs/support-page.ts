import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { NODE_VERSIONS, TYPESCRIPT_VERSIONS } from "../tested-platforms.ts";
import { withGeneratedPart } from "./generated-part.ts";
import { markdownTable } from "./markdown-table.ts";
import { recordedPackages } from "./documented-packages.ts";

const ROOT = join(import.meta.dirname, "../..");

/** Returns the page on support with its tables: platforms, and the packages whose calls are recorded. */
export function supportPage(page: string): string {
  const withPlatforms = withGeneratedPart(page, "scripts/tested-platforms.ts", platformTable());
  return withGeneratedPart(withPlatforms, "scripts/docs/documented-packages.ts", packageTable());
}

function platformTable(): string {
  // Beside an SDK of the 1.x line the preload only stays out of the way.
  const sdks = versionsOf("@opentelemetry/sdk-node").flatMap((version) =>
    /^0\.[23]\d\d\./.test(version) ? `${version} (${version.charAt(2)}.x)` : [],
  );
  return markdownTable(
    ["Part", "Supported", "Tested"],
    [
      [
        "Node, packages",
        rangeOf("register", "engines", "node"),
        NODE_VERSIONS.map(({ version }) => version).join(", "),
      ],
      ["Node, local service", rangeOf("src/server", "engines", "node"), rangeOf(".", "devDependencies", "node")],
      ["TypeScript", `>=${Object.keys(TYPESCRIPT_VERSIONS)[0]}`, Object.values(TYPESCRIPT_VERSIONS).join(", ")],
      [
        "`@opentelemetry/api`",
        rangeOf("src/otel", "peerDependencies", "@opentelemetry/api"),
        versionsOf("@opentelemetry/api").join(", "),
      ],
      ["`@opentelemetry/sdk-node`", "0.2xx (SDK 2.x), 0.3xx (SDK 3.x)", sdks.join(", ")],
    ],
  );
}

function packageTable(): string {
  const rows = new Map<string, readonly string[]>();
  for (const { name, page, versions } of recordedPackages()) {
    if (rows.has(name)) continue;
    const lines = [...Map.groupBy(versions, lineOf)].map(([line, tested]) => `${line} (${tested.at(-1)})`);
    rows.set(name, [`[\`${name}\`](${page})`, lines.join(", ")]);
  }
  return markdownTable(["Package", "Lines, each with its newest version tested"], [...rows.values()]);
}

/** Returns the line of a version in which nothing breaks: its major version, and the minor one as well when that is 0. */
function lineOf(version: string): string {
  return /^(0\.\d+|\d+)/.exec(version)![0];
}

/** Returns a range in the `package.json` of a package. */
function rangeOf(folder: string, field: "engines" | "devDependencies" | "peerDependencies", name: string): string {
  return readManifest(`${folder}/package.json`)[field]![name]!;
}

/** Returns the versions of a package that the applications of the tests have, the oldest first. */
function versionsOf(name: string): readonly string[] {
  const files = globSync(["test/{apps,installations}/*/package.json", "package.json"], { cwd: ROOT });
  const found = files.flatMap((file) => {
    const { dependencies, devDependencies } = readManifest(file);
    return dependencies?.[name] ?? devDependencies?.[name] ?? [];
  });
  const exact = new Set(found.filter((version) => /^\d/.test(version)));
  return [...exact].toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }));
}

type Manifest = Readonly<Record<string, Readonly<Record<string, string>> | undefined>>;

function readManifest(file: string): Manifest {
  return JSON.parse(readFileSync(join(ROOT, file), "utf8")) as Manifest;
}
