import { describe, expect, it } from "vitest";
import { ASKED, settingsOfAllTests } from "../../support/application/asking-application.ts";
import { resourceAttributeOf } from "../../support/otlp/export-sink.ts";

const settings = settingsOfAllTests();

describe("OTEL_SERVICE_NAME", () => {
  it("names the service in the resource", async () => {
    expect(await settings.with({ OTEL_SERVICE_NAME: "bookshop" })).toEqual(ASKED);
    expect(resourceAttributeOf(settings.sink.exports[0]!, "service.name")).toBe("bookshop");
  });
});
