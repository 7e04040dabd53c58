import type { SpanContext, TimeInput } from "@opentelemetry/api";
import {
  observe,
  propagateAttributes,
  startActiveObservation,
  startObservation,
  updateActiveObservation,
  type ObservationLevel,
  type ObservationOf,
  type PropagateAttributesParams,
  type StartObservationOpts,
  type SvcEvent,
  type SvcGenerationAttributes,
  type SvcObservation,
  type SvcObservationType,
  type SvcSpanAttributes,
} from "@svc/tracing";
import { describe, expectTypeOf, it } from "vitest";

type Ten =
  | "span"
  | "generation"
  | "event"
  | "agent"
  | "tool"
  | "chain"
  | "retriever"
  | "evaluator"
  | "guardrail"
  | "embedding";

describe("types of observations", () => {
  it("are ten", () => {
    expectTypeOf<SvcObservationType>().toEqualTypeOf<Ten>();
    expectTypeOf<SvcObservation["type"]>().toEqualTypeOf<Ten>();
    expectTypeOf<ObservationLevel>().toEqualTypeOf<"DEBUG" | "DEFAULT" | "WARNING" | "ERROR">();
  });

  it("follow asType", () => {
    expectTypeOf(startObservation("work")).toEqualTypeOf<ObservationOf<"span">>();
    expectTypeOf(startObservation("work", {})).toEqualTypeOf<ObservationOf<"span">>();
    expectTypeOf(startObservation("work", {}, { asType: "span" })).toEqualTypeOf<ObservationOf<"span">>();
    expectTypeOf(startObservation("work", {}, { asType: "generation" })).toEqualTypeOf<ObservationOf<"generation">>();
    expectTypeOf(startObservation("work", {}, { asType: "agent" })).toEqualTypeOf<ObservationOf<"agent">>();
    expectTypeOf(startObservation("work", {}, { asType: "tool" })).toEqualTypeOf<ObservationOf<"tool">>();
    expectTypeOf(startObservation("work", {}, { asType: "chain" })).toEqualTypeOf<ObservationOf<"chain">>();
    expectTypeOf(startObservation("work", {}, { asType: "retriever" })).toEqualTypeOf<ObservationOf<"retriever">>();
    expectTypeOf(startObservation("work", {}, { asType: "evaluator" })).toEqualTypeOf<ObservationOf<"evaluator">>();
    expectTypeOf(startObservation("work", {}, { asType: "guardrail" })).toEqualTypeOf<ObservationOf<"guardrail">>();
    expectTypeOf(startObservation("work", {}, { asType: "embedding" })).toEqualTypeOf<ObservationOf<"embedding">>();
    expectTypeOf(startObservation("work", {}, { asType: "event" })).toEqualTypeOf<SvcEvent>();
    // @ts-expect-error There are ten types, and this is none.
    startObservation("work", {}, { asType: "llm" });
  });

  it("of children follow asType too", () => {
    const parent = startObservation("work", {}, { asType: "agent" });
    expectTypeOf(parent.startObservation("child")).toEqualTypeOf<ObservationOf<"span">>();
    expectTypeOf(parent.startObservation("child", {}, { asType: "tool" })).toEqualTypeOf<ObservationOf<"tool">>();
    expectTypeOf(parent.startObservation("child", {}, { asType: "event" })).toEqualTypeOf<SvcEvent>();
  });

  it("of an active observation follow asType", () => {
    startActiveObservation("work", (observation) => expectTypeOf(observation).toEqualTypeOf<ObservationOf<"span">>());
    startActiveObservation(
      "work",
      (observation) => expectTypeOf(observation).toEqualTypeOf<ObservationOf<"embedding">>(),
      {
        asType: "embedding",
      },
    );
    startActiveObservation("work", (observation) => expectTypeOf(observation).toEqualTypeOf<SvcEvent>(), {
      asType: "event",
    });
  });

  it("have what an observation has", () => {
    const tool = startObservation("work", {}, { asType: "tool" });
    expectTypeOf(tool.id).toEqualTypeOf<string>();
    expectTypeOf(tool.traceId).toEqualTypeOf<string>();
    expectTypeOf(tool.type).toEqualTypeOf<"tool">();
    expectTypeOf(tool.update({ output: 1 })).toEqualTypeOf<ObservationOf<"tool">>();
    expectTypeOf(tool.update({ output: 1 }).setTraceAsPublic()).toEqualTypeOf<ObservationOf<"tool">>();
    expectTypeOf(tool.end).toEqualTypeOf<(endTime?: TimeInput) => void>();
    // @ts-expect-error It is what it was started as.
    tool.type = "tool";
  });

  it("an event cannot be updated", () => {
    const event = startObservation("event", {}, { asType: "event" });
    expectTypeOf(event.id).toEqualTypeOf<string>();
    expectTypeOf(event).not.toHaveProperty("update");
    // @ts-expect-error It has ended when it is made.
    event.update({ output: 1 });
  });

  it("an observation of any type can be told apart by what it is asked for", () => {
    expectTypeOf<ObservationOf<"generation">>().toEqualTypeOf<ObservationOf<"generation">>();
    expectTypeOf<ObservationOf<"event">>().toEqualTypeOf<SvcEvent>();
    expectTypeOf<ObservationOf<"tool">>().toExtend<SvcObservation>();
  });
});

