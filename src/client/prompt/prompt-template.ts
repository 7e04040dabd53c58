import Mustache from "mustache";

/** Fills a template in, and tells which variables had no value: null and an empty text are one. */
export type Template = (variables: Readonly<Record<string, unknown>>, onMissing?: OnMissing) => string;

type OnMissing = (variable: string) => void;

/** The parser's tokens: kind, text or name, where it stands, and for a section what is in it. */
type Token = [kind: string, text: string, start: number, end: number, ...rest: unknown[]];

/** Given with every call, so that an application's own settings of Mustache neither count here nor are changed. */
const TAGS: [string, string] = ["{{", "}}"];
const OPTIONS = { escape: String, tags: TAGS };

const writer = new Mustache.Writer();
// Its cache would keep every template of the process for good.
(writer as { templateCache?: unknown }).templateCache = undefined;

/**
 * Parses a Mustache template, once. Nothing is escaped: prompts are no HTML. Throws on what is not Mustache, such as a tag
 * that is never closed.
 */
export function parseTemplate(text: string): Template {
  const tokens = writer.parse(text, TAGS) as Token[];
  return tokens.every(isPlain) ? fillPlain(tokens) : fillAny(text, tokens);
}

/** What is in a section may be found there, or be optional: only variables outside of sections are missed. */
function fillAny(text: string, tokens: readonly Token[]): Template {
  const names = tokens.filter(isVariable).map(([, name]) => name.split(".")[0]!);
  return (variables, onMissing) => {
    for (const name of names) if (name !== "" && variables[name] === undefined) onMissing?.(name);
    return writer.renderTokens(tokens as never, new Mustache.Context(variables), undefined, text, OPTIONS);
  };
}

function isVariable([kind]: Token): boolean {
  return kind === "name" || kind === "&";
}

/** Text, a comment, or a variable whose value is looked up in one step: nearly every prompt has nothing else. */
function isPlain(token: Token): boolean {
  const [kind, text] = token;
  return kind === "text" || kind === "!" || (isVariable(token) && !text.includes("."));
}

/** Does what the renderer does with such tokens, several times faster. */
function fillPlain(tokens: readonly Token[]): Template {
  const names: string[] = [];
  const texts = [""];
  for (const [kind, text] of tokens) {
    if (kind === "text") texts[texts.length - 1] += text;
    else if (kind !== "!") texts[names.push(text)] = "";
  }
  return (variables, onMissing) => {
    let filled = texts[0]!;
    for (let i = 0; i < names.length; i++) {
      const value = variables[names[i]!];
      if (value === undefined) onMissing?.(names[i]!);
      filled += typeof value === "string" ? value : textOf(value, variables);
      filled += texts[i + 1]!;
    }
    return filled;
  };
}

function textOf(value: unknown, variables: object): string {
  const made: unknown = typeof value === "function" ? value.call(variables) : value;
  // oxlint-disable-next-line typescript/no-base-to-string -- an object is its default text, as in Mustache
  return made === undefined || made === null ? "" : String(made);
}
