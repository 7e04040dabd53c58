import { SvcOtelSpanAttributes as svc } from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import { isObject, parseJson } from "../../../http/json.ts";
import type { Attributes, ReceivedSpan } from "../../otlp/otlp-span.ts";
import { aiSdkUsage, isAiSdkSpan } from "../attributes/ai-sdk.ts";
import { ClaudeCode, Genkit, Llm } from "../attributes/attribute-names.ts";
import { firstJson, firstValue, withPrefix } from "../attributes/attribute-reading.ts";

/** Units used, by kind: `input`, `output`, `total` and finer kinds such as `input_cached_tokens`. */
export type UsageDetails = Record<string, number>;

/** Names under which libraries report the three main amounts. */
const MAIN_KEYS: Readonly<Record<string, string>> = {
  input: "input",
  prompt_tokens: "input",
  input_tokens: "input",
  prompt: "input",
  output: "output",
  completion_tokens: "output",
  output_tokens: "output",
  completion: "output",
  total: "total",
  total_tokens: "total",
};

/** Amount that is part of another one: the name to keep, the amount to subtract from, and the names in use. */
interface Part {
  readonly name: string;
  readonly partOf: "input" | "output" | "input_cache_creation";
  readonly from: readonly string[];
}

/** All parts. A part comes after the amount that it is part of. */
const PARTS: readonly Part[] = [
  {
    name: "input_cached_tokens",
    partOf: "input",
    from: [
      "input_cached_tokens",
      "cache_read.input_tokens",
      "cache_read_input_tokens",
      "cache_read_tokens",
      "cached_tokens",
      "cached_input_tokens",
      "prompt_details.cache_read",
    ],
  },
  {
    name: "input_cache_creation",
    partOf: "input",
    from: [
      "input_cache_creation",
      "cache_creation.input_tokens",
      "cache_creation_input_tokens",
      "cache_write.input_tokens",
      "cache_write_input_tokens",
      "cache_write_tokens",
      "prompt_details.cache_write",
      // An amount without its sum.
      "cache_creation.ephemeral_5m_input_tokens",
      "ephemeral_5m_input_tokens",
    ],
  },
  {
    // The cache of Anthropic's models has two prices by its lifetime.
    name: "input_cache_creation_1h",
    partOf: "input_cache_creation",
    from: ["input_cache_creation_1h", "cache_creation.ephemeral_1h_input_tokens", "ephemeral_1h_input_tokens"],
  },
  {
    name: "output_reasoning_tokens",
    partOf: "output",
    from: [
      "output_reasoning_tokens",
      "reasoning.output_tokens",
      "reasoning_tokens",
      "reasoning_output_tokens",
      "completion_details.reasoning",
    ],
  },
  {
    name: "output_audio_tokens",
    partOf: "output",
    from: ["output_audio_tokens", "audio.output_tokens", "audio_tokens", "completion_details.audio"],
  },
  { name: "input_audio_tokens", partOf: "input", from: ["input_audio_tokens", "audio.input_tokens"] },
  { name: "input_image_tokens", partOf: "input", from: ["input_image_tokens", "image.input_tokens"] },
  { name: "output_image_tokens", partOf: "output", from: ["output_image_tokens", "image.output_tokens"] },
];

/** Keys of the parts, in their order. */
const PART_KEYS = new Map(
  PARTS.flatMap((part) => part.from.map((key) => ({ key, part }))).map(({ key, part }, place) => [
    key,
    { part, place },
  ]),
);

/** Objects of details that the OpenAI APIs report beside the main amounts. */
const DETAIL_OBJECTS: Readonly<Record<string, "input" | "output">> = {
  prompt_tokens_details: "input",
  input_tokens_details: "input",
  completion_tokens_details: "output",
  output_tokens_details: "output",
};

/** Names that identify an object as the usage of an OpenAI API rather than a map of our own keys. */
const REPORTED_MAIN_KEYS = ["prompt_tokens", "completion_tokens", "total_tokens", "input_tokens", "output_tokens"];

const USAGE_PREFIXES = [GenAi.USAGE_PREFIX, Llm.TOKEN_COUNT];

/** Attributes in which Anthropic's SDK splits an amount of the conventions. */
const ANTHROPIC_PARTS = ["cache_creation.ephemeral_1h_input_tokens"].map(
  (key) => [key, `anthropic.usage.${key}`] as const,
);

/**
 * Returns the usage of one span with its total; empty when the span reports no usage. Adds amounts that cannot be kept to
 * `problems`.
 */
export function usageDetails(span: ReceivedSpan, problems: string[]): UsageDetails {
  const { attributes } = span;
  const written = firstValue(attributes, [svc.OBSERVATION_USAGE_DETAILS]);
  const own = typeof written === "string" ? parseJson(written) : undefined;
  if (own !== undefined) return withTotal(fromObject(own), problems);
  const library = usageOfLibrary(span);
  return withTotal(library && Object.keys(library).length > 0 ? library : fromConventions(attributes), problems);
}

/**
 * Returns the sum of the token amounts whose key starts with `main`; null when no key does. A sum that is too large to be exact
 * is null, too, and is reported in `problems`.
 */
export function tokenSum(usage: UsageDetails, main: "input" | "output", problems: string[]): number | null {
  const sum = sumOf(usage, main);
  if (sum === null || Number.isSafeInteger(sum)) return sum;
  problems.push(`usage: the sum of ${main} amounts is above ${Number.MAX_SAFE_INTEGER} and is left out`);
  return null;
}

/**
 * Adds up all amounts, of tokens or of costs, whose key starts with `main`, such as `input` and `input_cached_tokens`. Returns
 * null when no key does.
 */
