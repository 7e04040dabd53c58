/** Patched files of `@mastra/observability`, relative to the package. Module hooks need to look at no other file. */
export const MASTRA_FILES: readonly string[] = ["dist/index.js", "dist/index.cjs"];
