/** A brace that is open: one of JSON, one of JSON that was doubled by hand, or any other. */
type OpenBrace = "json" | "doubled" | "other";

const VARIABLE = /\{\{(\w+)\}\}/y;
const JSON_START = /\{\s*["']/y;
const DOUBLED_JSON_START = /\{\{\s*["']/y;
const JSON_TEXT = /"(?:[^"\\\n]|\\.)*"/y;

/**
 * A Mustache template as a LangChain template (the `f-string` kind): `{{word}}` becomes `{word}`, and the braces of JSON,
 * which LangChain would take for variables, are doubled. A brace starts JSON when a quote follows or JSON is around it;
 * whatever else is in braces stays as it is.
 */
export function toLangchainTemplate(template: string): string {
  const open: OpenBrace[] = [];
  let converted = "";
  let at = 0;

  /** What a pattern finds exactly here. */
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

/** In a text within JSON, braces that are no variable are only characters. */
function toLangchainText(text: string): string {
  return text.replaceAll(/\{\{(\w+)\}\}|[{}]/g, (found, name: string | undefined) =>
    name === undefined ? found + found : `{${name}}`,
  );
}
