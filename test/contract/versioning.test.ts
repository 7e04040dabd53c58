import { SVC_SDK_NAME, SVC_SDK_VERSION } from "@svc/core";
import { SVC_INGESTION_VERSION } from "@svc/core/internal";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { packageFolders } from "../../scripts/package-folders.mjs";
import builds from "../../tsdown.config.ts";

interface Manifest {
  name: string;
  version: string;
  private?: boolean;
  engines?: Record<string, string>;
  dependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
}

const ROOT = join(import.meta.dirname, "../..");
const manifestOf = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(ROOT, folder, "package.json"), "utf8")) as Manifest;

const packages = packageFolders()
  .map((folder) => Object.assign(manifestOf(folder), { folder }))
  .filter(({ name, private: isPrivate }) => name.startsWith("@svc/") && isPrivate !== true);

describe("Versioning", () => {
  it("finds the packages", () => {
    expect(packages.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["@svc/core", "@svc/tracing", "@svc/otel"]),
    );
  });

  it("the version the SDK sends is the version of its packages, of major version 6", () => {
    expect(SVC_SDK_VERSION).toBe(manifestOf("src/core").version);
    expect(SVC_SDK_VERSION).toMatch(/^6\.\d+\.\d+(-[\w.]+)?$/);
  });

  describe.each(packages)("$name", ({ folder, name, version, engines, dependencies = {}, peerDependencies = {} }) => {
    it("is released together with the others", () => {
      expect(version).toBe(SVC_SDK_VERSION);
    });

    it("requires the same version of the others", () => {
      const others = Object.entries({ ...dependencies, ...peerDependencies }).filter(([name]) =>
        name.startsWith("@svc/"),
      );
      expect(others.filter(([, range]) => range !== SVC_SDK_VERSION)).toEqual([]);
    });

    // The local service is not a client: it needs features of Node 22.16.
    it("runs on server runtime version 22 or later", () => {
      expect(engines).toEqual({ node: name === "@svc/server" ? ">=22.16" : ">=22" });
    });

    it("is compiled to ES2022", () => {
      const build = builds.filter(({ cwd }) => cwd === folder);
      expect(new Set(build.map(({ target }) => target))).toEqual(new Set(["es2022"]));
    });
  });

  it("ingestion header: default 4", () => {
    expect(SVC_INGESTION_VERSION).toBe("4");
  });

  it("the SDK is named javascript", () => {
    expect(SVC_SDK_NAME).toBe("javascript");
  });
});
