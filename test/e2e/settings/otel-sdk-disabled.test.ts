import { describe, expect, it } from "vitest";
import { ASKED, settingsOfAllTests } from "../../support/application/asking-application.ts";

const settings = settingsOfAllTests();

describe("OTEL_SDK_DISABLED", () => {
  it.each(["true", "TRUE"])("%s: disables tracing and logs nothing", async (value) => {
    expect(await settings.with({ OTEL_SDK_DISABLED: value })).toEqual(ASKED);
    expect(settings.sink.exports).toEqual([]);
  });

  it.each(["false", ""])("%j: enables tracing", async (value) => {
    expect(await settings.with({ OTEL_SDK_DISABLED: value })).toEqual(ASKED);
    expect(settings.sink.spans).toHaveLength(1);
  });
});
