import type { LineCounter, ParsedNode } from "yaml";
import { textOrJson } from "../../http/json.ts";

/** Front matter of a `SKILL.md`: one text for each key. */
export type Frontmatter = Record<string, string>;

/** Error for front matter that cannot be used. */
export class FrontmatterError extends Error {
  /** Line of the `SKILL.md`, from 1. */
  readonly line: number;

  constructor(line: number, message: string) {
    super(message);
    this.name = "FrontmatterError";
    this.line = line;
  }
}

const FENCE = "---";

/** Number of lines before the YAML: the first fence. */
const LINES_BEFORE = 1;

/** Maximum length of the YAML. The parser takes seconds for long texts that are nested or repeat a mark. */
const MAX_CHARACTERS = 16_384;

/** Texts for errors of the parser that its users may not understand, by code. */
const EXPLANATIONS: Readonly<Record<string, string>> = {
  BLOCK_AS_IMPLICIT_KEY: "put a text that contains a colon and a space into quotes",
  RESOURCE_EXHAUSTION: "it is nested too deeply",
  MULTIPLE_DOCS: "only one YAML document is expected",
};

/**
 * Reads the front matter of a `SKILL.md`: YAML between two lines of `---`, a text for each key. Numbers, dates and booleans stay
 * text, as they are written. Throws `FrontmatterError` when the front matter is missing, is longer than 16,384 characters, is
 * not YAML, or has a list, an object or a reference as a value.
 */
export async function readFrontmatter(markdown: string): Promise<Frontmatter> {
  const lines = markdown.replace(/^\uFEFF/, "").split(/\r?\n/);
  if (lines[0] !== FENCE) throw new FrontmatterError(1, `it does not begin with a line ${FENCE}`);
  const end = lines.indexOf(FENCE, 1);
  if (end < 0) throw new FrontmatterError(1, `no line ${FENCE} ends the front matter`);
  const yaml = lines.slice(LINES_BEFORE, end).join("\n");
  if (yaml.length > MAX_CHARACTERS) throw new FrontmatterError(1, `it is longer than ${MAX_CHARACTERS} characters`);

  // Loaded at the first use: most services never store a skill, and the parser would slow down the start of each.
  const { LineCounter: Counter, isMap, isScalar, parseDocument } = await import("yaml");
  const counter = new Counter();
  const { contents, errors } = parseDocument(yaml, {
    lineCounter: counter,
    prettyErrors: false,
    // The schema without numbers, dates and booleans: the front matter is stored as it is written.
    schema: "failsafe",
    // The parser compares each key with each other. The loop below finds a repeated key by one look-up.
    uniqueKeys: false,
  });
  const [error] = errors;
  if (error) throw new FrontmatterError(lineAt(counter, error.pos[0]), EXPLANATIONS[error.code] ?? error.message);
  if (contents === null) return {};
  if (!isMap(contents)) throw refusal(counter, contents, "a line `key: text` is expected");

  const texts = new Map<string, string>();
  for (const { key, value } of contents.items) {
    if (!isScalar(key)) throw refusal(counter, key, "a key must be text");
    const name = String(key.value);
    if (texts.has(name)) throw refusal(counter, key, `the key ${name} is given twice`);
    if (value !== null && !isScalar(value)) throw refusal(counter, key, `the value of ${name} must be text`);
    texts.set(name, textOrJson(value?.value ?? "").trim());
  }
  return Object.fromEntries(texts);
}

function refusal(counter: LineCounter, { range }: ParsedNode, message: string): FrontmatterError {
  return new FrontmatterError(lineAt(counter, range[0]), message);
}

function lineAt(counter: LineCounter, offset: number): number {
  return counter.linePos(offset).line + LINES_BEFORE;
}