describe("attributes", () => {
  it("every type accepts the common ones", () => {
    const all: SvcSpanAttributes = {
      input: 1,
      output: [null],
      metadata: { a: 1n },
      level: "WARNING",
      statusMessage: "slow",
      version: "v1",
      environment: "staging",
    };
    startObservation("work", all);
    startObservation("work", all, { asType: "event" });
    startObservation("work", all, { asType: "guardrail" }).update(all);
    startObservation("work", all, { asType: "generation" }).update(all);
    expectTypeOf(startObservation<"retriever">)
      .parameter(1)
      .toEqualTypeOf<SvcSpanAttributes | undefined>();
    // @ts-expect-error There are four levels.
    startObservation("work", { level: "INFO" });
    // @ts-expect-error The contract knows no such attribute.
    startObservation("work", { traceName: "chat" });
  });

  it("generation and embedding accept those of a model besides", () => {
    const all: SvcGenerationAttributes = {
      model: "gpt-5",
      modelParameters: { temperature: 0, stop: ["a"] },
      usageDetails: { input: 3 },
      costDetails: { total: 0.1 },
      completionStartTime: new Date(),
      prompt: { name: "greeting", version: 1, isFallback: false },
    };
    startObservation("work", all, { asType: "generation" }).update(all);
    startObservation("work", all, { asType: "embedding" }).update(all);
    updateActiveObservation(all, { asType: "generation" });
    expectTypeOf(startObservation<"generation">)
      .parameter(1)
      .toEqualTypeOf<SvcGenerationAttributes | undefined>();
    expectTypeOf(startObservation<"embedding">)
      .parameter(1)
      .toEqualTypeOf<SvcGenerationAttributes | undefined>();
    // @ts-expect-error Tokens are numbers.
    startObservation("work", { usageDetails: { input: "3" } }, { asType: "generation" });
    // @ts-expect-error A prompt's version is a number.
    startObservation("work", { prompt: { name: "greeting", version: "1" } }, { asType: "generation" });
  });

  it("the others do not", () => {
    expectTypeOf(startObservation<"tool">)
      .parameter(1)
      .toEqualTypeOf<SvcSpanAttributes | undefined>();
    // @ts-expect-error A span has no model.
    startObservation("work", { model: "gpt-5" });
    // @ts-expect-error A tool has no model.
    startObservation("work", { model: "gpt-5" }, { asType: "tool" });
    // @ts-expect-error An agent has no usage.
    startObservation("work", {}, { asType: "agent" }).update({ usageDetails: { input: 1 } });
    // @ts-expect-error An event has no prompt.
    startObservation("work", { prompt: { name: "greeting", version: 1 } }, { asType: "event" });
    // @ts-expect-error A retriever has no cost.
    updateActiveObservation({ costDetails: { total: 1 } }, { asType: "retriever" });
  });
});

declare const weather: (city: string, days?: number) => Promise<{ city: string; days: number }>;

describe("functions", () => {
  it("observe gives back a function of the same type", () => {
    expectTypeOf(observe(weather)).toEqualTypeOf<typeof weather>();
    expectTypeOf(observe(weather, { asType: "tool", captureInput: false })).toEqualTypeOf<typeof weather>();

    type Words = (this: { text: string }) => Generator<string, number, boolean>;
    expectTypeOf(observe<Words>).returns.toEqualTypeOf<Words>();
    // @ts-expect-error Only functions can be observed.
    observe("weather");
    // @ts-expect-error There are ten types, and this is none.
    observe(weather, { asType: "llm" });
    // @ts-expect-error Its arguments are those of the function.
    void observe(weather)(1);
  });

  it("startActiveObservation and propagateAttributes give back what the function gives", () => {
    expectTypeOf(startActiveObservation("work", () => 1)).toEqualTypeOf<number>();
    expectTypeOf(startActiveObservation("work", async () => "Da")).toEqualTypeOf<Promise<string>>();
    expectTypeOf(propagateAttributes({}, () => 1)).toEqualTypeOf<number>();
    expectTypeOf(propagateAttributes({}, async () => "Da")).toEqualTypeOf<Promise<string>>();
  });

  it("accept a parent, a start and an end by hand", () => {
    const parentSpanContext: SpanContext = { traceId: "", spanId: "", traceFlags: 1 };
    expectTypeOf<StartObservationOpts>().toHaveProperty("parentSpanContext").toEqualTypeOf<SpanContext | undefined>();
    startObservation("work", {}, { parentSpanContext, startTime: Date.now() });
    startActiveObservation("work", () => {}, { parentSpanContext, startTime: new Date(), endOnExit: false });
    observe(() => {}, { parentSpanContext, endOnExit: false, captureOutput: false, name: "work" });
    // @ts-expect-error Only what runs a function ends with it.
    startObservation("work", {}, { endOnExit: false });
    // @ts-expect-error Only `observe` knows arguments.
    startActiveObservation("work", () => {}, { captureInput: false });
  });

  it("propagated metadata is a map of string to unknown", () => {
    expectTypeOf<PropagateAttributesParams["metadata"]>().toEqualTypeOf<Record<string, unknown> | undefined>();
    propagateAttributes({ metadata: { a: 1n, b: null, c: { d: [] } }, tags: ["a"], asBaggage: true }, () => {});
    // @ts-expect-error Metadata is a map.
    propagateAttributes({ metadata: "pro" }, () => {});
    // @ts-expect-error Tags are texts.
    propagateAttributes({ tags: [1] }, () => {});
    // @ts-expect-error A user id is a text.
    propagateAttributes({ userId: 7 }, () => {});
  });
});
