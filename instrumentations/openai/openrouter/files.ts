import { allPathsOf, type PackageFiles } from "@svc/instrumentation";

/** File of a patched class, without its folder and ending. */
export type OpenRouterModule = "betaresponses" | "chat" | "embeddings" | "images" | "rerank" | "responses";

/** Patched classes, by their files. */
export const OPENROUTER_CLASS_NAMES: Readonly<Record<OpenRouterModule, string>> = {
  betaresponses: "BetaResponses",
  chat: "Chat",
  embeddings: "Embeddings",
  images: "Images",
  rerank: "Rerank",
  responses: "Responses",
};

/** Patched files of `@openrouter/sdk`, which is an ES module. */
export const OPENROUTER_PACKAGE_FILES: PackageFiles = {
  package: "@openrouter/sdk",
  folder: "esm/sdk",
  modules: /* @__PURE__ */ Object.keys(OPENROUTER_CLASS_NAMES),
  endings: ["js"],
};

/** File of the result object of `callModel`, in `@openrouter/sdk` and in `@openrouter/agent`. */
export const RESULT_FILE = "esm/lib/model-result.js";

/** Package of OpenRouter that has a newer `callModel`. */
export const OPENROUTER_AGENT = "@openrouter/agent";

/** Patched files of both packages, relative to the package. Module hooks need to look at no other file. */
export const OPENROUTER_FILES: readonly string[] = [...allPathsOf(OPENROUTER_PACKAGE_FILES), RESULT_FILE];
