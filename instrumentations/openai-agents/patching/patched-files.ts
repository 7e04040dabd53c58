import { allPathsOf, pathsOf, type PackageFiles } from "@svc/instrumentation";

/** Files of `@openai/agents-core` that are patched, from its first version on. */
const FILES: PackageFiles = {
  package: "@openai/agents-core",
  folder: "dist",
  modules: ["tracing/processor", "run"],
  endings: ["js", "mjs"],
};

/** Patched files, relative to the package. Module hooks need to look at no other file. */
export const OPENAI_AGENTS_FILES: readonly string[] = /* @__PURE__ */ allPathsOf(FILES);

/** Returns the paths of a patched file as CommonJS and as ES module. */
export function filesOf(module: "tracing/processor" | "run"): string[] {
  return pathsOf(FILES, module);
}
