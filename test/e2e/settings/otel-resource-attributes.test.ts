import { describe, expect, it } from "vitest";
import { ASKED, settingsOfAllTests } from "../../support/application/asking-application.ts";
import { resourceAttributeOf } from "../../support/otlp/export-sink.ts";

const settings = settingsOfAllTests();

describe("OTEL_RESOURCE_ATTRIBUTES", () => {
  it("adds to the detected resource", async () => {
    expect(await settings.with({ OTEL_RESOURCE_ATTRIBUTES: "team=books,shard=7" })).toEqual(ASKED);
    const [received] = settings.sink.exports;
    expect(resourceAttributeOf(received!, "team")).toBe("books");
    expect(resourceAttributeOf(received!, "shard")).toBe("7");
    expect(resourceAttributeOf(received!, "process.runtime.name")).toBe("nodejs");
    expect(resourceAttributeOf(received!, "telemetry.distro.name")).toBe("svc");
  });

  it("takes precedence over detected attributes", async () => {
    const said = { "service.instance.id": "shop.pod-7.app", "host.name": "the host of the pod" };
    const list = Object.entries(said).map((entry) => entry.join("="));
    expect(await settings.with({ OTEL_RESOURCE_ATTRIBUTES: list.join(",") })).toEqual(ASKED);
    const [received] = settings.sink.exports;
    for (const [key, value] of Object.entries(said)) expect(resourceAttributeOf(received!, key)).toBe(value);
  });
});
