import { describe, expect, it } from "vitest";
import { ASKED, settingsOfAllTests } from "../../support/application/asking-application.ts";

const settings = settingsOfAllTests();

describe("SVC_OTEL_COMPRESSION", () => {
  it.each([
    [{}, "gzip"],
    [{ SVC_OTEL_COMPRESSION: "none" }, undefined],
    [{ SVC_OTEL_COMPRESSION: "zip", OTEL_EXPORTER_OTLP_COMPRESSION: "none" }, undefined],
  ])("%j", async (env, encoding) => {
    expect((await settings.with({ ...env, SVC_LOG_LEVEL: "ERROR" })).stdout).toBe(ASKED.stdout);
    expect(settings.sink.exports[0]!.headers["content-encoding"]).toBe(encoding);
  });
});
