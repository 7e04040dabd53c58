import { describe, expect, it } from "vitest";
import { ASKED, settingsOfAllTests } from "../../support/application/asking-application.ts";

const settings = settingsOfAllTests();

describe("OTEL_NODE_DISABLED_INSTRUMENTATIONS", () => {
  it("disables the named instrumentations, even those enabled by name", async () => {
    expect(await settings.with({ OTEL_NODE_DISABLED_INSTRUMENTATIONS: "openai" })).toEqual(ASKED);
    expect(settings.sink.spans).toEqual([]);
    const env = { OTEL_NODE_ENABLED_INSTRUMENTATIONS: "openai", OTEL_NODE_DISABLED_INSTRUMENTATIONS: "openai" };
    expect(await settings.with(env)).toEqual(ASKED);
    expect(settings.sink.spans).toEqual([]);
  });

  it("undici: requests of the application have no trace headers", async () => {
    expect(await settings.with({ OTEL_NODE_DISABLED_INSTRUMENTATIONS: "undici" })).toEqual(ASKED);
    expect(settings.requests[0]!.headers).not.toHaveProperty("traceparent");
  });
});
