import {
  type TokenUsage,
  type UsageDetails,
  SvcOtelSpanAttributes as svc,
  readUsage,
  sumOfSide,
  sumOfTokens,
} from "@svc/core/internal";
import * as GenAi from "@svc/core/internal/gen-ai";
import { isObject, parseJson } from "../../../http/json.ts";
import type { Attributes, ReceivedSpan } from "../../otlp/otlp-span.ts";
import { aiSdkUsage, isAiSdkSpan } from "../attributes/ai-sdk.ts";
import { Anthropic, ClaudeCode, Genkit, Llm } from "../attributes/attribute-names.ts";
import { firstJson, firstValue } from "../attributes/attribute-reading.ts";
import { NameCache } from "../attributes/name-cache.ts";

export type { UsageDetails };

/** Prefixes of attributes whose names go on with a kind of usage. */
const PREFIXES = [GenAi.USAGE_PREFIX, Llm.TOKEN_COUNT, Llm.USAGE, Anthropic.CACHE_CREATION];

/** Returns the usage of one span by kind, with its total; empty when the span reports none. Adds values that cannot be kept to `problems`. */
export function usageDetails(span: ReceivedSpan, problems: string[]): UsageDetails {
  const { kinds = {}, problems: found = [] } = usageIn(span) ?? {};
  problems.push(...found);
  const { total } = kinds;
  const sum = total === undefined ? 0 : sumOfTokens(kinds);
  if (total === undefined || total >= sum) return kinds;
  problems.push(`usage: the total ${total} is less than the sum ${sum} of its kinds, and is left out`);
  if (Number.isSafeInteger(sum)) kinds["total"] = sum;
  else delete kinds["total"];
  return kinds;
}

/**
 * Returns the sum of the token amounts of a side; null when there is none. A sum that is too large to be exact is null, too, and is reported
 * in `problems`.
 */
export function tokenSum(usage: UsageDetails, side: "input" | "output", problems: string[]): number | null {
  const sum = sumOfSide(usage, side);
  if (sum === undefined) return null;
  if (Number.isSafeInteger(sum)) return sum;
  problems.push(`usage: the sum of ${side} amounts is above ${Number.MAX_SAFE_INTEGER} and is left out`);
  return null;
}

function usageIn(span: ReceivedSpan): TokenUsage | undefined {
  const { attributes } = span;
  const written = firstValue(attributes, [svc.OBSERVATION_USAGE_DETAILS]);
  const own = typeof written === "string" ? parseJson(written) : undefined;
  if (own !== undefined) return readUsage(own, "map");
  return usageOfLibrary(span) ?? readUsage(conventionFields(attributes), "convention");
}

function usageOfLibrary(span: ReceivedSpan): TokenUsage | undefined {
  const { attributes, scope } = span;
  if (scope.name === Genkit.SCOPE) return genkitUsage(attributes);
  if (scope.name === ClaudeCode.SCOPE) return claudeCodeUsage(attributes);
  return isAiSdkSpan(span) ? aiSdkUsage(attributes) : undefined;
}

/** Cache of the parts of names that follow a prefix; empty for other names. */
const fieldNames = new NameCache((name) => {
  const prefix = PREFIXES.find((one) => name.startsWith(one));
  return prefix === undefined || name === GenAi.USAGE_COST ? "" : name.slice(prefix.length);
});

/** Returns the attributes of conventions that report usage, under the part of the name that follows the prefix; undefined if none. */
function conventionFields(attributes: Attributes): Record<string, unknown> | undefined {
  let fields: Record<string, unknown> | undefined;
  for (const [name, value] of attributes) {
    const field = fieldNames.get(name);
    if (field === "") continue;
    fields ??= {};
    fields[field] ??= value;
  }
  return fields;
}

function genkitUsage(attributes: Attributes): TokenUsage | undefined {
  const output = firstJson(attributes, [Genkit.OUTPUT]);
  return isObject(output) ? readUsage(output["usage"]) : undefined;
}

/** Attributes of Claude Code by kind. Its input does not contain the other amounts. */
const CLAUDE_CODE_KINDS: Readonly<Record<string, string>> = {
  input: ClaudeCode.INPUT_TOKENS,
  output: ClaudeCode.OUTPUT_TOKENS,
  input_cached_tokens: ClaudeCode.CACHE_READ_TOKENS,
  input_cache_creation: ClaudeCode.CACHE_CREATION_TOKENS,
};

function claudeCodeUsage(attributes: Attributes): TokenUsage | undefined {
  const amounts = Object.entries(CLAUDE_CODE_KINDS).map(([kind, name]) => [kind, attributes.get(name)] as const);
  return readUsage(Object.fromEntries(amounts));
}
