import { describe, expect, it } from "vitest";
import { ANSWER, ASKED, settingsOfAllTests } from "../../support/application/asking-application.ts";
import { attributeOf } from "../../support/otlp/export-sink.ts";

const settings = settingsOfAllTests();

async function chatWith(env: Readonly<Record<string, string>>): Promise<(key: string) => unknown> {
  expect(await settings.with({ OTEL_EXPORTER_OTLP_ENDPOINT: settings.own.url, ...env })).toEqual(ASKED);
  const span = settings.own.spans.find(({ name }) => name === "chat gpt-4o-mini")!;
  return (key) => attributeOf(span, key);
}

describe("SVC_GEN_AI_DIALECT", () => {
  it("is conventions by default: an endpoint gets no attribute of OpenInference", async () => {
    const attribute = await chatWith({});
    expect(attribute("openinference.span.kind")).toBeUndefined();
    expect(attribute("gen_ai.output.messages")).toContain(JSON.stringify(ANSWER));
  });

  it("openinference: adds kind, input and output as texts", async () => {
    const attribute = await chatWith({ SVC_GEN_AI_DIALECT: "openinference" });
    expect(attribute("openinference.span.kind")).toBe("LLM");
    expect(attribute("output.value")).toBe(ANSWER);
    expect(attribute("gen_ai.output.messages")).toContain(JSON.stringify(ANSWER));
  });
});
