import { allPathsOf, pathsOf, type PackageFiles } from "@svc/instrumentation";
import type { Place } from "../recorded-classes.ts";

type PatchedPlace = Exclude<Place, "rerank">;

/** Files of each patched class, without their folder and ending. Not every version has every file. */
const MODULES: Readonly<Record<PatchedPlace, readonly string[]>> = {
  // The second file has the class up to openai 4.84, and re-exports it in later versions.
  "chat.completions": ["chat/completions/completions", "chat/completions"],
  responses: ["responses/responses"],
  "beta.responses": ["beta/responses/responses"],
  completions: ["completions"],
  embeddings: ["embeddings"],
  images: ["images"],
  "audio.speech": ["audio/speech"],
  "audio.transcriptions": ["audio/transcriptions"],
  "audio.translations": ["audio/translations"],
  moderations: ["moderations"],
  decisions: ["decisions"],
};

/** Patched files of the package. */
export const FILES: PackageFiles = /* @__PURE__ */ packageFiles();

function packageFiles(): PackageFiles {
  return { package: "openai", folder: "resources", modules: Object.values(MODULES).flat(), endings: ["js", "mjs"] };
}

/** Returns the paths of the files of a class, relative to the package; none for a class that the package does not have. */
export function filesOf(place: Place): string[] {
  const modules = (MODULES as Partial<Record<Place, readonly string[]>>)[place] ?? [];
  return modules.flatMap((module) => pathsOf(FILES, module));
}

/**
 * Patched files of the `openai` package, relative to the package: CommonJS (`.js`) and ES module (`.mjs`) of each. Module hooks
 * need to look at no other file.
 */
export const OPENAI_FILES: readonly string[] = /* @__PURE__ */ allPathsOf(FILES);
