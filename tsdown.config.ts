import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join, relative } from "node:path";
import { defineConfig, type UserConfig } from "tsdown";
import { packageFolders } from "./scripts/package-folders.mjs";
import { plainDeclarations } from "./scripts/plain-declarations.ts";
import { plainNamespaces } from "./scripts/plain-namespaces.ts";
import { withoutNode } from "./scripts/without-node.ts";
import { preloadBundle } from "./scripts/preload-bundle.ts";
import { PRELOAD_GROUPS } from "./scripts/preload-files.ts";
import { thirdPartyNotices } from "./scripts/third-party-notices.ts";

/** Settings of every package: ES2022 for Node 22 and later, one file per entry, types made file by file without a type check. */
const shared = {
  platform: "node",
  target: "es2022",
  dts: { oxc: true },
  // The plugins of a package are left out when tsdown writes its declarations of CommonJS.
  inputOptions: (options) => ({ ...options, plugins: [options.plugins, plainDeclarations()] }),
  sourcemap: false,
  logLevel: "warn",
  // `npm start` builds: a new user would read timings of plugins as faults of the build.
  checks: { bundlerTimings: false },
  clean: false,
} satisfies UserConfig;

/** Settings of every build without Node. tsdown would build CommonJS for Node. */
const withoutPlatform = {
  platform: "browser",
  inputOptions: { platform: "browser" },
  fixedExtension: true,
  plugins: [withoutNode(), plainNamespaces(), thirdPartyNotices()],
} satisfies UserConfig;

/** An SDK package: ES module and CommonJS, with types for both. */
const sdk = (cwd: string, entry: Record<string, string> = { index: "index.ts" }): UserConfig => ({
  ...shared,
  cwd,
  entry,
  format: ["esm", "cjs"],
  plugins: [plainNamespaces(), thirdPartyNotices()],
});

/**
 * The same package for platforms without Node, in `dist/web`: `#platform/…` names the files in `platform/web`. Its types are those
 * of the build for Node.
 */
const web = (config: UserConfig): UserConfig => ({ ...config, ...withoutPlatform, outDir: "dist/web", dts: false });

/** An instrumentation: an SDK package with the engine built in, which is not published. */
const instrumentation = (cwd: string, entry: Record<string, string>): UserConfig => ({
  ...sdk(cwd, entry),
  deps: { alwaysBundle: ["@svc/instrumentation"] },
});

/** Names that CommonJS can read of a package that has them no longer. A missing import of an ES module does not even link. */
const pointingFrom = (owner: string, replacements: Readonly<Record<string, string>>): UserConfig["outputOptions"] => {
  const [name, table] = [JSON.stringify(owner), JSON.stringify(replacements)];
  const code = `require("@svc/core/internal").pointFromRemovedNames(module.exports, ${name}, ${table});`;
  const footer = (chunk: { readonly name: string }): string => (chunk.name === "index" ? code : "");
  return (options, format) => ({ ...options, ...(format === "cjs" && { footer }) });
};

const removedFromTracing = pointingFrom("@svc/tracing", {
  setActiveTraceIO: "updateActiveObservation({ input, output }) on the root observation",
  createTraceAttributes: "createObservationAttributes(type, { input, output }) for the root observation",
});

const tracing: UserConfig = {
  ...sdk("src/tracing", { index: "index.ts", internal: "internal.ts" }),
  outputOptions: removedFromTracing!,
};

const coreEntries = {
  index: "index.ts",
  api: "api/index.ts",
  internal: "internal.ts",
  "internal/gen-ai": "names/gen-ai.ts",
  "internal/http": "delivery/http.ts",
  "internal/messages": "messages/index.ts",
  "internal/protobuf": "protobuf/index.ts",
  "internal/settings": "settings/settings-table.ts",
  "internal/span-attributes": "names/span-attributes.ts",
};

const client: UserConfig = {
  ...sdk("src/client", { index: "index.ts", vitest: "experiment/vitest.ts" }),
  // Code that stands on a library is a file of its own, which a bundle of an application leaves out where it is not used.
  outputOptions: {
    codeSplitting: {
      groups: [{ name: "prompt-template", test: /[\\/]src[\\/]client[\\/]prompt[\\/]prompt-template\.ts$/ }],
    },
  },
};

/** Folders of the instrumentations. */
const INSTRUMENTATIONS = packageFolders().filter((folder) => /^instrumentations\/(?!shared$)/.test(folder));

/** Returns the entries of an instrumentation, which are folders with the names of the package's exports. */
function entriesOf(folder: string): Record<string, string> {
  const { exports } = JSON.parse(readFileSync(join(import.meta.dirname, folder, "package.json"), "utf8")) as {
    exports: Readonly<Record<string, unknown>>;
  };
  const names = Object.keys(exports).filter((path) => path !== "." && path !== "./package.json");
  return {
    index: "index.ts",
    ...Object.fromEntries(names.map((path) => [path.slice(2), `${path.slice(2)}/index.ts`])),
  };
}

