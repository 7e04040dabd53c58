import Mustache from "mustache";
import { TemplateContext, variableIn } from "./template-variables.ts";

/** Fills in a template, and reports variables without a value. Null and an empty text are values. */
export type Template = (variables: Readonly<Record<string, unknown>>, onMissing?: OnMissing) => string;

type OnMissing = (variable: string) => void;

/** Token of the Mustache parser: kind, text or name, start and end, and for a section its tokens. */
export type Token = [kind: string, text: string, start: number, end: number, ...rest: unknown[]];

/** Tags and options given with every call, so that the application's own Mustache settings neither apply here nor change. */
const TAGS: [string, string] = ["{{", "}}"];
const OPTIONS = { escape: String, tags: TAGS };

const writer = new Mustache.Writer();
// The cache of Mustache would keep every template for the life of the process.
(writer as { templateCache?: unknown }).templateCache = undefined;

/**
 * Parses a Mustache template. Values are not escaped: prompts are not HTML. Throws on invalid Mustache, such as a tag
 * that is never closed.
 */
export function parseTemplate(text: string): Template {
  const tokens = templateTokens(text);
  return tokens.every(isPlainToken) ? fillPlain(tokens) : fillAny(text, tokens);
}

/** Returns the tokens of a Mustache template. Throws on invalid Mustache. */
export function templateTokens(text: string): readonly Token[] {
  return writer.parse(text, TAGS) as Token[];
}

/**
 * Fills in any template. Reports missing variables outside of sections only: a variable inside may be found in the
 * section's value, or be optional.
 */
function fillAny(text: string, tokens: readonly Token[]): Template {
  const names = tokens.filter(isVariable).map(([, name]) => name.split(".")[0]!);
  return (variables, onMissing) => {
    for (const name of names) if (name !== "" && variableIn(variables, name) === undefined) onMissing?.(name);
    return writer.renderTokens(tokens as never, new TemplateContext(variables), undefined, text, OPTIONS);
  };
}

export function isVariable([kind]: Token): boolean {
  return kind === "name" || kind === "&";
}

/** Returns true for text, a comment, or a variable found in one lookup: nearly every prompt has nothing else. */
function isPlainToken(token: Token): boolean {
  const [kind, text] = token;
  return kind === "text" || kind === "!" || (isVariable(token) && !text.includes("."));
}

/** Fills in plain tokens as the renderer does, several times faster. */
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
      const value = variableIn(variables, names[i]!);
      if (value === undefined) onMissing?.(names[i]!);
      filled += typeof value === "string" ? value : variableText(value, variables);
      filled += texts[i + 1]!;
    }
    return filled;
  };
}

function variableText(value: unknown, variables: object): string {
  const made: unknown = typeof value === "function" ? value.call(variables) : value;
  // oxlint-disable-next-line typescript/no-base-to-string -- an object is its default text, as in Mustache
  return made === undefined || made === null ? "" : String(made);
}
