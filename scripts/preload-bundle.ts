// Bundles the preload: everything it needs is in a few files. Each part that only some processes need is a separate file,
// loaded at its first use.
import { createRequire } from "node:module";
import { basename, join } from "node:path";
import type { Rolldown } from "tsdown";
import { directImports } from "./direct-imports.ts";
import { thirdPartyNotices } from "./third-party-notices.ts";

const ROOT = join(import.meta.dirname, "..");
const PACKAGE = join(ROOT, "register");

/**
 * Package outside the bundle, except the code that wraps modules: that code generates imports of one of the package's files by
 * URL.
 */
const EXTERNAL = /^import-in-the-middle(\/(?!create-hook\.mjs$)|$)/;

/** Parts of OpenTelemetry's SDK that the SDK imports even when they are not used. No class of the SDK extends their classes. */
const OPTIONAL = new RegExp("^@opentelemetry/(exporter-.*|propagator-b3|sdk-logs|sdk-metrics)$");
const SDK = /[\\/]@opentelemetry[\\/]sdk-node[\\/]/;

/** Library for debug output, imported by other libraries. It takes longer to load than its importers. */
const DEBUG = {
  importer: /[\\/](?:require-in-the-middle|agent-base|https?-proxy-agent)[\\/]/,
  source: "debug",
  id: "\0no-debug",
};

/**
 * File with the packages that `@svc/core` loads by their names where Node's own agents know no proxies: in the bundle they are
 * one file.
 */
const PROXY_AGENTS = {
  fileName: "proxy-agents.cjs",
  id: "\0proxy-agents",
  importer: /[\\/]proxy-library\.ts$/,
  names: {
    "http-proxy-agent": "HttpProxyAgent",
    "https-proxy-agent": "HttpsProxyAgent",
    "proxy-from-env": "getProxyForUrl",
  },
};

/** File of the spool, which the span processor loads by the name of its package: a process without a spool does not load it. */
const SPOOL = {
  fileName: "spool.cjs",
  importer: /[\\/]otel[\\/]spool[\\/]open-keeper\.ts$/,
  name: "@svc/otel/internal/spool",
};

/**
 * Package that our instrumentations use in version 2.x, so that they install beside any SDK. The preload's own copy serves all
 * of them.
 */
const SHARED = "@opentelemetry/instrumentation";

/** Prefix of a module that stands for another one until the first use. */
const DEFERRED = "\0deferred:";

/** Returns the plugins that bundle the preload from its sources. */
export function preloadBundle(): Rolldown.Plugin[] {
  return [partsOnDemand(), directImports, requiredLibraries, proxyAgents, spool, thirdPartyNotices()];
}

/**
 * Bundles libraries that OpenTelemetry's ES modules load with a `require` they make themselves. Bundlers leave such calls
 * alone, and a user of the preload does not have the libraries. Calls for optional libraries that are not installed stay
 * unchanged.
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

/** Bundles the packages for proxies. The code that loads them resolves each by its name, in a thread as well. */
const proxyAgents: Rolldown.Plugin = {
  name: "proxy-agents",
  resolveId(source, importer) {
    if (source === PROXY_AGENTS.id) return source;
    if (importer !== PROXY_AGENTS.id) return undefined;
    return this.resolve(source, join(PACKAGE, "package.json"), { kind: "import-statement", skipSelf: true });
  },
  load(id) {
    if (id !== PROXY_AGENTS.id) return undefined;
    const exported = Object.entries(PROXY_AGENTS.names);
    return exported.map(([source, name]) => `export { ${name} } from "${source}";`).join("\n");
  },
  transform: {
    filter: { id: PROXY_AGENTS.importer },
    handler(code) {
      const { id, fileName, names } = PROXY_AGENTS;
      this.emitFile({ type: "chunk", id, fileName });
      return code.replace(/\bresolve\("([\w-]+)"\)/g, (call, name) =>
        name in names ? `resolve("./${fileName}")` : call,
      );
    },
  },
};

/** Bundles the spool as a file of its own. */
const spool: Rolldown.Plugin = {
  name: "spool",
  transform: {
    filter: { id: SPOOL.importer },
    async handler(code, id) {
      const resolved = await this.resolve(SPOOL.name, id, { kind: "import-statement" });
      if (resolved === null) throw new Error(`${SPOOL.name} is not installed.`);
      this.emitFile({ type: "chunk", id: resolved.id, fileName: SPOOL.fileName });
      return code.replace(`"${SPOOL.name}"`, `"./${SPOOL.fileName}"`);
    },
  },
};

/** Makes separate files of the modules that the preload's sources load with `require()`, and of the SDK's optional parts. */
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
    generateBundle(_options, bundle) {
      const code = Object.values(bundle).map((output) => (output.type === "chunk" ? output.code : ""));
      const unused = [...emitted].filter((file) => !code.some((text) => text.includes(`require("./${file}")`)));
      if (unused.length > 0) throw new Error(`No file of the preload loads ${unused.join(", ")}.`);
    },
  };
}

/** Returns the name of the file for a part: that of our own module, or the package's name. */
function fileNameOf(source: string): string {
  if (source.startsWith(".")) return basename(source, ".ts");
  return source
    .replace(/^@opentelemetry\//, "")
    .replace(/^@/, "")
    .replace(/\.m?js$/, "")
    .replaceAll("/", "-");
}

function deferredModule(source: string): string {
  const names = Object.keys(createRequire(join(PACKAGE, "package.json"))(source) as object);
  return [
    `import { deferred } from ${JSON.stringify(join(PACKAGE, "sdk/deferred.ts"))};`,
    `const load = () => require(${JSON.stringify(source)});`,
    ...names.map((name) => `export const ${name} = /* @__PURE__ */ deferred(load, "${name}");`),
  ].join("\n");
}
