import { describe, expect, it } from "vitest";
import { ASKED, settingsOfAllTests } from "../../support/application/asking-application.ts";

const settings = settingsOfAllTests();

describe("OTEL_LOG_LEVEL", () => {
  it("debug: OpenTelemetry logs more, to standard error only", async () => {
    const run = await settings.with({ OTEL_LOG_LEVEL: "debug", SVC_LOG_LEVEL: "DEBUG" });
    expect(run.stdout).toBe(ASKED.stdout);
    expect(run.stderr).toContain("DEBUG OpenTelemetry:");
  });

  it("stays visible to the application", async () => {
    expect((await settings.with({ OTEL_LOG_LEVEL: "error" }, "print-environment.mjs")).stdout).toBe("error\n");
  });
});
