// How the preload is bundled: everything it needs in a few files, and each part that only some processes need in a file of
// its own that is loaded when it is first used.
import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, relative } from "node:path";
import type { Rolldown } from "tsdown";
import { directImports } from "./direct-imports.ts";

const ROOT = join(import.meta.dirname, "..");
const PACKAGE = join(ROOT, "register");

/** Stays a package of its own, but for what wraps modules: the code that generates imports one of its files by URL. */
const EXTERNAL = /^import-in-the-middle(\/(?!create-hook\.mjs$)|$)/;

/** Parts of OpenTelemetry's SDK that it imports whether they are used or not. Nothing of the SDK extends their classes. */
const OPTIONAL = new RegExp("^@opentelemetry/(exporter-.*|otlp-.*|propagator-b3|sdk-logs|sdk-metrics|configuration)$");
const SDK = /[\\/]@opentelemetry[\\/]sdk-node[\\/]/;

/** A library for debug output of a library; loading it takes longer than the library. */
const DEBUG = { importer: /[\\/]require-in-the-middle[\\/]/, source: "debug", id: "\0no-debug" };

/** Is of the 2.x line in our instrumentations, so that they install beside any SDK; the preload's own copy does for all. */
const SHARED = "@opentelemetry/instrumentation";

/** Prefix of a module that stands for another one until that is used. */
const DEFERRED = "\0deferred:";

/** Makes the bundle of the preload from its sources. */
export function preloadBundle(): Rolldown.Plugin[] {
  return [partsOnDemand(), directImports, requiredLibraries, thirdPartyNotices];
}

/**
 * The ES modules of OpenTelemetry require some libraries with a `require` that they make themselves, which a bundler leaves
 * alone: who installs the preload does not have those. An optional library that is not installed stays as it is.
 */
const requiredLibraries: Rolldown.Plugin = {
  name: "required-libraries",
  transform: {
    filter: { id: /[\\/]node_modules[\\/].*\.mjs$/, code: /\b__require\("/ },
    async handler(code, id) {
      const names = new Set(Array.from(code.matchAll(/\b__require\("([^"]+)"\)/g), ([, name = ""]) => name));
      let bundled = code;
      for (const name of names) {
        const isInstalled = (await this.resolve(name, id, { kind: "require-call" })) !== null;
        if (isInstalled) bundled = bundled.replaceAll(`__require("${name}")`, `require("${name}")`);
      }
      return bundled;
    },
  },
};

/** What a source of the preload loads with `require()`, and the optional parts of the SDK, become files of their own. */
function partsOnDemand(): Rolldown.Plugin {
  const emitted = new Set<string>();
  return {
    name: "parts-on-demand",
    async resolveId(source, importer, { kind }) {
      if (EXTERNAL.test(source)) return { id: source, external: true };
      if (importer === undefined) return undefined;
      if (source === SHARED && !importer.startsWith(PACKAGE))
        return this.resolve(source, join(PACKAGE, "package.json"), { kind: "import-statement", skipSelf: true });
      const isOurs = importer.startsWith(PACKAGE) || importer.startsWith(DEFERRED);
      if (kind === "require-call" && isOurs && !source.startsWith("node:")) {
        const file = `${fileNameOf(source)}.cjs`;
        if (!emitted.has(file)) {
          emitted.add(file);
          const base = importer.startsWith(DEFERRED) ? join(PACKAGE, "index.ts") : importer;
          const resolved = await this.resolve(source, base, { kind: "import-statement", skipSelf: true });
          if (resolved === null) throw new Error(`${source}, required by ${importer}, is not installed.`);
          this.emitFile({ type: "chunk", id: resolved.id, fileName: file });
        }
        return { id: `./${file}`, external: true };
      }
      if (DEBUG.importer.test(importer) && source === DEBUG.source) return DEBUG.id;
      if (SDK.test(importer) && OPTIONAL.test(source)) return DEFERRED + source;
      return undefined;
    },
    load(id) {
      if (id === DEBUG.id) return "module.exports = () => () => {};";
      return id.startsWith(DEFERRED) ? deferredModule(id.slice(DEFERRED.length)) : undefined;
    },
  };
}

function fileNameOf(source: string): string {
  return source
    .replace(/^@opentelemetry\//, "")
    .replace(/^@/, "")
    .replace(/^\.\//, "")
    .replace(/\.m?[jt]s$/, "")
    .replaceAll("/", "-");
}

function deferredModule(source: string): string {
  const names = Object.keys(createRequire(join(PACKAGE, "package.json"))(source) as object);
  return [
    `import { deferred } from ${JSON.stringify(join(PACKAGE, "deferred.ts"))};`,
    `const load = () => require(${JSON.stringify(source)});`,
    ...names.map((name) => `export const ${name} = /* @__PURE__ */ deferred(load, "${name}");`),
  ].join("\n");
}

/** The licences of what is bundled go along with it: each text once, under the packages that have it. */
const thirdPartyNotices: Rolldown.Plugin = {
  name: "third-party-notices",
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((output) => (output.type === "chunk" ? output.moduleIds : []));
    const folders = new Set(modules.map(packageFolder).filter((folder) => folder !== undefined));
    const packagesByText = new Map<string, string[]>();
    for (const folder of folders) {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Package;
      const text = licenceTexts(folder).join("\n\n");
      packagesByText.set(text, [...(packagesByText.get(text) ?? []), `- ${name} ${version} (${license})`]);
    }
    const parts = [...packagesByText].map(([text, packages]) => `${packages.toSorted().join("\n")}\n\n${text}\n`);
    const head =
      "# Third-party notices\n\nThis package contains code of the following packages, under their licences.\n";
    this.emitFile({
      type: "asset",
      fileName: "THIRD-PARTY-NOTICES.md",
      source: [head, ...parts.toSorted()].join("\n"),
    });
  },
};

interface Package {
  readonly name: string;
  readonly version: string;
  readonly license: string;
}

function packageFolder(id: string): string | undefined {
  return /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(id.replace(/^\0(?:[a-z-]+:)?/, ""))?.[0];
}

function licenceTexts(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && isLicence(relative(folder, join(entry.parentPath, entry.name))))
    .map((entry) => readFileSync(join(entry.parentPath, entry.name), "utf8").trim());
}

/** A file of that name, or one in a folder of that name. */
function isLicence(path: string): boolean {
  return /^(licen[cs]e|notice)/i.test(path);
}
