import { describe, expect, it } from "vitest";
import { ASKED, settingsOfAllTests } from "../../support/application/asking-application.ts";

const settings = settingsOfAllTests();

describe("OTEL_EXPORTER_OTLP_PROTOCOL", () => {
  it.each([
    ["http/protobuf", "application/x-protobuf"],
    ["http/json", "application/json"],
  ])("%s", async (protocol, type) => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: settings.own.url, OTEL_EXPORTER_OTLP_PROTOCOL: protocol };
    expect(await settings.with(env)).toEqual(ASKED);
    expect(settings.own.exports[0]!.headers["content-type"]).toBe(type);
    expect(settings.own.spans.map(({ name }) => name)).toContain("chat gpt-4o-mini");
  });

  it("logs an unknown protocol and uses http/protobuf", async () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: settings.own.url, OTEL_EXPORTER_OTLP_PROTOCOL: "pigeon" };
    const { stderr } = await settings.with(env);
    expect(stderr).toContain(
      'OTEL_EXPORTER_OTLP_PROTOCOL is "pigeon", but must be one of http/protobuf, http/json, grpc. Using http/protobuf.',
    );
    expect(settings.own.exports[0]!.headers["content-type"]).toBe("application/x-protobuf");
  });
});
