import { countOf, isFields, listOf, tokenCounts, type Fields, type TokenUsage } from "@svc/core/internal";
import { isPlainData, type StreamUsage } from "@svc/instrumentation";

/** Count that is dropped: text is the remainder of a side without its other parts, so its count would take out everything. */
const REST = "text_tokens";

/** Reads a `usage` object of any endpoint; undefined when the object is missing or holds no count. */
export function readUsage(usage: unknown): TokenUsage | undefined {
  if (!isFields(usage)) return undefined;
  const input = countOf(usage.prompt_tokens) ?? countOf(usage.input_tokens);
  const output = countOf(usage.completion_tokens) ?? countOf(usage.output_tokens);
  const total = countOf(usage.total_tokens);
  if (input === undefined && output === undefined && total === undefined) return undefined;
  return {
    input,
    output,
    total,
    inputDetails: details(usage.prompt_tokens_details ?? usage.input_tokens_details ?? usage.input_token_details),
    outputDetails: details(
      usage.completion_tokens_details ?? usage.output_tokens_details ?? usage.output_token_details,
    ),
    cost: statedCost(usage),
  };
}

/**
 * Returns the cost that OpenRouter and other gateways state. With a key of the application's own, OpenRouter charges its fee, and
 * the model's provider charges the rest.
 */
function statedCost({ cost, is_byok: hasOwnKey, cost_details: details }: Fields): number | undefined {
  const charged = countOf(cost);
  const upstream = hasOwnKey === true && isFields(details) ? countOf(details.upstream_inference_cost) : undefined;
  return charged === undefined ? undefined : charged + (upstream ?? 0);
}

/** Returns the counts of the parts. A deeper object is a part of a part, and would be taken out twice. */
function details(found: unknown): TokenUsage["inputDetails"] {
  const counts = tokenCounts(found);
  if (!(REST in counts)) return counts;
  const { [REST]: _rest, ...parts } = counts;
  return parts;
}

/** Usage of a stream whose chunks bring it only if `stream_options.include_usage` asks for it. */
export const STREAM_USAGE: StreamUsage = { requestIn, hideIn };

/** Returns the arguments with the request for the usage. Arguments that are more than plain data are left alone. */
function requestIn(args: readonly unknown[]): unknown[] | undefined {
  const [body, ...rest] = args;
  if (!isPlainData(body) || body.stream !== true) return undefined;
  const { stream_options: options } = body;
  const own = options ?? {};
  if (!isPlainData(own) || own.include_usage !== undefined) return undefined;
  return [{ ...body, stream_options: { ...own, include_usage: true } }, ...rest];
}

/** Takes the usage out of a chunk. Returns false for the chunk that brings only the usage. */
function hideIn(chunk: unknown): boolean {
  if (!isFields(chunk) || !("usage" in chunk)) return true;
  if (isFields(chunk.usage) && Array.isArray(chunk.choices) && listOf(chunk.choices).length === 0) return false;
  if (chunk.usage === null) Reflect.deleteProperty(chunk, "usage");
  return true;
}
