import { allPathsOf, type PackageFiles } from "@svc/instrumentation";

/** Packages whose clients are made by the generator of `openai` and speak its protocol. */
export type CompatiblePackage = "groq-sdk" | "together-ai" | "@cerebras/cerebras_cloud_sdk";

/** Module with one patched class, below the folder `resources` of a package. */
export type CompatibleModule =
  | "chat/completions"
  | "completions"
  | "embeddings"
  | "images"
  | "rerank"
  | "audio/speech"
  | "audio/transcriptions"
  | "audio/translations";

const AUDIO: readonly CompatibleModule[] = ["audio/speech", "audio/transcriptions", "audio/translations"];

/** Patched modules of each package. */
export const COMPATIBLE_MODULES: Readonly<Record<CompatiblePackage, readonly CompatibleModule[]>> = {
  "groq-sdk": ["chat/completions", "embeddings", ...AUDIO],
  "together-ai": ["chat/completions", "completions", "embeddings", "images", "rerank", ...AUDIO],
  "@cerebras/cerebras_cloud_sdk": ["chat/completions", "completions"],
};

/** Returns the description of the patched files of a package. */
export function compatibleFiles(name: CompatiblePackage): PackageFiles {
  return { package: name, folder: "resources", modules: COMPATIBLE_MODULES[name], endings: ["js", "mjs"] };
}

/** Patched files of each package, relative to the package. Module hooks need to look at no other file. */
export const COMPATIBLE_FILES: Readonly<Record<CompatiblePackage, readonly string[]>> = {
  "groq-sdk": /* @__PURE__ */ pathsIn("groq-sdk"),
  "together-ai": /* @__PURE__ */ pathsIn("together-ai"),
  "@cerebras/cerebras_cloud_sdk": /* @__PURE__ */ pathsIn("@cerebras/cerebras_cloud_sdk"),
};

function pathsIn(name: CompatiblePackage): string[] {
  return allPathsOf(compatibleFiles(name));
}
