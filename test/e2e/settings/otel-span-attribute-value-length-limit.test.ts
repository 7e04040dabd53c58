import { describe, expect, it } from "vitest";
import { ASKED, settingsOfAllTests } from "../../support/application/asking-application.ts";
import { attributeOf } from "../../support/otlp/export-sink.ts";

const settings = settingsOfAllTests();

describe("OTEL_SPAN_ATTRIBUTE_VALUE_LENGTH_LIMIT", () => {
  it("limits the length of each text", async () => {
    expect(await settings.with({ OTEL_SPAN_ATTRIBUTE_VALUE_LENGTH_LIMIT: "5" })).toEqual(ASKED);
    expect(attributeOf(settings.sink.spans[0]!, "svc.observation.model.name")).toBe("gpt-4");
  });
});
