import { describe, expect, it } from "vitest";
import { ASKED, settingsOfAllTests } from "../../support/application/asking-application.ts";
import { attributeOf } from "../../support/otlp/export-sink.ts";

const settings = settingsOfAllTests();

describe("SVC_RELEASE", () => {
  it("is stamped on every span", async () => {
    expect(await settings.with({ SVC_RELEASE: "2026.11" })).toEqual(ASKED);
    expect(attributeOf(settings.sink.spans[0]!, "svc.release")).toBe("2026.11");
  });
});
