import { allPathsOf, type PackageFiles } from "@svc/instrumentation";
import type { Place } from "../recorded-classes.ts";
import type { CompatiblePackage } from "./compatible-packages.ts";

const AUDIO: readonly Place[] = ["audio.speech", "audio.transcriptions", "audio.translations"];

/** Places of the patched classes of each package. */
export const COMPATIBLE_PLACES: Readonly<Record<CompatiblePackage, readonly Place[]>> = {
  "groq-sdk": ["chat.completions", "embeddings", ...AUDIO],
  "together-ai": ["chat.completions", "completions", "embeddings", "images", "rerank", ...AUDIO],
  "@cerebras/cerebras_cloud_sdk": ["chat.completions", "completions"],
};

/** Returns the module of a class below the folder `resources`. */
export function moduleOf(place: Place): string {
  return place.replaceAll(".", "/");
}

/** Returns the description of the patched files of a package. */
export function compatibleFiles(name: CompatiblePackage): PackageFiles {
  const modules = COMPATIBLE_PLACES[name].map(moduleOf);
  return { package: name, folder: "resources", modules, endings: ["js", "mjs"] };
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
