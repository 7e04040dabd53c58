import { startObservation, type SvcGenerationAttributes, type SvcObservationType } from "@svc/tracing";
import { describe, expect, it } from "vitest";
import { recordEachTest } from "../../support/otlp/recorded-spans.ts";
import { logLinesOfEachTest } from "../../support/log-lines.ts";

const LIMIT = 128;
const PREFIX = "svc.observation.metadata.";

const recording = recordEachTest();
const logged = logLinesOfEachTest();

const keys = (count: number, from = 0): Record<string, number> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key${from + index}`, from + index]));

const EVERYTHING: SvcGenerationAttributes = {
  input: "in",
  output: "out",
  level: "WARNING",
  statusMessage: "slow",
  version: "v1",
  environment: "test",
  model: "gpt-5",
  modelParameters: { temperature: 0 },
  usageDetails: { total: 4 },
  costDetails: { total: 0.1 },
  completionStartTime: new Date(0),
  prompt: { name: "greeting", version: 1 },
};

/** Number of attributes of a full observation of each type, with its type and without metadata. */
const CORE: Array<[asType: SvcObservationType, attributes: SvcGenerationAttributes, slots: number]> = [
  ["generation", EVERYTHING, 14],
  ["embedding", EVERYTHING, 14],
  [
    "span",
    { input: "in", output: "out", level: "WARNING", statusMessage: "slow", version: "v1", environment: "test" },
    7,
  ],
];

describe("metadata never displaces other attributes of an observation", () => {
  describe.each(CORE)("%s", (asType, everything, slots) => {
    it.each<[when: string, write: () => void]>([
      [
        "in the update after the metadata",
        () =>
          startObservation("work", { metadata: keys(200) }, { asType: asType as "generation" })
            .update(everything)
            .end(),
      ],
      [
        "with the metadata",
        () =>
          startObservation("work", { ...everything, metadata: keys(200) }, { asType: asType as "generation" }).end(),
      ],
      [
        "in many updates",
        () => {
          const observation = startObservation("work", {}, { asType: asType as "generation" });
          for (let i = 0; i < 20; i++) observation.update({ metadata: keys(10, i * 10) });
          observation.update(everything).end();
        },
      ],
    ])("%s", (_when, write) => {
      write();
      const { attributes, droppedAttributesCount } = recording.span("work");
      const metadata = Object.keys(attributes).filter((key) => key.startsWith(PREFIX));
      expect(Object.keys(attributes)).toHaveLength(LIMIT);
      expect(metadata).toEqual(Object.keys(keys(LIMIT - slots)).map((key) => PREFIX + key));
      expect(droppedAttributesCount).toBe(0);
    });
  });

  it("logs one warning with up to 5 dropped keys, and the number of others", () => {
    startObservation("work", { metadata: keys(130) }).end();
    expect(logged.warnings().split("\n")).toHaveLength(1);
    for (const key of ["key121", "key122", "key123", "key124", "key125"])
      expect(logged.warnings()).toContain(`"${key}"`);
    expect(logged.warnings()).not.toContain('"key120"');
    expect(logged.warnings()).not.toContain('"key126"');
    expect(logged.warnings()).toContain("4 more");
  });

  it("overwrites existing keys at the limit", () => {
    const observation = startObservation("work", { metadata: keys(200) });
    observation.update({ metadata: { key0: "changed", another: 1, key120: "changed" } }).end();
    const { attributes } = recording.span("work");
    expect(attributes[`${PREFIX}key0`]).toBe('"changed"');
    expect(attributes[`${PREFIX}key120`]).toBe('"changed"');
    expect(attributes[`${PREFIX}another`]).toBeUndefined();
  });

  it("logs nothing when everything fits", () => {
    startObservation("work", { metadata: keys(LIMIT - 7) }).end();
    expect(Object.keys(recording.span("work").attributes)).toHaveLength(LIMIT - 7 + 1);
    expect(logged.warnings()).toBe("");
  });
});
