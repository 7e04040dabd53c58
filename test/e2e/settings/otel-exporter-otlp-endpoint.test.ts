import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ASKED, Settings } from "../../support/application/asking-application.ts";
import { attributeOf } from "../../support/otlp/export-sink.ts";

let settings: Settings;

beforeAll(async () => {
  settings = await Settings.start();
});
afterAll(() => settings.stop());

const MASKED = { SVC_RELEASE: "r1" };

describe("an OTLP endpoint of the application", () => {
  it.each([
    ["OTEL_EXPORTER_OTLP_ENDPOINT", ""],
    ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "/v1/traces"],
  ])("%s: sends the unchanged spans there, and observations to the service", async (name, path) => {
    expect(await settings.with({ [name]: `${settings.own.url}${path}`, ...MASKED })).toEqual(ASKED);
    const [own, ours] = [settings.own, settings.sink].map(({ spans }) =>
      spans.find((span) => span.name === "chat gpt-4o-mini"),
    );
    expect(own!.spanId).toEqual(ours!.spanId);
    expect(attributeOf(own!, "svc.observation.input")).toBe(attributeOf(ours!, "svc.observation.input"));
    expect(settings.own.exports.map(({ path }) => path)).toEqual(settings.own.exports.map(() => "/v1/traces"));
  });

  it("receives nothing without the keys of the service, and the line says so", async () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: settings.own.url, SVC_SECRET_KEY: undefined };
    const { stdout, stderr } = await settings.with(env);
    expect([stdout, settings.own.spans, settings.sink.spans]).toEqual([ASKED.stdout, [], []]);
    expect(stderr).toMatch(
      /WARN Nothing is traced: set SVC_SECRET_KEY, .* Spans go to otlp only beside the service; without it, see docs\/other-backends\.md\.\n$/,
    );
  });

  it("OTEL_EXPORTER_OTLP_HEADERS are sent there and not to the service", async () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: settings.own.url, OTEL_EXPORTER_OTLP_HEADERS: "x-token=secret" };
    expect(await settings.with(env)).toEqual(ASKED);
    expect(settings.own.exports[0]!.headers["x-token"]).toBe("secret");
    expect(settings.sink.exports[0]!.headers["x-token"]).toBeUndefined();
  });
});
