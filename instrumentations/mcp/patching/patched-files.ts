import { allPathsOf, fileTest, type PackageFiles } from "@svc/instrumentation";

/** Class that is patched, and the package files that export it. */
interface ClassFiles extends PackageFiles {
  readonly patches: "Protocol" | "Client";
}

/** Files of version 1, which is one package. */
const inSdk = (patches: ClassFiles["patches"], module: string): ClassFiles => ({
  patches,
  package: "@modelcontextprotocol/sdk",
  folder: "dist",
  modules: [`esm/${module}`, `cjs/${module}`],
  endings: ["js"],
});

/** Main files of a package of version 2, where client and server are packages of their own. */
const inMainOf = (side: string, patches: ClassFiles["patches"]): ClassFiles => ({
  patches,
  package: `@modelcontextprotocol/${side}`,
  folder: "dist",
  modules: ["index"],
  endings: ["mjs", "cjs"],
});

const ALL: readonly ClassFiles[] = [
  /* @__PURE__ */ inSdk("Protocol", "shared/protocol"),
  /* @__PURE__ */ inSdk("Client", "client/index"),
  /* @__PURE__ */ inMainOf("client", "Protocol"),
  /* @__PURE__ */ inMainOf("client", "Client"),
  /* @__PURE__ */ inMainOf("server", "Protocol"),
];

/** Patched class of a package, with the paths of the files that export it. */
export interface PatchedClass {
  readonly package: string;
  readonly patches: "Protocol" | "Client";
  readonly files: readonly string[];
}

/** Patched classes of the packages of the protocol. */
export const PATCHED_CLASSES: readonly PatchedClass[] = /* @__PURE__ */ ALL.map((files) => ({
  package: files.package,
  patches: files.patches,
  files: allPathsOf(files),
}));

/** Names of the packages of the protocol. */
export const MCP_PACKAGES: readonly string[] = [...new Set(ALL.map((files) => files.package))];

/** Patched files of all of them, relative to their packages. Module hooks need to look at no other file. */
export const MCP_FILES: readonly string[] = [...new Set(PATCHED_CLASSES.flatMap(({ files }) => files))];

/** Returns true when a module's URL, or its path with `/`, is that of a patched file. */
export const isMcpFile: (url: string) => boolean = /* @__PURE__ */ fileTest(...ALL);
