import {
  createObservationAttributes,
  observe,
  startActiveObservation,
  startObservation,
  SvcSpan,
  updateActiveObservation,
} from "@svc/tracing";
import { describe, expect, it } from "vitest";
import { recordEachTest } from "../../support/otlp/recorded-spans.ts";
import { logLinesOfEachTest } from "../../support/log-lines.ts";

const recording = recordEachTest();
const logged = logLinesOfEachTest();

// Values that plain JavaScript can pass.
const UNKNOWN: ReadonlyArray<[given: unknown, advice: string]> = [
  ["genration", '"genration" does not exist and is ignored: use generation.'],
  ["GENERATION", '"GENERATION" does not exist and is ignored: use generation.'],
  ["llm", '"llm" does not exist and is ignored: use one of span, generation, event, agent,'],
  ["toString", '"toString" does not exist'],
  [7, '"of type number" does not exist'],
];

describe.each(UNKNOWN)("The observation type %j, which does not exist,", (given, advice) => {
  const asType = given as "span";

  it("makes a span of startObservation, with one line", () => {
    const observation = startObservation("work", { input: "in" }, { asType });
    observation.update({ output: "out" }).end();
    startObservation("more", {}, { asType }).end();
    expect(observation).toBeInstanceOf(SvcSpan);
    expect(observation.type).toBe("span");
    expect(recording.span("work").attributes).toMatchObject({
      "svc.observation.type": "span",
      "svc.observation.output": "out",
    });
    expect(logged.warnings().split("\n")).toEqual([expect.stringContaining(advice)]);
  });

  it("makes a span of a child, an active observation and an observed function", () => {
    const result = startActiveObservation(
      "active",
      (active) => {
        active.startObservation("child", {}, { asType }).end();
        return observe(() => 42, { name: "observed", asType })();
      },
      { asType },
    );
    expect(result).toBe(42);
    for (const name of ["active", "child", "observed"]) {
      expect(recording.span(name).attributes["svc.observation.type"]).toBe("span");
    }
    expect(logged.warnings()).toContain(advice);
  });

  it("keeps the type of an updated observation", () => {
    startActiveObservation("work", () => updateActiveObservation({ output: "out" }, { asType }), { asType: "agent" });
    expect(recording.span("work").attributes["svc.observation.type"]).toBe("agent");
    expect(recording.span("work").attributes["svc.observation.output"]).toBe("out");
    expect(logged.warnings()).toContain(advice);
  });

  it("is written as a span by createObservationAttributes", () => {
    expect(createObservationAttributes(asType, {})).toEqual({ "svc.observation.type": "span" });
  });
});

it.each([undefined, null])("The observation type %s makes a span and logs nothing", (asType) => {
  expect(startObservation("work", {}, { asType: asType as unknown as "span" }).type).toBe("span");
  expect(logged.warnings()).toBe("");
});
