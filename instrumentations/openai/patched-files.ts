/** Where the class of chat completions is: the second file up to openai 4.84, and a re-export after. */
export const CHAT_FILES: readonly string[] = ["resources/chat/completions/completions", "resources/chat/completions"];

const ENDINGS = ["js", "mjs"];

/**
 * The files of the `openai` package that are patched, relative to the package: CommonJS (`.js`) and ES module (`.mjs`)
 * of each. Module hooks need to look at no other file.
 */
export const OPENAI_FILES: readonly string[] = CHAT_FILES.flatMap((file) =>
  ENDINGS.map((ending) => `${file}.${ending}`),
);

/** The same files as patterns of their URLs, for a module hook in another thread, which a function cannot be sent to. */
export const OPENAI_FILE_PATTERNS: readonly RegExp[] = CHAT_FILES.map(
  (file) => new RegExp(`/openai/${file}\\.m?js(?:[?#].*)?$`),
);

const WANTED: ReadonlySet<string> = new Set(OPENAI_FILES);
const PACKAGE = "/openai/";

/** Whether a module's URL, or its path with `/`, is one of {@link OPENAI_FILES} in a folder `openai`. */
export function isOpenAIFile(url: string): boolean {
  // Asked for every module of the application: almost all leave here.
  const start = url.lastIndexOf(`${PACKAGE}resources/`);
  if (start === -1) return false;
  const file = url.slice(start + PACKAGE.length);
  const end = file.search(/[?#]/);
  return WANTED.has(end === -1 ? file : file.slice(0, end));
}
