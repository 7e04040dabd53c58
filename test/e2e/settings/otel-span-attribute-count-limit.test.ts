import { describe, expect, it } from "vitest";
import { ASKED, settingsOfAllTests } from "../../support/application/asking-application.ts";

const settings = settingsOfAllTests();

describe("OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT", () => {
  it("limits the number of a span's attributes", async () => {
    const { stdout } = await settings.with({ OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT: "4" });
    expect(stdout).toBe(ASKED.stdout);
    expect(settings.sink.spans[0]!.attributes.length).toBeLessThanOrEqual(4);
    expect(settings.sink.spans[0]!.droppedAttributesCount).toBeGreaterThan(0);
  });
});
