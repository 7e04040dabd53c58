import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ANSWER, ASKED, settingsOfAllTests } from "../../support/application/asking-application.ts";
import { attributeOf } from "../../support/otlp/export-sink.ts";

const settings = settingsOfAllTests();
const WITHOUT_KEYS = { SVC_PUBLIC_KEY: undefined, SVC_SECRET_KEY: undefined };
const CALL = "chat gpt-4o-mini";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "svc-declared-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** Writes a configuration file with these lines. Returns its path. */
async function declared(...lines: readonly string[]): Promise<string> {
  const file = join(folder, "otel.yaml");
  await writeFile(file, ['file_format: "1.0"', ...lines].join("\n"));
  return file;
}

const exported = (processor: string): string[] => [
  "resource: { attributes: [{ name: service.name, value: declared }] }",
  "tracer_provider:",
  `  processors: [{ ${processor}: { exporter: { otlp_http: { endpoint: "${settings.own.url}/v1/traces", headers: [{ name: x-token, value: "\${TOKEN}" }] } } } }]`,
];

describe("OTEL_CONFIG_FILE", () => {
  it.each(["batch", "simple"])("declares the SDK, and the service gets the spans as well: %s", async (processor) => {
    const env = { OTEL_CONFIG_FILE: await declared(...exported(processor)), TOKEN: "t" };
    expect(await settings.with(env)).toEqual(ASKED);
    const [own, ours] = [settings.own, settings.sink].map(({ spans }) => spans.find(({ name }) => name === CALL));
    expect(own!.spanId).toEqual(ours!.spanId);
    expect(attributeOf(ours!, "svc.observation.input")).toBeDefined();
    expect(attributeOf(own!, "svc.observation.input")).toBeUndefined();
    expect(attributeOf(own!, "gen_ai.output.messages")).toContain(ANSWER);
    expect(settings.own.exports.map(({ headers }) => headers["x-token"])).toEqual(["t"]);
  });

  it("is enough without the keys of the service, and a line at the start names it", async () => {
    const file = await declared(...exported("batch"));
    const { stdout, stderr } = await settings.with({
      OTEL_CONFIG_FILE: file,
      SVC_LOG_LEVEL: "INFO",
      ...WITHOUT_KEYS,
    });
    expect([stdout, settings.own.spans.map(({ name }) => name), settings.sink.exports]).toEqual([
      ANSWER + "\n",
      [CALL],
      [],
    ]);
    expect(stderr).toContain(`Tracing to the exporters in ${file}, not to the service, whose keys are not set.`);
  });

  it("exports what the mask has left", async () => {
    const config = join(folder, "mask.mjs");
    await writeFile(config, `export default { mask: ({ data }) => data.replaceAll(/[a-z]/gi, "*") };`);
    const env = { OTEL_CONFIG_FILE: await declared(...exported("batch")), SVC_CONFIG: config };
    expect(await settings.with(env)).toEqual(ASKED);
    const span = settings.own.spans.find(({ name }) => name === CALL)!;
    expect(attributeOf(span, "gen_ai.output.messages")).not.toContain(ANSWER);
  });

  it("counts at process.exit() what its exporters have not sent, and the service gets it", async () => {
    const { stderr } = await settings.with({ OTEL_CONFIG_FILE: await declared(...exported("batch")) }, "exits.mjs");
    expect(settings.sink.spans.map(({ name }) => name)).toEqual([CALL]);
    expect(stderr.match(/^.*1 span may not have arrived.*$/gm)).toHaveLength(1);
  });

  it("has the metrics of model calls where it declares an exporter of metrics", async () => {
    const exporter = `{ otlp_http: { endpoint: "${settings.own.url}/v1/metrics" } }`;
    const file = await declared(
      ...exported("batch"),
      "meter_provider:",
      `  readers: [{ periodic: { exporter: ${exporter} } }]`,
    );
    expect(await settings.with({ OTEL_CONFIG_FILE: file })).toEqual(ASKED);
    expect(settings.own.exports.map(({ path }) => path)).toContain("/v1/metrics");
  });

  it("that disables the SDK has nothing recorded", async () => {
    expect(await settings.with({ OTEL_CONFIG_FILE: await declared("disabled: true") })).toEqual(ASKED);
    expect([settings.own.exports, settings.sink.exports]).toEqual([[], []]);
  });

  it("without traces leaves those to the preload", async () => {
    expect(await settings.with({ OTEL_CONFIG_FILE: await declared() })).toEqual(ASKED);
    expect(settings.sink.spans.map(({ name }) => name)).toEqual([CALL]);
  });

  it.each([
    ["is missing", async () => join(folder, "missing.yaml")],
    ["is no YAML", () => declared("tracer_provider: [")],
    ["names what does not exist", () => declared("tracer_provider: { processors: [{ sidecar: {} }] }")],
  ])("that %s is not used, and a line tells so", async (_why, made) => {
    const { stdout, stderr } = await settings.with({ OTEL_CONFIG_FILE: await made() });
    expect(stdout).toBe(ASKED.stdout);
    expect(stderr.match(/^.*OTEL_CONFIG_FILE is not used.*$/gm)).toHaveLength(1);
    expect(settings.sink.spans.map(({ name }) => name)).toEqual([CALL]);
  });
});
