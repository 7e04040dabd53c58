import { describe, expect, it } from "vitest";
import { ASKED, settingsOfAllTests } from "../../support/application/asking-application.ts";

const settings = settingsOfAllTests();

describe("OTEL_CONFIG_FILE", () => {
  it("is ignored with one log line", async () => {
    const { stdout, stderr } = await settings.with({ OTEL_CONFIG_FILE: "otel.yaml" });
    expect(stdout).toBe(ASKED.stdout);
    expect(stderr.match(/^.*OTEL_CONFIG_FILE is not read.*$/gm)).toHaveLength(1);
    expect(settings.sink.spans).toHaveLength(1);
  });
});
