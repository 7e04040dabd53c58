import { allPathsOf, fileTest, type PackageFiles } from "@svc/instrumentation";

/** Patched files of version 1, which is one package. */
const SDK: PackageFiles = {
  package: "@modelcontextprotocol/sdk",
  folder: "dist",
  modules: ["esm/shared/protocol", "cjs/shared/protocol"],
  endings: ["js"],
};

/** Returns the main files of a package of version 2, where client and server are packages of their own. */
const mainOf = (side: string): PackageFiles => ({
  package: `@modelcontextprotocol/${side}`,
  folder: "dist",
  modules: ["index"],
  endings: ["mjs", "cjs"],
});

const ALL: readonly PackageFiles[] = [SDK, /* @__PURE__ */ mainOf("client"), /* @__PURE__ */ mainOf("server")];

/** Packages of the protocol, and the paths of their patched files. */
export const PATCHED_PACKAGES: ReadonlyArray<{ readonly name: string; readonly files: readonly string[] }> =
  /* @__PURE__ */ ALL.map((files) => ({ name: files.package, files: allPathsOf(files) }));

/** Names of the packages of the protocol. */
export const MCP_PACKAGES: readonly string[] = /* @__PURE__ */ PATCHED_PACKAGES.map(({ name }) => name);

/** Patched files of all of them, relative to their packages. Module hooks need to look at no other file. */
export const MCP_FILES: readonly string[] = /* @__PURE__ */ [
  ...new Set(PATCHED_PACKAGES.flatMap(({ files }) => files)),
];

const tests = /* @__PURE__ */ ALL.map(fileTest);

/** Returns true when a module's URL, or its path with `/`, is that of a patched file. */
export function isMcpFile(url: string): boolean {
  return tests.some((test) => test(url));
}
