import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ASKED, Settings } from "../../support/application/asking-application.ts";
import { resourceAttributeOf } from "../../support/otlp/export-sink.ts";

let settings: Settings;

beforeAll(async () => {
  settings = await Settings.start();
});
afterAll(() => settings.stop());

describe("OTEL_SERVICE_NAME", () => {
  it("names the service in the resource", async () => {
    expect(await settings.with({ OTEL_SERVICE_NAME: "bookshop" })).toEqual(ASKED);
    expect(resourceAttributeOf(settings.sink.exports[0]!, "service.name")).toBe("bookshop");
  });
});
