import { describe, expect, it } from "vitest";
import { ASKED, settingsOfAllTests } from "../../support/application/asking-application.ts";

const settings = settingsOfAllTests();

describe("SVC_BASE_URL", () => {
  it("is the address of the service; SVC_BASEURL is the fallback", async () => {
    expect(await settings.with({ SVC_BASE_URL: undefined, SVC_BASEURL: settings.sink.url })).toEqual(ASKED);
    expect(settings.sink.spans).toHaveLength(1);
  });
});
