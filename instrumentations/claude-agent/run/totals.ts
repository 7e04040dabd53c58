import { countOf, fieldsOf, isFields, readUsage, type Fields, type UsageDetails } from "@svc/core/internal";
import type { StepEnding } from "@svc/instrumentation";

/**
 * Returns usage and cost of a query, from the totals of its models. The counts of single messages are those of a message's start,
 * whose output is a placeholder. Tokens and cost that another observation
 * already counts are written to metadata only, and so is a cost that the CLI has guessed. The service prices the tokens of one
 * model in its place.
 */
export function totalsOf({ modelUsage, total_cost_usd: cost }: Fields, isCountedElsewhere: boolean): StepEnding {
  const models = Object.entries(fieldsOf(modelUsage)).filter(([, usage]) => isFields(usage));
  const total = countOf(cost);
  const metadata = {
    ...(models.length > 0 && { model_usage: modelUsage }),
    ...(total !== undefined && { total_cost_usd: total }),
  };
  if (isCountedElsewhere) return { metadata };
  const isGuessed = models.some(([, usage]) => isPriceGuessed(usage));
  return {
    ...(models.length > 0 && {
      usageDetails: sumOf(models.map(([, usage]) => readUsage(usage)?.kinds ?? {})),
    }),
    ...(isGuessed
      ? models.length === 1 && { model: models[0]![0] }
      : total !== undefined && { costDetails: { total } }),
    metadata,
  };
}

/** Returns true for a model of which the CLI knows no price: it takes that of its default model. */
const isPriceGuessed = (usage: unknown): boolean => fieldsOf(usage).costBasis === "unknown";

function sumOf(usages: readonly UsageDetails[]): UsageDetails {
  const sum: UsageDetails = {};
  for (const usage of usages) for (const kind in usage) sum[kind] = (sum[kind] ?? 0) + usage[kind]!;
  return sum;
}
