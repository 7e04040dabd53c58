import { isDeepStrictEqual } from "node:util";
import { SvcOtelSpanAttributes as A } from "@svc/core";
import { describe, expect, it, vi } from "vitest";
import { CHILDREN_TIMEOUT, FORMATS, MAJORS, runWithOpenAI } from "../child-process.ts";
import type { UsageCall } from "./stream-usage-child.ts";

vi.setConfig({ testTimeout: CHILDREN_TIMEOUT });

const run = (major: number, format: (typeof FORMATS)[number], env?: Record<string, string>): Promise<UsageCall[]> => {
  const running = runWithOpenAI<UsageCall[]>("recordings/stream-usage-child.ts", "askForUsage", {
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

const toldOf = ({ name, without, instrumented, spans }: UsageCall) => ({
  name,
  isUnchanged: isDeepStrictEqual([instrumented.chunks, instrumented.params], [without.chunks, without.params]),
  asked: instrumented.asked,
  hasUsage: spans.map(({ attributes }) => attributes[A.OBSERVATION_USAGE_DETAILS] !== undefined),
});

const expectedOf = ({ name }: UsageCall, isAsked: boolean) => ({
  name,
  isUnchanged: true,
  asked: [isAsked],
  hasUsage: [isAsked],
});

describe.each(versions)("openai %i, %s", (_major, _format, plain, asking) => {
  it("is not asked for usage by default", async () => {
    const calls = await plain;
    expect(calls).toHaveLength(8);
    expect(calls.map(toldOf)).toEqual(calls.map((call) => expectedOf(call, call.name.endsWith(", asked for"))));
  });

  it("is asked for usage if the application does not decide, and the application's stream is unchanged", async () => {
    const calls = await asking;
    expect(calls).toHaveLength(8);
    expect(calls.map(toldOf)).toEqual(calls.map((call) => expectedOf(call, !call.name.endsWith(", asked not to"))));
  });
});
