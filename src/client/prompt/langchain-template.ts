import { isVariable, templateTokens, type Token } from "./prompt-template.ts";

/** Kinds of tags that leave no text: comment, change of delimiters, and partial, of which no prompt has any. */
const WITHOUT_TEXT: ReadonlySet<string> = new Set(["!", "=", ">"]);

/**
 * Converts a Mustache template to a LangChain template of the kind `f-string`, which gives the text that `compile` gives for
 * the same values as texts. A variable keeps its name: `{{ user.name }}` becomes `{user.name}`. All other braces are doubled.
 * Throws on invalid Mustache, and on what a LangChain template cannot express: a section, a name with a brace, and
 * `{{.}}`.
 */
export function toLangchainTemplate(template: string): string {
  return templateTokens(template).map(converted).join("");
}

/** Returns the LangChain template of a text: LangChain gives the text unchanged. */
export function literalTemplate(text: string): string {
  return text.replaceAll(/[{}]/g, "$&$&");
}

/**
 * Returns the LangChain template of a message's content: a text, or a list of parts. LangChain reads each text in a part as a
 * template; of a part with an image, only the image.
 */
export function literalContent(content: unknown): unknown {
  if (typeof content === "string") return literalTemplate(content);
  if (Array.isArray(content)) return content.map(literalContent);
  if (typeof content !== "object" || content === null) return content;
  if ("image_url" in content) return { ...content, image_url: literalContent(content.image_url) };
  return Object.fromEntries(Object.entries(content).map(([key, value]) => [key, literalContent(value)]));
}

function converted(token: Token): string {
  const [kind, text, start] = token;
  if (kind === "text") return literalTemplate(text);
  if (WITHOUT_TEXT.has(kind)) return "";
  if (isVariable(token) && text !== "." && !text.startsWith("{") && !text.includes("}")) return `{${text}}`;
  const what = isVariable(token) ? "variable" : "section";
  throw new TypeError(
    `A LangChain template cannot have the ${what} ${JSON.stringify(text)} at character ${start + 1}. ` +
      "Pass LangChain what compile() returns, as messages and not as a template.",
  );
}
