import { describe, expect, it } from "vitest";
import { ASKED, settingsOfAllTests } from "../../support/application/asking-application.ts";

const settings = settingsOfAllTests();

describe("OTEL_BSP_MAX_EXPORT_BATCH_SIZE", () => {
  it("limits the batches to the application's endpoint and to the service", async () => {
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: settings.own.url,
      OTEL_BSP_MAX_EXPORT_BATCH_SIZE: "1",
      // Spans that end before the attributes of their resource are known wait for these, and then leave together.
      OTEL_NODE_RESOURCE_DETECTORS: "none",
    };
    expect(await settings.with(env, "serve.mjs")).toEqual(ASKED);
    expect(settings.own.exports.length).toBeGreaterThan(1);
    for (const { spans } of [...settings.own.exports, ...settings.sink.exports]) expect(spans).toHaveLength(1);
  });
});
