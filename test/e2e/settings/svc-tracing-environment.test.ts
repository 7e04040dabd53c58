import { describe, expect, it } from "vitest";
import { ASKED, settingsOfAllTests } from "../../support/application/asking-application.ts";
import { attributeOf } from "../../support/otlp/export-sink.ts";

const settings = settingsOfAllTests();

describe("SVC_TRACING_ENVIRONMENT", () => {
  it("is stamped on every span", async () => {
    expect(await settings.with({ SVC_TRACING_ENVIRONMENT: "staging" })).toEqual(ASKED);
    expect(attributeOf(settings.sink.spans[0]!, "svc.environment")).toBe("staging");
  });
});
