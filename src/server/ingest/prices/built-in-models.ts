import type { Model, PricingTier } from "../../stores/models.ts";

/** US dollars per million tokens: input, output, input read from a cache, input written to a cache. */
type Prices = readonly [input: number, output: number, cached?: number | null, cacheWrite?: number];

interface Listed {
  name: string;
  /** Part of a regular expression that matches the spellings of the name. Default: the name. */
  pattern?: string;
  prices: Prices;
  /** Prices for calls with more than `over` input tokens. */
  long?: { over: number; prices: Prices };
}

/** List prices of common models, as their providers publish them. A project's own models take precedence. */
const OPENAI: readonly Listed[] = [
  { name: "gpt-5.2", prices: [1.75, 14, 0.175] },
  { name: "gpt-5.1", pattern: "gpt-5\\.1(-chat-latest|-codex)?", prices: [1.25, 10, 0.125] },
  { name: "gpt-5", pattern: "gpt-5(-chat-latest|-codex)?", prices: [1.25, 10, 0.125] },
  { name: "gpt-5-pro", prices: [15, 120] },
  { name: "gpt-5-mini", prices: [0.25, 2, 0.025] },
  { name: "gpt-5-nano", prices: [0.05, 0.4, 0.005] },
  { name: "gpt-4.1", prices: [2, 8, 0.5] },
  { name: "gpt-4.1-mini", prices: [0.4, 1.6, 0.1] },
  { name: "gpt-4.1-nano", prices: [0.1, 0.4, 0.025] },
  { name: "gpt-4.5-preview", prices: [75, 150, 37.5] },
  { name: "gpt-4o", pattern: "(chatgpt-4o-latest|gpt-4o(?!-2024-05-13))", prices: [2.5, 10, 1.25] },
  { name: "gpt-4o-2024-05-13", prices: [5, 15] },
  { name: "gpt-4o-mini", prices: [0.15, 0.6, 0.075] },
  { name: "gpt-4-turbo", pattern: "gpt-4-(turbo(-preview)?|1106-preview|0125-preview)", prices: [10, 30] },
  { name: "gpt-4", pattern: "gpt-4(-0314|-0613)?", prices: [30, 60] },
  { name: "gpt-4-32k", pattern: "gpt-4-32k(-0314|-0613)?", prices: [60, 120] },
  { name: "gpt-3.5-turbo", pattern: "gpt-3\\.5-turbo(-0125|-1106)?", prices: [0.5, 1.5] },
  { name: "o1", pattern: "o1(-preview)?", prices: [15, 60, 7.5] },
  { name: "o1-mini", prices: [1.1, 4.4, 0.55] },
  { name: "o1-pro", prices: [150, 600] },
  { name: "o3", prices: [2, 8, 0.5] },
  { name: "o3-mini", prices: [1.1, 4.4, 0.55] },
  { name: "o3-pro", prices: [20, 80] },
  { name: "o4-mini", prices: [1.1, 4.4, 0.275] },
  { name: "text-embedding-3-small", prices: [0.02, 0] },
  { name: "text-embedding-3-large", prices: [0.13, 0] },
  { name: "text-embedding-ada-002", pattern: "text-embedding-ada-002(-v2)?", prices: [0.1, 0] },
];

const SONNET: Prices = [3, 15, 0.3, 3.75];
const OPUS: Prices = [15, 75, 1.5, 18.75];

const ANTHROPIC: readonly Listed[] = [
  { name: "claude-opus-4-5", pattern: "claude-opus-4[-.]5", prices: [5, 25, 0.5, 6.25] },
  { name: "claude-opus-4-1", pattern: "claude-opus-4[-.]1", prices: OPUS },
  { name: "claude-opus-4", pattern: "claude-(opus-4(-0)?|4-opus)", prices: OPUS },
  {
    name: "claude-sonnet-4-5",
    pattern: "claude-sonnet-4[-.]5",
    prices: SONNET,
    long: { over: 200_000, prices: [6, 22.5, 0.6, 7.5] },
  },
  { name: "claude-sonnet-4", pattern: "claude-(sonnet-4(-0)?|4-sonnet)", prices: SONNET },
  { name: "claude-haiku-4-5", pattern: "claude-haiku-4[-.]5", prices: [1, 5, 0.1, 1.25] },
  { name: "claude-3-7-sonnet", pattern: "claude-3[-.]7-sonnet(-latest)?", prices: SONNET },
  { name: "claude-3-5-sonnet", pattern: "claude-3[-.]5-sonnet(-latest)?", prices: SONNET },
  { name: "claude-3-5-haiku", pattern: "claude-3[-.]5-haiku(-latest)?", prices: [0.8, 4, 0.08, 1] },
  { name: "claude-3-opus", pattern: "claude-3-opus(-latest)?", prices: OPUS },
  { name: "claude-3-sonnet", prices: SONNET },
  { name: "claude-3-haiku", prices: [0.25, 1.25, 0.03, 0.3] },
];

