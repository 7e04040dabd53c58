import { describe, expect, it } from "vitest";
import { ASKED, settingsOfAllTests } from "../../support/application/asking-application.ts";

const settings = settingsOfAllTests();

describe("OTEL_METRICS_EXPORTER", () => {
  const endpoint = (): Record<string, string> => ({ OTEL_EXPORTER_OTLP_ENDPOINT: settings.own.url });
  const paths = (): Set<string> => new Set(settings.own.exports.map(({ path }) => path));

  it("otlp: exports metrics", async () => {
    expect(await settings.with({ ...endpoint(), OTEL_METRICS_EXPORTER: "otlp" }, "serve.mjs")).toEqual(ASKED);
    expect(paths()).toEqual(new Set(["/v1/traces", "/v1/metrics"]));
  });

  it("console: prints the metrics of model calls", async () => {
    const { stdout } = await settings.with({ OTEL_METRICS_EXPORTER: "console" });
    expect(stdout).toContain("gen_ai.client.inference.duration");
    expect(stdout).toContain("gen_ai.client.inference.usage.output_tokens");
  });

  it("measures no call that the sampler leaves out", async () => {
    const { stdout } = await settings.with({ OTEL_METRICS_EXPORTER: "console", OTEL_TRACES_SAMPLER: "always_off" });
    expect(stdout).toContain(ASKED.stdout);
    expect(stdout).not.toContain("gen_ai.client");
  });

  it.each([undefined, "none"])("%s: exports nothing", async (value) => {
    expect(await settings.with({ ...endpoint(), OTEL_METRICS_EXPORTER: value }, "serve.mjs")).toEqual(ASKED);
    expect(paths()).toEqual(new Set(["/v1/traces"]));
  });
});
