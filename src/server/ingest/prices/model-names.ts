import type { ModelFamily } from "./price-list.ts";

/** Spelling of a family's names: expressions for what gateways put before a name, and for versions after it. */
interface Spelling {
  readonly before: string;
  readonly after: string;
}

const SPELLINGS: Readonly<Record<ModelFamily, Spelling>> = {
  openai: { before: "((openai|azure)/)?", after: "(-\\d{4}-\\d{2}-\\d{2})?" },
  anthropic: { before: "((vertex_ai|anthropic)/)?", after: "([-@]\\d{8}|@default|-latest)?" },
  google: { before: "((google|gemini|vertex_ai)/)?(models/)?", after: "(-\\d{3}|-latest)?" },
  bedrock: { before: "(bedrock/)?(converse/)?", after: "" },
  mistral: { before: "(mistral/|mistralai/)?", after: "" },
  cohere: { before: "(cohere/)?", after: "" },
  groq: { before: "(groq/)?", after: "" },
  cerebras: { before: "(cerebras/)?", after: "" },
  together: { before: "(together_ai/|together/)?", after: "" },
  xai: { before: "(xai/|x-ai/)?", after: "" },
  deepseek: { before: "(deepseek/)?", after: "" },
  voyage: { before: "(voyage/)?", after: "" },
};

/**
 * Returns the expression that matches the spellings of a model's name, as the models of the API state it. `others` are names of
 * other models that it must not match.
 */
export function namePattern(family: ModelFamily, name: string, others: readonly string[] = []): string {
  const { before, after } = SPELLINGS[family];
  const except = others.length > 0 ? `(?!(${others.map(spelled).join("|")})$)` : "";
  return `(?i)^${before}${except}(${spelled(name)})${after}$`;
}

/** Returns true for a family whose names can end with a version that the list does not name. */
export function hasVersions(family: ModelFamily): boolean {
  return SPELLINGS[family].after !== "";
}

/** Returns the expression for a name. Gateways write a point between the numbers of a version where Anthropic writes a hyphen. */
function spelled(name: string): string {
  const escaped = name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return escaped.startsWith("claude-") ? escaped.replaceAll(/(?<=\d)-(?=\d(?!\d{3}))/g, "[-.]") : escaped;
}
