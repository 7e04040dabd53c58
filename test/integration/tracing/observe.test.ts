import { SpanStatusCode } from "@opentelemetry/api";
import { getActiveSpanId, observe, startActiveObservation, startObservation } from "@svc/tracing";
import { describe, expect, it } from "vitest";
import { recordEachTest, LASTING_TYPES, REMOTE_PARENT, stopRecording } from "../../support/otlp/recorded-spans.ts";

const recording = recordEachTest();

const attribute = (name: string, key: string): unknown => recording.span(name).attributes[`svc.observation.${key}`];

function weather(_city: string, _day: number): string {
  return "sunny";
}

async function useUp(result: unknown): Promise<unknown> {
  const value = await result;
  if (typeof value !== "object" || value === null) return value;
  return Symbol.asyncIterator in value || Symbol.iterator in value
    ? Array.fromAsync(value as AsyncIterable<unknown>)
    : value;
}

describe("observe: the function", () => {
  it("keeps name and number of parameters", () => {
    const observed = observe(weather, { name: "another" });
    expect(observed.name).toBe("weather");
    expect(observed).toHaveLength(2);
  });

  it("keeps `this`, as a method, with call and with bind", () => {
    const counter = {
      step: 2,
      add: observe(function add(this: { step: number }, n: number) {
        return n + this.step;
      }),
    };
    expect(counter.add(1)).toBe(3);
    expect(counter.add.call({ step: 10 }, 1)).toBe(11);
    expect(counter.add.bind({ step: 20 })(1)).toBe(21);
    expect(recording.ended).toHaveLength(3);
  });

  it("is observed at each call", () => {
    const double = observe((n: number) => n * 2, { name: "double" });
    expect([1, 2, 3].map((n) => double(n))).toEqual([2, 4, 6]);
    expect(recording.ended.map(({ attributes }) => attributes["svc.observation.output"])).toEqual(["2", "4", "6"]);
  });

  it("passes arguments unchanged", () => {
    const given = { a: 1 };
    const received: unknown[] = [];
    observe((...args: unknown[]) => void received.push(...args))(given, undefined, null);
    expect(received).toEqual([given, undefined, null]);
    expect(received[0]).toBe(given);
  });
});

describe("observe: the observation's name", () => {
  it.each<[what: string, observed: () => unknown, name: string]>([
    ["the option", observe(function weather() {}, { name: "forecast" }), "forecast"],
    ["the function's name", observe(function weather() {}), "weather"],
    ["anonymous-function", observe((() => () => {})()), "anonymous-function"],
  ])("is %s", (_what, observed, name) => {
    observed();
    expect(recording.ended[0]!.name).toBe(name);
  });
});

describe("observe: input and output", () => {
  it.each<[what: string, args: unknown[], input: string | undefined]>([
    ["no arguments: no input", [], undefined],
    ["one argument: its value", [{ q: "Wo?" }], '{"q":"Wo?"}'],
    ["one text: as it is", ["Wo?"], "Wo?"],
    ["one undefined: no input", [undefined], undefined],
    ["one array: the array", [[1, 2]], "[1,2]"],
    ["several arguments: an array", ["Wo?", 2, null], '["Wo?",2,null]'],
  ])("%s", (_what, args, input) => {
    observe((..._args: unknown[]) => {}, { name: "work" })(...args);
    expect(attribute("work", "input")).toBe(input);
  });

  it("records the input at the time of the call", () => {
    observe((list: number[]) => void list.push(2), { name: "work" })([1]);
    expect(attribute("work", "input")).toBe("[1]");
  });

  it("captureInput false: no input", () => {
    observe((_secret: string) => "Da", { name: "work", captureInput: false })("secret");
    expect(attribute("work", "input")).toBeUndefined();
    expect(attribute("work", "output")).toBe("Da");
  });

  it.each<[what: string, fn: () => unknown]>([
    ["a value", () => "secret"],
    ["a promise", async () => "secret"],
    [
      "a generator",
      function* () {
        yield "secret";
      },
    ],
    [
      "an async generator",
      async function* () {
        yield "secret";
      },
    ],
  ])("captureOutput false: no output of %s", async (_what, fn) => {
    const result = await useUp(observe(fn, { name: "work", captureOutput: false })());
    expect([result].flat()).toEqual(["secret"]);
    expect(JSON.stringify(recording.span("work").attributes)).not.toContain("secret");
  });

  it("captureOutput false: records an error, but no output", () => {
    const observed = observe(
      () => {
        throw new Error("broken");
      },
      { name: "work", captureOutput: false },
    );
    expect(observed).toThrow("broken");
    expect(attribute("work", "output")).toBeUndefined();
    expect(attribute("work", "level")).toBe("ERROR");
    expect(attribute("work", "status_message")).toBe("Error: broken");
    expect(recording.span("work").status).toEqual({ code: SpanStatusCode.ERROR, message: "broken" });
  });

  it("serializes nothing without recording", () => {
    stopRecording();
    let serialised = 0;
    const counting = { toJSON: () => ++serialised };
    observe((value: unknown) => value)(counting);
    expect(serialised).toBe(0);
  });
});

describe("observe: kind and place", () => {
  it.each(LASTING_TYPES)("makes an observation of type %s", (asType) => {
    observe(() => {}, { name: "work", asType })();
    expect(attribute("work", "type")).toBe(asType);
  });

  it("is a span by default", () => {
    observe(() => {}, { name: "work" })();
    expect(attribute("work", "type")).toBe("span");
  });

  it("an event ends once, with its input", () => {
    observe((_text: string) => "Da", { name: "work", asType: "event" })("hello");
    expect(attribute("work", "input")).toBe("hello");
    expect(recording.ended).toHaveLength(1);
  });

  it("is below the active observation of each call, and active inside", () => {
    const step = observe(
      () => {
        startObservation("leaf").end();
        return getActiveSpanId();
      },
      { name: "step" },
    );
    startActiveObservation("flow", ({ id }) => {
      const inside = step();
      expect(inside).toBe(recording.span("step").spanContext().spanId);
      expect(recording.span("step").parentSpanContext?.spanId).toBe(id);
      expect(recording.span("leaf").parentSpanContext?.spanId).toBe(inside);
    });
  });

  it("is below parentSpanContext", () => {
    observe(() => {}, { name: "work", parentSpanContext: REMOTE_PARENT })();
    expect(recording.span("work").parentSpanContext).toEqual(REMOTE_PARENT);
  });

  it("a recursive function is observed below itself", () => {
    const factorial: (n: number) => number = observe((n: number) => (n < 2 ? 1 : n * factorial(n - 1)), {
      name: "factorial",
    });
    expect(factorial(3)).toBe(6);
    const [one, two, three] = recording.ended;
    expect(one!.parentSpanContext?.spanId).toBe(two!.spanContext().spanId);
    expect(two!.parentSpanContext?.spanId).toBe(three!.spanContext().spanId);
    expect(three!.parentSpanContext).toBeUndefined();
  });
});
