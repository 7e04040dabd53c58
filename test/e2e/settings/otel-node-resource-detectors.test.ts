import { describe, expect, it } from "vitest";
import { ASKED, settingsOfAllTests } from "../../support/application/asking-application.ts";
import { resourceAttributeOf } from "../../support/otlp/export-sink.ts";

const settings = settingsOfAllTests();

const KEYS = ["service.instance.id", "process.pid", "host.name", "os.type"] as const;

describe("OTEL_NODE_RESOURCE_DETECTORS", () => {
  it.each([
    [undefined, [...KEYS]],
    ["none", []],
    ["os,process", ["process.pid", "os.type"]],
    ["serviceinstance,host,container", ["service.instance.id", "host.name"]],
  ])("%s", async (value, expected) => {
    expect(await settings.with({ OTEL_NODE_RESOURCE_DETECTORS: value })).toEqual(ASKED);
    const [received] = settings.sink.exports;
    expect(KEYS.filter((key) => resourceAttributeOf(received!, key) !== undefined)).toEqual(expected);
  });

  it.each([
    [undefined, []],
    ["env,process", ["process.command", "process.command_args", "process.owner"]],
  ])("%s: arguments of the process leave only when the process is named", async (value, expected) => {
    settings.sink.exports.length = 0;
    const env = { OTEL_NODE_RESOURCE_DETECTORS: value };
    expect(await settings.run(["--import", "@svc/register"], ["ask.mjs", "--key=sk-4711"], env)).toEqual(ASKED);
    const { resource } = settings.sink.exports[0]!.message.resourceSpans[0]!;
    const names = resource!.attributes.map(({ key }) => key);
    expect(names).toContain("process.runtime.version");
    expect(names.filter((name) => /^process\.(command|owner)/.test(name)).toSorted()).toEqual(expected);
    const arrived = JSON.stringify(resource, (_key, held: unknown) => (typeof held === "bigint" ? String(held) : held));
    expect(arrived.includes("sk-4711")).toBe(expected.length > 0);
  });

  it("records requests of an application while a detector makes its own as the SDK boots", async () => {
    const env = { OTEL_NODE_RESOURCE_DETECTORS: "azure", OTEL_EXPORTER_OTLP_ENDPOINT: settings.own.url };
    const { stdout, exitCode } = await settings.with(env, "serve.mjs");
    expect({ stdout, exitCode }).toEqual({ stdout: ASKED.stdout, exitCode: 0 });
    expect(settings.own.spans.map(({ name }) => name)).toContain("GET /");
  });

  it("logs an unknown name with the known names", async () => {
    const { stderr, stdout } = await settings.with({ OTEL_NODE_RESOURCE_DETECTORS: "os,moon" });
    expect(stdout).toBe(ASKED.stdout);
    expect(stderr).toMatch(
      /OTEL_NODE_RESOURCE_DETECTORS names moon, which does not exist and is left out\. There are: .*aws.*gcp/,
    );
    expect(resourceAttributeOf(settings.sink.exports[0]!, "os.type")).toBeTypeOf("string");
  });
});
