import { allPathsOf, pathsOf, type PackageFiles } from "@svc/instrumentation";

/** Files of `@openai/agents-core` that are patched, from its first version on. */
const CORE: PackageFiles = {
  package: "@openai/agents-core",
  folder: "dist",
  modules: ["tracing/processor", "run"],
  endings: ["js", "mjs"],
};

const VOICE: PackageFiles = { ...CORE, package: "@openai/agents-realtime", modules: ["realtimeSession"] };

/** Packages with patched files. */
export const OPENAI_AGENTS_PACKAGES: readonly string[] = /* @__PURE__ */ [CORE, VOICE].map((files) => files.package);

/** Patched files of all of them, relative to their packages. Module hooks need to look at no other file. */
export const OPENAI_AGENTS_FILES: readonly string[] = /* @__PURE__ */ [CORE, VOICE].flatMap(allPathsOf);

/** Returns the paths of a patched file as CommonJS and as ES module. */
export function filesOf(module: "tracing/processor" | "run" | "realtimeSession"): string[] {
  return pathsOf(CORE, module);
}