export function sumOf(details: Readonly<Record<string, number>>, main: "input" | "output"): number | null {
  const parts = Object.entries(details).filter(([kind]) => kind.startsWith(main));
  return parts.length === 0 ? null : parts.reduce((sum, [, amount]) => sum + amount, 0);
}

function usageOfLibrary(span: ReceivedSpan): UsageDetails | undefined {
  const { attributes, scope } = span;
  if (scope.name === Genkit.SCOPE) return fromGenkit(firstJson(attributes, [Genkit.OUTPUT]));
  if (scope.name === ClaudeCode.SCOPE) return fromClaudeCode(attributes);
  return isAiSdkSpan(span) ? withoutParts(aiSdkUsage(attributes)) : undefined;
}

const GENKIT_KEYS: Readonly<Record<string, string>> = {
  inputTokens: "input",
  outputTokens: "output",
  totalTokens: "total",
  cachedContentTokens: "input_cached_tokens",
  thoughtsTokens: "output_reasoning_tokens",
};

function fromGenkit(output: unknown): UsageDetails | undefined {
  const usage = isObject(output) ? output["usage"] : undefined;
  if (!isObject(usage)) return undefined;
  return withoutParts(
    Object.fromEntries(Object.entries(usage).map(([key, value]) => [GENKIT_KEYS[key] ?? key, value])),
  );
}

/** Attributes of Claude Code by kind. Its input does not contain the other amounts. */
const CLAUDE_CODE_KEYS: Readonly<Record<string, string>> = {
  input: ClaudeCode.INPUT_TOKENS,
  output: ClaudeCode.OUTPUT_TOKENS,
  input_cached_tokens: ClaudeCode.CACHE_READ_TOKENS,
  input_cache_creation: ClaudeCode.CACHE_CREATION_TOKENS,
};

function fromClaudeCode(attributes: Attributes): UsageDetails {
  const details: UsageDetails = {};
  for (const [kind, name] of Object.entries(CLAUDE_CODE_KEYS)) {
    const amount = wholeAmount(attributes.get(name));
    if (amount !== undefined) details[kind] = amount;
  }
  return details;
}

/** Returns the amounts by kind, with the {@link PARTS} subtracted from the main amounts that contain them. */
function withoutParts(usage: Record<string, unknown>): UsageDetails {
  const details: UsageDetails = {};
  for (const [kind, value] of Object.entries(usage)) {
    const amount = wholeAmount(value);
    if (amount !== undefined) details[kind] = amount;
  }
  for (const { name, partOf } of PARTS) {
    const amount = details[name];
    if (amount !== undefined) takeOut(details, partOf, name, amount);
  }
  return details;
}

function fromObject(usage: unknown): UsageDetails {
  if (!isObject(usage)) return {};
  const isReported = REPORTED_MAIN_KEYS.some((key) => key in usage);
  const details: UsageDetails = {};
  for (const [key, value] of Object.entries(usage)) {
    const amount = wholeAmount(value);
    if (amount !== undefined) details[(isReported ? MAIN_KEYS[key] : undefined) ?? key] = amount;
  }
  if (isReported) takeOutDetails(usage, details);
  return details;
}

function takeOutDetails(usage: Record<string, unknown>, details: UsageDetails): void {
  for (const [object, main] of Object.entries(DETAIL_OBJECTS)) {
    const parts = usage[object];
    if (!isObject(parts)) continue;
    for (const [key, value] of Object.entries(parts)) {
      const amount = wholeAmount(value);
      if (amount !== undefined) takeOut(details, main, `${main}_${key}`, amount);
    }
  }
}

function fromConventions(attributes: Attributes): UsageDetails {
  const details: UsageDetails = {};
  const parts: Array<{ readonly part: Part; readonly place: number; readonly amount: number }> = [];
  const addPart = (key: string, amount: number): boolean => {
    const known = PART_KEYS.get(key);
    if (known) parts.push({ ...known, amount });
    return known !== undefined;
  };
  for (const prefix of USAGE_PREFIXES) {
    for (const [suffix, value] of withPrefix(attributes, prefix)) {
      const amount = wholeAmount(value);
      if (amount === undefined || prefix + suffix === GenAi.USAGE_COST) continue;
      const key = suffix.replace(/^details\./, "");
      if (!addPart(key, amount)) details[MAIN_KEYS[key] ?? key] = amount;
    }
  }
  for (const [key, attribute] of ANTHROPIC_PARTS) {
    const amount = wholeAmount(attributes.get(attribute));
    if (amount !== undefined) addPart(key, amount);
  }
  parts.sort((a, b) => a.place - b.place);
  for (const { part, amount } of parts) {
    if (!(part.name in details)) takeOut(details, part.partOf, part.name, amount);
  }
  return details;
}

function takeOut(details: UsageDetails, main: string, name: string, amount: number): void {
  details[name] = amount;
  // Tokens written to the cache for an hour are input, when nothing else tells what was written.
  const from = details[main] === undefined && main === "input_cache_creation" ? "input" : main;
  const whole = details[from];
  if (whole !== undefined) details[from] = Math.max(0, whole - amount);
}

function withTotal(details: UsageDetails, problems: string[]): UsageDetails {
  const amounts = Object.values(details);
  if (amounts.length === 0 || details["total"] !== undefined) return details;
  const total = amounts.reduce((sum, amount) => sum + amount, 0);
  if (Number.isSafeInteger(total)) details["total"] = total;
  else problems.push(`usage: the sum of all amounts is above ${Number.MAX_SAFE_INTEGER} and is left out of total`);
  return details;
}

function wholeAmount(value: unknown): number | undefined {
  const amount = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  return Number.isSafeInteger(amount) && (amount as number) >= 0 ? (amount as number) : undefined;
}
