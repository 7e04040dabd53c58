import { fieldsOf, readUsage, sumOfSide, type UsageDetails } from "@svc/core/internal";

/**
 * Returns the usage of a model call as the service keeps it; undefined without any count. The AI SDK counts cached tokens inside
 * the input, and reasoning tokens inside the output, whatever the provider does. The provider's own report, which has more kinds, is used
 * where its sums are the same.
 */
export function usageOf(reported: unknown): UsageDetails | undefined {
  const counted = readUsage(reported)?.kinds;
  const raw = readUsage(fieldsOf(reported).raw)?.kinds;
  return counted !== undefined && raw !== undefined && isSame(counted, raw) ? raw : counted;
}

function isSame(counted: UsageDetails, raw: UsageDetails): boolean {
  return (
    sumOfSide(counted, "input") === sumOfSide(raw, "input") && sumOfSide(counted, "output") === sumOfSide(raw, "output")
  );
}
