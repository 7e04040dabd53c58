import type { ModelFamily } from "./price-list.ts";

/** Spelling of a family's names: expressions for what gateways and libraries put before a name, and for versions after it. */
interface Spelling {
  /** Names before a slash or a colon. */
  readonly gateways: string;
  /** Parts of a path between the gateway and the name. */
  readonly path?: string;
  readonly after: string;
}

const SPELLINGS: Readonly<Record<ModelFamily, Spelling>> = {
  openai: { gateways: "openai|azure", path: "(responses|chat)/", after: "(-\\d{4}-\\d{2}-\\d{2}|-latest)?" },
  anthropic: {
    gateways: "anthropic|vertex_ai|vertexai|google-vertex",
    path: "(projects/[^/]+/locations/[^/]+/)?publishers/anthropic/models/",
    after: "([-@]\\d{8}|@default|-latest)?",
  },
  google: {
    gateways: "google|gemini|googleai|google-gla|google-vertex|vertex_ai|vertexai",
    path: "(models/|(projects/[^/]+/locations/[^/]+/)?publishers/google/models/)",
    after: "(-\\d{3}|-latest)?",
  },
  bedrock: {
    gateways: "bedrock|amazon-bedrock",
    path: "(arn:aws[a-z-]*:bedrock:[a-z0-9-]*:\\d*:(foundation-model|inference-profile)/|converse/|[a-z]{2}-[a-z]+(-[a-z]+)?-\\d/)",
    after: "(:\\d+k)?",
  },
  mistral: { gateways: "mistral|mistralai", after: "" },
  cohere: { gateways: "cohere", after: "" },
  groq: { gateways: "groq", after: "" },
  cerebras: { gateways: "cerebras", after: "" },
  together: { gateways: "together_ai|together|togetherai", after: "" },
  xai: { gateways: "xai|x-ai|grok", after: "(-\\d{4}|-latest)?" },
  deepseek: { gateways: "deepseek", after: "" },
  voyage: { gateways: "voyage|voyageai", after: "" },
};

/**
 * Returns the expression that matches the spellings of a model's name, as the models of the API state it. `others` are names of
 * other models that it must not match. A gateway can name the interface too, as in `openai.responses:gpt-5`.
 */
export function namePattern(family: ModelFamily, name: string, others: readonly string[] = []): string {
  const { gateways, path, after } = SPELLINGS[family];
  const before = `(openrouter/)?((${gateways})(\\.[a-z.]+)?[/:])?${path === undefined ? "" : `(${path})?`}`;
  const region = family === "bedrock" ? "((us|eu|apac|au|jp|ca|global)\\.)?" : "";
  const except = others.length > 0 ? `(?!(${others.map(spelled).join("|")})$)` : "";
  return `(?i)^${before}${except}${region}(${spelled(name)})${after}$`;
}

/** Returns the expression for a name. Gateways write a point between the numbers of a version where Anthropic writes a hyphen. */
function spelled(name: string): string {
  const escaped = name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return escaped.startsWith("claude-") ? escaped.replaceAll(/(?<=\d)-(?=\d(?!\d{3}))/g, "[-.]") : escaped;
}