const GOOGLE: readonly Listed[] = [
  {
    name: "gemini-3-pro",
    pattern: "gemini-3-pro(-preview)?",
    prices: [2, 12, 0.2],
    long: { over: 200_000, prices: [4, 18, 0.4] },
  },
  { name: "gemini-2.5-pro", prices: [1.25, 10, 0.125], long: { over: 200_000, prices: [2.5, 15, 0.25] } },
  { name: "gemini-2.5-flash", prices: [0.3, 2.5, 0.03] },
  { name: "gemini-2.5-flash-lite", prices: [0.1, 0.4, 0.01] },
  { name: "gemini-2.0-flash", prices: [0.1, 0.4, 0.025] },
  { name: "gemini-2.0-flash-lite", prices: [0.075, 0.3] },
  { name: "gemini-1.5-pro", prices: [1.25, 5], long: { over: 128_000, prices: [2.5, 10] } },
  { name: "gemini-1.5-flash", prices: [0.075, 0.3], long: { over: 128_000, prices: [0.15, 0.6] } },
];

const OTHERS: readonly Listed[] = [
  { name: "mistral-large", pattern: "mistral-large(-latest|-\\d{4})?", prices: [2, 6] },
  { name: "mistral-small", pattern: "mistral-small(-latest|-\\d{4})?", prices: [0.1, 0.3] },
  { name: "codestral", pattern: "codestral(-latest|-\\d{4})?", prices: [0.3, 0.9] },
  { name: "deepseek-chat", prices: [0.28, 0.42, 0.028] },
  { name: "deepseek-reasoner", prices: [0.28, 0.42, 0.028] },
  { name: "grok-4", pattern: "grok-4(-0709|-latest)?", prices: [3, 15, 0.75] },
  { name: "grok-3", pattern: "grok-3(-beta|-latest)?", prices: [3, 15, 0.75] },
  { name: "grok-3-mini", pattern: "grok-3-mini(-beta|-latest)?", prices: [0.3, 0.5, 0.075] },
  { name: "command-r-plus", pattern: "command-r-plus(-\\d{2}-\\d{4})?", prices: [2.5, 10] },
  { name: "command-r", pattern: "command-r(-\\d{2}-\\d{4})?", prices: [0.15, 0.6] },
];

const DATE = "(-\\d{4}-\\d{2}-\\d{2})?";

/** Prefixes and suffixes of each provider's model names: gateways add prefixes, dates and versions are suffixes. */
const DRESS: ReadonlyArray<[before: string, models: readonly Listed[], after: string]> = [
  ["((openai|azure)/)?", OPENAI, DATE],
  [
    "((bedrock|vertex_ai|anthropic)/)?(([a-z]+\\.)?anthropic\\.)?(anthropic/)?",
    ANTHROPIC,
    "([-@]\\d{8})?(-v\\d+(:\\d+)?)?",
  ],
  ["((google|gemini|vertex_ai)/)?(models/)?", GOOGLE, "(-\\d{3}|-latest|-(exp|preview)(-\\d{2}-\\d{2}(-\\d{4})?)?)?"],
  ["([a-z_]+/)?", OTHERS, ""],
];

const MILLION = 1_000_000;

/** Models that come with the service. */
export const BUILT_IN_MODELS: readonly Model[] = DRESS.flatMap(([before, models, after]) =>
  models.map((listed) => asModel(listed, `(?i)^${before}(${listed.pattern ?? escaped(listed.name)})${after}$`)),
);

function asModel({ name, prices, long }: Listed, matchPattern: string): Model {
  const id = `svc-${name}`;
  const standard: PricingTier = {
    id: `${id}-standard`,
    name: "Standard",
    isDefault: true,
    priority: 0,
    conditions: [],
    prices: pricesByKind(prices),
  };
  const tiers = long ? [standard, longTier(id, long.over, long.prices)] : [standard];
  return {
    id,
    projectId: null,
    modelName: name,
    matchPattern,
    startDate: null,
    unit: "TOKENS",
    tokenizerId: null,
    tokenizerConfig: null,
    pricingTiers: tiers,
    createdAt: 0,
    updatedAt: 0,
  };
}

function longTier(id: string, over: number, prices: Prices): PricingTier {
  return {
    id: `${id}-long`,
    name: `Over ${over / 1_000}k input tokens`,
    isDefault: false,
    priority: 1,
    conditions: [{ usageDetailPattern: "^input", operator: "gt", value: over, caseSensitive: false }],
    prices: pricesByKind(prices),
  };
}

/** Returns the price in US dollars per token, for every kind of usage that is counted separately. */
function pricesByKind([input, output, cached, cacheWrite]: Prices): Record<string, number> {
  const perMillion: Record<string, number> = {
    input,
    output,
    input_cached_tokens: cached ?? input,
    input_cache_creation: cacheWrite ?? input,
    output_reasoning_tokens: output,
    output_accepted_prediction_tokens: output,
    output_rejected_prediction_tokens: output,
  };
  return Object.fromEntries(Object.entries(perMillion).map(([kind, price]) => [kind, price / MILLION]));
}

function escaped(name: string): string {
  return name.replaceAll(".", "\\.");
}
