import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ASKED, Settings } from "../../support/application/asking-application.ts";

let settings: Settings;

beforeAll(async () => {
  settings = await Settings.start();
});
afterAll(() => settings.stop());

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
