import { SvcOtelSpanAttributes as A } from "@svc/core";
import { describe, expect, it, vi } from "vitest";
import { CHILDREN_TIMEOUT, FORMATS, MAJORS, runWithOpenAI } from "../../support/openai-child.ts";
import type { UsageCall } from "../../support/openai-stream-usage.ts";

vi.setConfig({ testTimeout: CHILDREN_TIMEOUT });

const run = (major: number, format: (typeof FORMATS)[number], env?: Record<string, string>): Promise<UsageCall[]> => {
  const running = runWithOpenAI<UsageCall[]>("openai-stream-usage.ts", "askForUsage", {
    major,
    format,
    ...(env && { env }),
  });
  running.catch(() => undefined);
  return running;
};

const versions = MAJORS.flatMap((major) =>
  FORMATS.map(
    (format) => [major, format, run(major, format), run(major, format, { SVC_STREAM_USAGE: "true" })] as const,
  ),
);

const hasUsage = ({ spans }: UsageCall): boolean => spans[0]!.attributes[A.OBSERVATION_USAGE_DETAILS] !== undefined;

describe.each(versions)("openai %i, %s", (_major, _format, plain, asking) => {
  it("is not asked for usage unless that is switched on", async () => {
    for (const call of await plain) {
      expect(call.instrumented, call.name).toEqual(call.without);
      expect(call.spans, call.name).toHaveLength(1);
      expect(hasUsage(call), call.name).toBe(call.name.endsWith(", asked for"));
    }
  });

  it("is asked for usage where the application says nothing of it, which then sees what it would have seen", async () => {
    const calls = await asking;
    expect(calls).toHaveLength(8);
    for (const call of calls) {
      const refuses = call.name.endsWith("asked not to");
      expect(call.instrumented.chunks, call.name).toEqual(call.without.chunks);
      expect(call.instrumented.params, call.name).toBe(call.without.params);
      expect(call.instrumented.asked, call.name).toEqual([!refuses]);
      expect(call.spans, call.name).toHaveLength(1);
      expect(hasUsage(call), call.name).toBe(!refuses);
    }
  });
});
