import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ANSWER, ASKED, settingsOfAllTests } from "../../support/application/asking-application.ts";
import { attributeOf } from "../../support/otlp/export-sink.ts";

const settings = settingsOfAllTests();

const MASKED = { SVC_RELEASE: "r1" };
const WITHOUT_KEYS = { SVC_PUBLIC_KEY: undefined, SVC_SECRET_KEY: undefined };

describe("an OTLP endpoint of the application", () => {
  it.each([
    ["OTEL_EXPORTER_OTLP_ENDPOINT", ""],
    ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "/v1/traces"],
  ])("%s: gets the spans in the form of the conventions, and the service in ours", async (name, path) => {
    expect(await settings.with({ [name]: `${settings.own.url}${path}`, ...MASKED })).toEqual(ASKED);
    const [own, ours] = [settings.own, settings.sink].map(({ spans }) =>
      spans.find((span) => span.name === "chat gpt-4o-mini"),
    );
    expect(own!.spanId).toEqual(ours!.spanId);
    expect(attributeOf(ours!, "svc.observation.input")).toBeDefined();
    expect(attributeOf(ours!, "gen_ai.input.messages")).toBeUndefined();
    expect(attributeOf(own!, "svc.observation.input")).toBeUndefined();
    expect(attributeOf(own!, "svc.internal.is_app_root")).toBeUndefined();
    expect(attributeOf(own!, "gen_ai.input.messages")).toContain('"role":"user"');
    expect(attributeOf(own!, "gen_ai.operation.name")).toBe("chat");
    expect(settings.own.exports.map(({ path }) => path)).toEqual(settings.own.exports.map(() => "/v1/traces"));
  });

  it("is enough: without the keys of the service, spans go there, and no line is written", async () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: settings.own.url, ...WITHOUT_KEYS };
    expect(await settings.with(env)).toEqual(ASKED);
    expect(settings.own.spans.map(({ name }) => name)).toEqual(["chat gpt-4o-mini"]);
    expect(settings.sink.exports).toEqual([]);
  });

  it("is named by the line at the start, where the level asks for it", async () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: settings.own.url, SVC_LOG_LEVEL: "INFO", ...WITHOUT_KEYS };
    const { stderr } = await settings.with(env);
    expect(stderr).toContain(
      `Tracing to ${settings.own.url}/v1/traces (OTLP, http/protobuf), not to the service, whose keys are not set.`,
    );
  });

  it("gets the spans when one of the keys is missing, and a line says which", async () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: settings.own.url, SVC_SECRET_KEY: undefined };
    const { stdout, stderr } = await settings.with(env);
    expect([stdout, settings.own.spans.length, settings.sink.spans]).toEqual([ASKED.stdout, 1, []]);
    expect(stderr).toMatch(/WARN Nothing is sent to the service: SVC_SECRET_KEY is not set\.\n$/);
  });

  describe("with a mask and a filter in svc.config.mjs", () => {
    let folder: string;

    beforeAll(async () => {
      folder = await mkdtemp(join(tmpdir(), "svc-endpoint-"));
      const hides = `mask: ({ data }) => (typeof data === "string" ? data.replaceAll(/[a-z]/gi, "*") : data)`;
      const drops = `shouldExportSpan: ({ otelSpan }) => !otelSpan.name.startsWith("chat ")`;
      await writeFile(join(folder, "mask.mjs"), `export default { ${hides} };`);
      await writeFile(join(folder, "filter.mjs"), `export default { ${drops} };`);
    });
    afterAll(() => rm(folder, { recursive: true }));

    const toOwn = (file: string): Record<string, string> => ({
      OTEL_EXPORTER_OTLP_ENDPOINT: settings.own.url,
      SVC_CONFIG: join(folder, file),
    });

    it.each([
      ["beside the service", {}],
      ["in its place", WITHOUT_KEYS],
    ])("gets masked spans %s", async (_where, keys) => {
      expect(await settings.with({ ...toOwn("mask.mjs"), ...keys })).toEqual(ASKED);
      const span = settings.own.spans.find(({ name }) => name === "chat gpt-4o-mini")!;
      const output = String(attributeOf(span, "gen_ai.output.messages"));
      expect(output).toContain(ANSWER.replaceAll(/[a-z]/gi, "*"));
      expect(output).not.toContain(ANSWER);
    });

    it.each([
      ["beside the service: the filter is about the service", {}, 1],
      ["in its place: the filter decides", WITHOUT_KEYS, 0],
    ])("gets filtered spans %s", async (_where, keys, count) => {
      expect(await settings.with({ ...toOwn("filter.mjs"), ...keys })).toEqual(ASKED);
      expect(settings.own.spans.filter(({ name }) => name.startsWith("chat "))).toHaveLength(count);
      expect(settings.sink.spans.map(({ name }) => name)).not.toContain("chat gpt-4o-mini");
    });
  });

  it("OTEL_EXPORTER_OTLP_HEADERS are sent there and not to the service", async () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: settings.own.url, OTEL_EXPORTER_OTLP_HEADERS: "x-token=secret" };
    expect(await settings.with(env)).toEqual(ASKED);
    expect(settings.own.exports[0]!.headers["x-token"]).toBe("secret");
    expect(settings.sink.exports[0]!.headers["x-token"]).toBeUndefined();
  });

  it("gets the headers also at the end of the process, where nothing can be awaited", async () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: settings.own.url, OTEL_EXPORTER_OTLP_HEADERS: "x-token=secret" };
    await settings.with({ ...env, ...WITHOUT_KEYS }, "exits.mjs");
    expect(settings.own.exports.map(({ headers }) => headers["x-token"])).toEqual(["secret"]);
  });
});
