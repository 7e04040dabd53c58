/** Kind of an open brace: of JSON, of JSON with braces doubled by hand, or any other. */
type OpenBrace = "json" | "doubled" | "other";

const VARIABLE = /\{\{(\w+)\}\}/y;
const JSON_START = /\{\s*["']/y;
const DOUBLED_JSON_START = /\{\{\s*["']/y;
const JSON_TEXT = /"(?:[^"\\\n]|\\.)*"/y;

/**
 * Converts a Mustache template to a LangChain template (the `f-string` kind). `{{word}}` becomes `{word}`. The braces of
 * JSON are doubled, since LangChain would take them for variables. A brace starts JSON when a quote follows it or JSON
 * surrounds it; other braces stay unchanged.
 */
export function toLangchainTemplate(template: string): string {
  const open: OpenBrace[] = [];
  let converted = "";
  let at = 0;

  /** Returns the match of a pattern at the current position. */
  const find = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(template);
  };
  const take = (length: number, replacement: string): void => {
    converted += replacement;
    at += length;
  };

  while (at < template.length) {
    const char = template[at]!;
    const variable = char === "{" ? find(VARIABLE) : null;
    if (variable !== null) {
      take(variable[0].length, `{${variable[1]}}`);
    } else if (char === "{" && find(DOUBLED_JSON_START) !== null) {
      open.push("doubled");
      take(2, "{{");
    } else if (char === "{") {
      const isJson = open.at(-1) === "json" || find(JSON_START) !== null;
      open.push(isJson ? "json" : "other");
      take(1, isJson ? "{{" : "{");
    } else if (char === "}") {
      const kind = open.pop();
      const isDoubled = kind === "doubled" && template[at + 1] === "}";
      take(isDoubled ? 2 : 1, kind === "json" || isDoubled ? "}}" : "}");
    } else if (char === '"' && open.at(-1) === "json") {
      const text = find(JSON_TEXT)?.[0] ?? char;
      take(text.length, toLangchainText(text));
    } else {
      take(1, char);
    }
  }
  return converted;
}

/** Converts a text within JSON: braces that are not a variable's are doubled. */
function toLangchainText(text: string): string {
  return text.replaceAll(/\{\{(\w+)\}\}|[{}]/g, (found, name: string | undefined) =>
    name === undefined ? found + found : `{${name}}`,
  );
}
