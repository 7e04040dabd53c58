import * as settings from "@svc/core/internal/settings";
import { propagateAttributes, startObservation, type PropagateAttributesParams } from "@svc/tracing";
import { afterEach, describe, expect, it } from "vitest";
import { exportSinkOfEachTest } from "../support/otlp/export-sink.ts";
import { traceTo, untrace } from "../support/otlp/traced.ts";
import { attributesOfSpan } from "../support/otlp/exported-attributes.ts";
import { logLinesOfEachTest } from "../support/log-lines.ts";

const logged = logLinesOfEachTest();
const sink = exportSinkOfEachTest();

afterEach(() => {
  untrace();
});

/** Returns the attributes of an observation that is made while these values are propagated. */
async function arriving(params: PropagateAttributesParams): Promise<Record<string, unknown>> {
  const { processor } = traceTo(sink.url);
  propagateAttributes(params, () => startObservation("work").end());
  await processor.forceFlush();
  return attributesOfSpan(sink, "work");
}

describe("Limits: propagated metadata value length, 200 characters, measured on the encoded value including quotes", () => {
  it.each<[what: string, value: unknown, encoded: string]>([
    ["198 characters and two quotes", "x".repeat(198), `"${"x".repeat(198)}"`],
    ["non-ASCII characters count once each", "ü".repeat(198), `"${"ü".repeat(198)}"`],
    ["an array of 200 characters", ["x".repeat(196)], `["${"x".repeat(196)}"]`],
    ["a bigint of 200 digits", 10n ** 199n, `1${"0".repeat(199)}`],
  ])("fits: %s", async (_what, value, encoded) => {
    expect(encoded).toHaveLength(200);
    expect(await arriving({ metadata: { key: value } })).toMatchObject({ "svc.trace.metadata.key": encoded });
    expect(logged.warnings()).toBe("");
  });

  it.each<[what: string, value: unknown]>([
    ["199 characters and two quotes", "x".repeat(199)],
    ["200 characters without quotes", "x".repeat(200)],
    ["a line break is two characters", `${"x".repeat(197)}\n`],
    ["a quote is two characters", `${"x".repeat(197)}"`],
    ["an array of 201 characters", ["x".repeat(197)]],
    ["a bigint of 201 digits", 10n ** 200n],
  ])("dropped with a warning: %s", async (_what, value) => {
    const written = await arriving({ metadata: { key: value, other: 1 } });
    expect(written).not.toHaveProperty(["svc.trace.metadata.key"]);
    expect(written).toMatchObject({ "svc.trace.metadata.other": "1" });
    expect(logged.warnings()).toMatch(/"key".*200/);
  });
});

describe("Limits: other propagated values, 200 characters inclusive", () => {
  const rows = [
    ["userId", "user.id"],
    ["sessionId", "session.id"],
    ["version", "svc.version"],
    ["traceName", "svc.trace.name"],
  ] as const;

  it.each(rows)("%s", async (field, attribute) => {
    expect(await arriving({ [field]: "x".repeat(200) })).toMatchObject({ [attribute]: "x".repeat(200) });
    expect(logged.warnings()).toBe("");
  });

  it.each(rows)("%s of 201 characters is dropped with a warning", async (field, attribute) => {
    expect(await arriving({ [field]: "x".repeat(201) })).not.toHaveProperty([attribute]);
    expect(logged.warnings()).toMatch(new RegExp(`${field}.*200`));
  });

  it("tags: each tag separately", async () => {
    const tags = ["x".repeat(200), "y".repeat(201), "z"];
    expect(await arriving({ tags })).toMatchObject({ "svc.trace.tags": ["x".repeat(200), "z"] });
    expect(logged.warnings()).toMatch(/tags.*200/);
  });

  it("environment: 40 characters", async () => {
    expect(await arriving({ environment: "x".repeat(40) })).toMatchObject({ "svc.environment": "x".repeat(40) });
  });

  it("environment of 41 characters is dropped with a warning", async () => {
    expect(await arriving({ environment: "x".repeat(41) })).not.toHaveProperty(["svc.environment"]);
    expect(logged.warnings()).toContain("environment");
  });
});

describe("Limits: default timeout", () => {
  it("is 5 seconds", () => {
    expect(settings.timeout).toMatchObject({ default: 5, unit: "seconds" });
  });
});
