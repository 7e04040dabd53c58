import { countOf, fieldsOf, isFields, usageDetails, type Fields } from "@svc/core/internal";
import type { StepEnding } from "@svc/instrumentation";

/**
 * Returns usage and cost of a query, from the totals of its models. The counts of single messages are those of a message's start,
 * whose output is a placeholder. Tokens and cost that another observation
 * already counts are written to metadata only.
 */
export function totalsOf({ modelUsage, total_cost_usd: cost }: Fields, isCountedElsewhere: boolean): StepEnding {
  const models = Object.entries(fieldsOf(modelUsage)).filter(([, usage]) => isFields(usage));
  const sum = (name: string): number =>
    models.reduce((total, [, usage]) => total + (countOf(fieldsOf(usage)[name]) ?? 0), 0);
  const [read, written] = [sum("cacheReadInputTokens"), sum("cacheCreationInputTokens")];
  const input = sum("inputTokens") + read + written;
  const output = sum("outputTokens");
  const total = countOf(cost);
  const metadata = {
    ...(models.length > 0 && { model_usage: modelUsage }),
    ...(total !== undefined && { total_cost_usd: total }),
  };
  if (isCountedElsewhere) return { metadata };
  return {
    ...(models.length > 0 && {
      usageDetails: usageDetails({
        input,
        output,
        total: input + output,
        inputDetails: { ...(read > 0 && { cache_read: read }), ...(written > 0 && { cache_creation: written }) },
        outputDetails: {},
      }),
    }),
    ...(total !== undefined && { costDetails: { total } }),
    metadata,
  };
}
