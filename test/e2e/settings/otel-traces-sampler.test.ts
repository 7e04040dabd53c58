import { describe, expect, it } from "vitest";
import { ASKED, settingsOfAllTests } from "../../support/application/asking-application.ts";

const settings = settingsOfAllTests();

describe("OTEL_TRACES_SAMPLER and OTEL_TRACES_SAMPLER_ARG", () => {
  it.each([
    ["always_on", undefined, 1],
    ["always_off", undefined, 0],
    ["traceidratio", "1", 1],
    ["parentbased_traceidratio", "0", 0],
    ["parentbased_always_on", undefined, 1],
  ])("%s %s", async (sampler, argument, spans) => {
    const env = { OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: argument };
    expect(await settings.with(env)).toEqual(ASKED);
    expect(settings.sink.spans).toHaveLength(spans);
  });
});
