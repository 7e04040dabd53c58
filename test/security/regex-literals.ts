/** Regular expression in a source file. */
export interface RegexLiteral {
  readonly file: string;
  readonly line: number;
  readonly source: string;
  readonly flags: string;
}

/** Comments, texts and templates, which may hold a slash, or a regular expression where a value is expected. */
const TOKEN =
  /\/\/[^\n]*|\/\*[\s\S]*?\*\/|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\[\s\S])*`|(?<=(?:[=(,:[!&|?{};+]|=>|\breturn)\s*)\/(?![/*])((?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([a-z]*)/g;

/** Returns the regular expressions of a source file in TypeScript. */
export function regexLiterals(file: string, text: string): RegexLiteral[] {
  return [...text.matchAll(TOKEN)].flatMap((match): RegexLiteral[] => {
    const [, source, flags = ""] = match;
    if (source === undefined || !isRegex(source, flags)) return [];
    return [{ file, line: text.slice(0, match.index).split("\n").length, source, flags }];
  });
}

/** Returns false for what only looks like a regular expression, such as the path in a first line or the end of an element. */
function isRegex(source: string, flags: string): boolean {
  try {
    return new RegExp(source, flags) instanceof RegExp;
  } catch {
    return false;
  }
}
