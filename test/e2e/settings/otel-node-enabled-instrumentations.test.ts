import { describe, expect, it } from "vitest";
import { ASKED, settingsOfAllTests } from "../../support/application/asking-application.ts";

const settings = settingsOfAllTests();

const scopes = (): string[] => {
  const all = settings.own.exports.flatMap(({ message }) => message.resourceSpans.flatMap((one) => one.scopeSpans));
  return [...new Set(all.map(({ scope }) => scope!.name.replace("@opentelemetry/instrumentation-", "")))].toSorted();
};

describe("OTEL_NODE_ENABLED_INSTRUMENTATIONS", () => {
  it.each([
    [undefined, ["express", "http", "net", "router", "svc-sdk"]],
    ["express,http", ["express", "http"]],
    ["openai", ["svc-sdk"]],
  ])("%s", async (value, expected) => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: settings.own.url, OTEL_NODE_ENABLED_INSTRUMENTATIONS: value };
    expect(await settings.with(env, "serve.mjs")).toEqual(ASKED);
    expect(scopes()).toEqual(expected);
  });

  it("logs an unknown name", async () => {
    const { stderr } = await settings.with({ OTEL_NODE_ENABLED_INSTRUMENTATIONS: "openai,moon" });
    expect(stderr).toContain(
      "OTEL_NODE_ENABLED_INSTRUMENTATIONS names moon, which does not exist and is left out. There are: openai, ",
    );
    expect(settings.sink.spans).toHaveLength(1);
  });
});
