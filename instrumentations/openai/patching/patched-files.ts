import { allPathsOf, fileTest, pathsOf, urlPatternsOf, type PackageFiles } from "@svc/instrumentation";

/** Names of the patched classes, unique where the package has several of one name. */
type ClassKey =
  | "chat"
  | "responses"
  | "betaResponses"
  | "completions"
  | "embeddings"
  | "images"
  | "speech"
  | "transcriptions"
  | "translations"
  | "moderations"
  | "decisions";

/** Files of each patched class, without their folder and ending. Not every version has every file. */
const MODULES: Readonly<Record<ClassKey, readonly string[]>> = {
  // The second file has the class up to openai 4.84, and re-exports it in later versions.
  chat: ["chat/completions/completions", "chat/completions"],
  responses: ["responses/responses"],
  betaResponses: ["beta/responses/responses"],
  completions: ["completions"],
  embeddings: ["embeddings"],
  images: ["images"],
  speech: ["audio/speech"],
  transcriptions: ["audio/transcriptions"],
  translations: ["audio/translations"],
  moderations: ["moderations"],
  decisions: ["decisions"],
};

const FILES: PackageFiles = {
  package: "openai",
  folder: "resources",
  modules: Object.values(MODULES).flat(),
  endings: ["js", "mjs"],
};

/** Returns the paths of the files of a class, relative to the package. */
export function filesOf(key: ClassKey): string[] {
  return MODULES[key].flatMap((module) => pathsOf(FILES, module));
}

/** Returns the places of a class's object below a client: `["audio", "speech"]` is `client.audio.speech`. */
export function placesOf(key: ClassKey): string[][] {
  // A class can be in a file of its own in a folder of the same name: `responses/responses`.
  return MODULES[key].map((module) => module.split("/").filter((name, index, names) => name !== names[index - 1]));
}

/**
 * Patched files of the `openai` package, relative to the package: CommonJS (`.js`) and ES module (`.mjs`) of each. Module hooks
 * need to look at no other file.
 */
export const OPENAI_FILES: readonly string[] = /* @__PURE__ */ allPathsOf(FILES);

/** Patterns of the URLs of the patched files, for a module hook in another thread: a function cannot be sent to that thread. */
export const OPENAI_FILE_PATTERNS: readonly RegExp[] = /* @__PURE__ */ urlPatternsOf(FILES);

/** Returns true when a module's URL, or its path with `/`, is one of {@link OPENAI_FILES} in a folder `openai`. */
export const isOpenAIFile: (url: string) => boolean = /* @__PURE__ */ fileTest(FILES);