/** A program: ES module only. */
const program = (cwd: string, entry: Record<string, string>): UserConfig => ({
  ...shared,
  cwd,
  entry,
  format: ["esm"],
  plugins: [thirdPartyNotices()],
});

/** The package for web pages stands alone: what it takes from `@svc/core` is built in. */
const page = {
  ...shared,
  ...withoutPlatform,
  cwd: "src/browser",
  deps: { alwaysBundle: [/^@svc\/core/] },
} satisfies UserConfig;

/** The same as one classic script, with the hash for its `integrity` attribute beside it. */
const pageScript: UserConfig = {
  ...page,
  entry: { "svc-browser": "index.ts" },
  format: "iife",
  globalName: "svc",
  minify: true,
  dts: false,
  outputOptions: { entryFileNames: "[name].js" },
  onSuccess: writeIntegrity,
};

async function writeIntegrity(): Promise<void> {
  const folder = join(import.meta.dirname, "src/browser/dist");
  const digest = createHash("sha384")
    .update(await readFile(join(folder, "svc-browser.js")))
    .digest("base64");
  await writeFile(join(folder, "integrity.json"), `${JSON.stringify({ "svc-browser.js": `sha384-${digest}` })}\n`);
}

/** Has CommonJS load the ES module: the service is one, and vitest can only be imported by one. */
async function requireModule(cwd: string, entry: string): Promise<void> {
  const file = join(import.meta.dirname, cwd, `dist/${entry}.cjs`);
  await writeFile(file, `module.exports = require("./${entry}.mjs");\n`);
}

/** The preload: CommonJS alone, which `--require` and `--import` can load and which loads its parts at once. */
const preload = (cwd: string, entry: Record<string, string>): UserConfig => ({
  ...shared,
  cwd,
  entry,
  format: ["cjs"],
  // The other entries are programs, and files that the preload itself loads by their paths.
  dts: {
    oxc: true,
    entry: ["index.ts", "start.ts", "config.ts"].map((file) => relative(".", join(import.meta.dirname, cwd, file))),
  },
  clean: ["dist/*"],
  plugins: preloadBundle(),
  deps: { alwaysBundle: [/^(?!import-in-the-middle)/, "import-in-the-middle/create-hook.mjs"], onlyBundle: false },
  treeshake: { moduleSideEffects: false },
  hash: false,
  outputOptions: {
    // Comments take time to read at every start. The notices of the libraries stand in a file of their own.
    comments: { legal: false, annotation: true, jsdoc: false },
    codeSplitting: { groups: [...PRELOAD_GROUPS] },
  },
});

export default defineConfig([
  sdk("src/core", { ...coreEntries, "internal/connections": "platform/node/connections.ts" }),
  web(sdk("src/core", coreEntries)),
  tracing,
  web(tracing),
  sdk("src/otel", {
    index: "index.ts",
    "gen-ai": "gen-ai/index.ts",
    "internal/spool": "spool/disk-spool.ts",
  }),
  web(sdk("src/otel")),
  { ...client, onSuccess: () => requireModule("src/client", "vitest") },
  web({ ...client, entry: { index: "index.ts" } }),
  { ...page, entry: ["index.ts"], format: ["esm", "cjs"] },
  pageScript,
  sdk("src/migrate"),
  program("src/migrate", { cli: "cli.ts" }),
  sdk("src/create"),
  program("src/create", { cli: "cli.ts" }),
  ...INSTRUMENTATIONS.flatMap((folder) => {
    const config = instrumentation(folder, entriesOf(folder));
    return [config, web(config)];
  }),
  preload("register", {
    index: "index.ts",
    start: "start.ts",
    config: "config.ts",
    svc: "svc.ts",
    "loader-thread-hooks": "hooks/loader-thread-hooks.ts",
    "import-probe": "doctor/import-probe.ts",
  }),
  // Has no dependency, as the preload has none: what it takes from `@svc/core` is built in.
  {
    ...shared,
    ...withoutPlatform,
    cwd: "register",
    entry: { edge: "edge.ts" },
    outDir: "dist/web",
    format: ["esm"],
    dts: false,
    deps: { alwaysBundle: [/^@svc\/core/] },
  },
  {
    ...program("src/server", {
      index: "index.ts",
      cli: "cli.ts",
      writer: "engines/sqlite/write/writer.ts",
      reader: "engines/sqlite/read/threads/reader.ts",
    }),
    // Built in, since of its packages a fraction is needed.
    deps: { alwaysBundle: ["@modelcontextprotocol/server"] },
  },
  {
    ...shared,
    cwd: "src/server",
    entry: ["index.ts"],
    format: ["cjs"],
    dts: { oxc: true, emitDtsOnly: true },
    // A part that is loaded late would become a file of its own, types or not.
    deps: { neverBundle: [/mcp-handler/] },
    onSuccess: () => requireModule("src/server", "index"),
  },
]);
