import { describe, expect, it } from "vitest";
import { ASKED, settingsOfAllTests } from "../../support/application/asking-application.ts";

const settings = settingsOfAllTests();

describe("OTEL_TRACES_EXPORTER", () => {
  it("otlp: sends every span to the application's endpoint, and only observations to the service", async () => {
    const env = { OTEL_TRACES_EXPORTER: "otlp", OTEL_EXPORTER_OTLP_ENDPOINT: settings.own.url };
    expect(await settings.with(env, "serve.mjs")).toEqual({ ...ASKED });
    const own = settings.own.spans.map(({ name }) => name);
    expect(own).toEqual(expect.arrayContaining(["chat gpt-4o-mini", "GET /"]));
    // The request of a recorded model call says nothing that the call does not.
    expect(own).not.toContain("POST");
    expect(settings.sink.spans.map(({ name }) => name)).toEqual(["chat gpt-4o-mini", "chat gpt-4o-mini"]);
  });

  it("console: prints spans", async () => {
    const { stdout } = await settings.with({ OTEL_TRACES_EXPORTER: "console" });
    expect(stdout).toContain("traceId");
    expect(settings.sink.spans).toHaveLength(1);
  });

  it("none: sends only observations, even with an endpoint", async () => {
    const env = { OTEL_TRACES_EXPORTER: "none", OTEL_EXPORTER_OTLP_ENDPOINT: settings.own.url };
    expect(await settings.with(env)).toEqual(ASKED);
    expect(settings.own.exports).toEqual([]);
    expect(settings.sink.spans).toHaveLength(1);
  });

  it("logs an unknown name, and sends observations", async () => {
    const { stderr, stdout } = await settings.with({ OTEL_TRACES_EXPORTER: "moon" });
    expect(stdout).toBe(ASKED.stdout);
    expect(stderr).toContain(
      "OTEL_TRACES_EXPORTER names moon, which does not exist and is ignored. There are: otlp, console, zipkin, none.",
    );
    expect(settings.sink.spans).toHaveLength(1);
  });
});
