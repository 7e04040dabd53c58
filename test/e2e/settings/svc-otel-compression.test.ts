import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ASKED, Settings } from "../../support/application/asking-application.ts";

let settings: Settings;

beforeAll(async () => {
  settings = await Settings.start();
});
afterAll(() => settings.stop());

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
