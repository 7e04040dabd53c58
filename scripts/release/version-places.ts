import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Folder of the repository. */
const ROOT = join(import.meta.dirname, "../..");

/**
 * Places beside the `package.json` files of the packages that name the version of the packages: files, and the texts around the version,
 * which stands for `*`. Changesets change the packages.
 */
const PLACES: Readonly<Record<string, readonly string[]>> = {
  "package.json": ['"name": "svc-node",\n  "version": "*"'],
  "src/core/names/constants.ts": ['SVC_SDK_VERSION = "*"'],
  "src/migrate/configuration.ts": ['"$1^*$2"'],
  "docker/autoinstrumentation/Dockerfile": ["ARG VERSION=*"],
  "docker/server/Dockerfile": ["ARG VERSION=*"],
  "docker/compose.yaml": ["svc-autoinstrumentation:*", "svc-server:*"],
  "docker/kubernetes/application.yaml": ["svc-autoinstrumentation:*"],
  "docker/kubernetes/operator.yaml": ["svc-autoinstrumentation:*"],
  "docker/kubernetes/server.yaml": ["svc-server:*"],
  "docs/containers.md": ["svc-autoinstrumentation:*", "svc-server:*"],
  "test/conformance/filter-language.test.ts": ['version: "*"'],
  "test/e2e/browser/runtimes.test.ts": ['"x-svc-sdk-version": "*"'],
  "test/integration/api/transport.test.ts": ['"x-svc-sdk-version": "*"'],
  "test/integration/migrate/migrate.test.ts": ['"$1^*"'],
  "test/integration/otel/otlp-encoding.test.ts": ['version: "*"'],
  "test/integration/server/commands/commands.test.ts": ['version: "*"'],
  "test/integration/server/ingestion/metadata.test.ts": ['"scope.version": "*"'],
  "test/support/server/otlp-calls.ts": ['scope.version ?? "*"'],
};

/** Returns one message for each place that does not name a version. */
export function faultsOfVersions(version: string, root: string = ROOT): readonly string[] {
  return Object.entries(PLACES).flatMap(([file, texts]) => {
    const content = readFileSync(join(root, file), "utf8");
    return texts
      .map((text) => text.replace("*", version))
      .filter((text) => !content.includes(text))
      .map((text) => `${file} does not have the version of the packages: ${JSON.stringify(text)}.`);
  });
}

/** Writes a new version to every place of the old one. Throws, and writes nothing, when a place does not have the old one. */
export function writeVersion(before: string, now: string, root: string = ROOT): void {
  const faults = faultsOfVersions(before, root);
  if (faults.length > 0) throw new Error(faults.join("\n"));
  for (const [file, texts] of Object.entries(PLACES)) {
    const path = join(root, file);
    const content = texts.reduce(
      (content, text) => content.replaceAll(text.replace("*", before), () => text.replace("*", now)),
      readFileSync(path, "utf8"),
    );
    writeFileSync(path, content);
  }
}
