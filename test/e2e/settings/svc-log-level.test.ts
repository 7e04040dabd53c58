import { describe, expect, it } from "vitest";
import { ASKED, settingsOfAllTests } from "../../support/application/asking-application.ts";

const settings = settingsOfAllTests();

describe("SVC_LOG_LEVEL", () => {
  it("INFO: logs one line with the instrumentations and the destination", async () => {
    const { stdout, stderr } = await settings.with({ SVC_LOG_LEVEL: "INFO" });
    expect(stdout).toBe(ASKED.stdout);
    expect(stderr.split("\n")).toHaveLength(2);
    const { url } = settings.sink;
    expect(stderr).toMatch(
      / INFO Tracing to \S+\. Records openai, [a-z-]+, [a-z-]+ and \d+ more, each when the application /,
    );
    expect(stderr).toContain(`Tracing to ${url}. `);
  });

  it("INFO: the line names destinations of the application, too", async () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: settings.own.url, OTEL_METRICS_EXPORTER: "otlp", SVC_LOG_LEVEL: "INFO" };
    const { stderr } = await settings.with(env);
    const also = `${settings.own.url}/v1/traces (OTLP, http/protobuf)`;
    expect(stderr).toContain(`Tracing to ${settings.sink.url}, spans also to ${also}, metrics as OpenTelemetry`);
  });

  it.each([
    ["openai", "Records openai, each when"],
    ["openai,mcp", "Records openai, mcp, each when"],
  ])("INFO: the line names the only instrumentations %s", async (names, line) => {
    const { stderr } = await settings.with({ OTEL_NODE_ENABLED_INSTRUMENTATIONS: names, SVC_LOG_LEVEL: "INFO" });
    expect(stderr).toContain(line);
  });

  it.each([undefined, "WARN"])("%s: logs nothing", async (value) => {
    expect(await settings.with({ SVC_LOG_LEVEL: value })).toEqual(ASKED);
  });
});
