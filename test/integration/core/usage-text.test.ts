import { NO_COUNTS, usageDetails, usageText, type TokenUsage } from "@svc/core/internal";
import { describe, expect, it } from "vitest";

const NO_PARTS = { inputDetails: NO_COUNTS, outputDetails: NO_COUNTS };

const USAGES: Record<string, TokenUsage> = {
  "of input, output and total": { ...NO_PARTS, input: 3, output: 2, total: 5 },
  "without a total": { ...NO_PARTS, input: 3, output: 2 },
  "without an output": { ...NO_PARTS, input: 3, total: 3 },
  "of nothing": NO_PARTS,
  "with zeros": { ...NO_PARTS, input: 0, output: 0, total: 0 },
  "with parts": {
    input: 10,
    output: 7,
    total: 17,
    inputDetails: { cached_tokens: 4 },
    outputDetails: { 'a "quoted" name': 2 },
  },
  "with a total that is not finite": { ...NO_PARTS, input: 1, output: 1, total: Infinity },
};

describe("The text of a usage", () => {
  it.each(Object.entries(USAGES))("%s is that of its details", (_kind, usage) => {
    expect(usageText(usage)).toBe(JSON.stringify(usageDetails(usage)));
  });
});
