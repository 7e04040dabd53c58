import { describe, expect, it } from "vitest";
import { ASKED, settingsOfAllTests } from "../../support/application/asking-application.ts";

const settings = settingsOfAllTests();

describe("OTEL_PROPAGATORS", () => {
  it.each([
    [undefined, ["traceparent"]],
    ["b3", ["b3"]],
    ["b3multi", ["x-b3-sampled", "x-b3-spanid", "x-b3-traceid"]],
    ["tracecontext,b3", ["b3", "traceparent"]],
    ["none", []],
  ])("%s: requests of the application have the headers %j", async (value, expected) => {
    expect(await settings.with({ OTEL_PROPAGATORS: value })).toEqual(ASKED);
    const names = Object.keys(settings.requests[0]!.headers);
    expect(names.filter((name) => /traceparent|b3/.test(name)).toSorted()).toEqual(expected);
  });
});
