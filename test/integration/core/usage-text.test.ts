import { NO_COUNTS, usageDetails, usageText, type TokenUsage } from "@svc/core/internal";
import { describe, expect, it } from "vitest";

const USAGES: Record<string, TokenUsage> = {
  "of input, output and total": { input: 3, output: 2, total: 5, inputDetails: NO_COUNTS, outputDetails: NO_COUNTS },
  "without a total": { input: 3, output: 2, inputDetails: NO_COUNTS, outputDetails: NO_COUNTS },
  "without an output": { input: 3, total: 3, inputDetails: NO_COUNTS, outputDetails: NO_COUNTS },
  "of nothing": { inputDetails: NO_COUNTS, outputDetails: NO_COUNTS },
  "with zeros": { input: 0, output: 0, total: 0, inputDetails: NO_COUNTS, outputDetails: NO_COUNTS },
  "with parts": {
    input: 10,
    output: 7,
    total: 17,
    inputDetails: { cached_tokens: 4 },
    outputDetails: { 'a "quoted" name': 2 },
  },
  "with a total that is not finite": {
    input: 1,
    output: 1,
    total: Infinity,
    inputDetails: NO_COUNTS,
    outputDetails: NO_COUNTS,
  },
};

describe("The text of a usage", () => {
  it.each(Object.entries(USAGES))("%s is that of its details", (_kind, usage) => {
    expect(usageText(usage)).toBe(JSON.stringify(usageDetails(usage)));
  });
});
