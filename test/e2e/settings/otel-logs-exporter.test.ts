import { describe, expect, it } from "vitest";
import { settingsOfAllTests } from "../../support/application/asking-application.ts";

const settings = settingsOfAllTests();

describe("OTEL_LOGS_EXPORTER", () => {
  const endpoint = (): Record<string, string> => ({ OTEL_EXPORTER_OTLP_ENDPOINT: settings.own.url });
  const paths = (): Set<string> => new Set(settings.own.exports.map(({ path }) => path));

  it("otlp: exports logs", async () => {
    expect(await settings.with({ ...endpoint(), OTEL_LOGS_EXPORTER: "otlp" }, "log.mjs")).toMatchObject({
      exitCode: 0,
    });
    expect(paths()).toEqual(new Set(["/v1/logs"]));
  });

  it.each([undefined, "none"])("%s: exports nothing", async (value) => {
    await settings.with({ ...endpoint(), OTEL_LOGS_EXPORTER: value }, "log.mjs");
    expect(paths()).toEqual(new Set());
  });
});
