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

/** Files of each patched class, relative to the package, without their ending. Not every version has every file. */
export const CLASS_FILES: Readonly<Record<ClassKey, readonly string[]>> = {
  // The second file has the class up to openai 4.84, and re-exports it in later versions.
  chat: ["resources/chat/completions/completions", "resources/chat/completions"],
  responses: ["resources/responses/responses"],
  betaResponses: ["resources/beta/responses/responses"],
  completions: ["resources/completions"],
  embeddings: ["resources/embeddings"],
  images: ["resources/images"],
  speech: ["resources/audio/speech"],
  transcriptions: ["resources/audio/transcriptions"],
  translations: ["resources/audio/translations"],
  moderations: ["resources/moderations"],
  decisions: ["resources/decisions"],
};

const ENDINGS = ["js", "mjs"];
const STEMS: readonly string[] = Object.values(CLASS_FILES).flat();

/**
 * Patched files of the `openai` package, relative to the package: CommonJS (`.js`) and ES module (`.mjs`) of each. Module hooks
 * need to look at no other file.
 */
export const OPENAI_FILES: readonly string[] = STEMS.flatMap((file) => ENDINGS.map((ending) => `${file}.${ending}`));

/** Patterns of the URLs of the patched files, for a module hook in another thread: a function cannot be sent to that thread. */
export const OPENAI_FILE_PATTERNS: readonly RegExp[] = STEMS.map(
  (file) => new RegExp(`/openai/${file}\\.m?js(?:[?#].*)?$`),
);

const WANTED: ReadonlySet<string> = new Set(OPENAI_FILES);
const PACKAGE = "/openai/";

/** Returns true when a module's URL, or its path with `/`, is one of {@link OPENAI_FILES} in a folder `openai`. */
export function isOpenAIFile(url: string): boolean {
  // Called for every module of the application: almost all leave here.
  const start = url.lastIndexOf(`${PACKAGE}resources/`);
  if (start === -1) return false;
  const file = url.slice(start + PACKAGE.length);
  const end = file.search(/[?#]/);
  return WANTED.has(end === -1 ? file : file.slice(0, end));
}
