import { context, propagation, ROOT_CONTEXT, trace, type Context } from "@opentelemetry/api";
import { AlwaysOffSampler } from "@opentelemetry/sdk-trace";
import { configureGlobalLogger, getPropagatedAttributesFromContext, LogLevel, resetGlobalLogger } from "@svc/core";
import { decodeMetadataValue } from "@svc/core/internal";
import { SvcSpanProcessor } from "@svc/otel";
import {
  propagateAttributes,
  startActiveObservation,
  startObservation,
  type PropagateAttributesParams,
} from "@svc/tracing";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { TEST_KEYS } from "../../support/otlp/traced.ts";
import { record, stopRecording, type Recording } from "../../support/otlp/recorded-spans.ts";
import { logLinesOfEachTest } from "../../support/log-lines.ts";

/** Processor that only stamps: its address has no service, and its queue waits. */
const stamping = new SvcSpanProcessor({ ...TEST_KEYS, baseUrl: "http://127.0.0.1:9", flushInterval: 86_400 });

let recording: Recording;

const logged = logLinesOfEachTest();
beforeEach(() => {
  vi.stubEnv("SVC_TRACING_ENVIRONMENT", "");
  recording = record({ spanProcessors: [stamping] });
});

afterEach(() => {
  stopRecording();
  vi.unstubAllEnvs();
});

/** Returns the attributes of an observation made while these values are propagated. */
function stamped(params: PropagateAttributesParams): Record<string, unknown> {
  propagateAttributes(params, () => startObservation("work").end());
  return stampsOf("work");
}

function stampsOf(name: string): Record<string, unknown> {
  const {
    "svc.observation.type": _type,
    "svc.internal.is_app_root": _root,
    ...stamps
  } = recording.span(name).attributes as Record<string, unknown>;
  return stamps;
}

const baggageOf = (ctx: Context): Record<string, string> =>
  Object.fromEntries((propagation.getBaggage(ctx)?.getAllEntries() ?? []).map(([key, { value }]) => [key, value]));

/** Returns the baggage of requests made while these values are propagated. */
const baggageInside = (params: PropagateAttributesParams): Record<string, string> =>
  propagateAttributes(params, () => baggageOf(context.active()));

/** Returns the attributes of an observation in a service that was called with this baggage. */
function downstream(baggage: Record<string, string>): Record<string, unknown> {
  const entries = Object.fromEntries(Object.entries(baggage).map(([key, value]) => [key, { value }]));
  const incoming = propagation.setBaggage(ROOT_CONTEXT, propagation.createBaggage(entries));
  context.with(incoming, () => startObservation("downstream").end());
  return stampsOf("downstream");
}

/** Returns false for integers beyond a double's exact range, which the contract's tables test. */
const isCountable = (value: unknown): boolean => !Number.isInteger(value) || Number.isSafeInteger(value);

interface Row {
  params: PropagateAttributesParams;
  attributes: Record<string, unknown>;
  baggage: Record<string, string>;
}

const TABLE: Row[] = [
  { params: { userId: "u1" }, attributes: { "user.id": "u1" }, baggage: { svc_user_id: "u1" } },
  { params: { sessionId: "s1" }, attributes: { "session.id": "s1" }, baggage: { svc_session_id: "s1" } },
  { params: { version: "v1" }, attributes: { "svc.version": "v1" }, baggage: { svc_version: "v1" } },
  { params: { traceName: "chat" }, attributes: { "svc.trace.name": "chat" }, baggage: { svc_trace_name: "chat" } },
  {
    params: { environment: "staging" },
    attributes: { "svc.environment": "staging" },
    baggage: { svc_environment: "staging" },
  },
  { params: { tags: ["a", "b"] }, attributes: { "svc.trace.tags": ["a", "b"] }, baggage: { svc_tags: "a,b" } },
  {
    params: { metadata: { plan: "pro", seats: 3, nested: { deep: true } } },
    attributes: {
      "svc.trace.metadata.plan": '"pro"',
      "svc.trace.metadata.seats": "3",
      "svc.trace.metadata.nested": '{"deep":true}',
    },
    baggage: { svc_metadata_plan: '"pro"', svc_metadata_seats: "3", svc_metadata_nested: '{"deep":true}' },
  },
  {
    params: { prompt: { name: "greeting", version: 3 } },
    attributes: { "svc.observation.prompt.name": "greeting", "svc.observation.prompt.version": 3 },
    baggage: { svc_prompt_name: "greeting", svc_prompt_version: "3" },
  },
  {
    params: {
      experiment: {
        experimentId: "e1",
        experimentName: "run 1",
        experimentMetadata: '{"a":1}',
        experimentDatasetId: "d1",
        experimentItemId: "i1",
        experimentItemMetadata: '{"b":2}',
        experimentItemRootObservationId: "b7ad6b7169203331",
      },
    },
    attributes: {
      "svc.experiment.id": "e1",
      "svc.experiment.name": "run 1",
      "svc.experiment.metadata": '{"a":1}',
      "svc.experiment.dataset.id": "d1",
      "svc.experiment.item.id": "i1",
      "svc.experiment.item.metadata": '{"b":2}',
      "svc.experiment.item.root_observation_id": "b7ad6b7169203331",
      "svc.environment": "sdk-experiment",
    },
    baggage: {
      svc_experiment_id: "e1",
      svc_experiment_name: "run 1",
      svc_experiment_metadata: '{"a":1}',
      svc_experiment_dataset_id: "d1",
      svc_experiment_item_id: "i1",
      svc_experiment_item_metadata: '{"b":2}',
      svc_experiment_item_root_observation_id: "b7ad6b7169203331",
    },
  },
];

describe.each(TABLE)("propagateAttributes($params)", ({ params, attributes, baggage }) => {
  it("sets the attribute on all observations inside, and on no others", () => {
    startObservation("before").end();
    propagateAttributes(params, () => startActiveObservation("outer", () => startObservation("inner").end()));
    startObservation("after").end();
    expect(stampsOf("outer")).toEqual(attributes);
    expect(stampsOf("inner")).toEqual(attributes);
    expect([stampsOf("before"), stampsOf("after")]).toEqual([{}, {}]);
    expect(logged.warnings()).toBe("");
  });

  it("sets the attribute on spans of other tracers", () => {
    propagateAttributes(params, () => trace.getTracer("http").startSpan("GET /").end());
    expect(stampsOf("GET /")).toEqual(attributes);
  });

  it("is in baggage only on request", () => {
    expect(baggageInside(params)).toEqual({});
    expect(baggageInside({ ...params, asBaggage: false })).toEqual({});
    expect(baggageInside({ ...params, asBaggage: true })).toEqual(baggage);
  });

  it("is read from baggage of services in any language", () => {
    expect(downstream(baggage)).toEqual(attributes);
  });
});

describe("propagateAttributes: the function", () => {
  it("runs once and returns its result", () => {
    const result = { a: 1 };
    const fn = vi.fn<() => typeof result>(() => result);
    expect(propagateAttributes({ userId: "u1" }, fn)).toBe(result);
    expect(fn).toHaveBeenCalledTimes(1);
  });

  it("returns the same promise, and keeps the values across awaits", async () => {
    let promise: Promise<void> | undefined;
    const returned = propagateAttributes({ userId: "u1" }, () => {
      promise = (async () => {
        await Promise.resolve();
        startObservation("late").end();
      })();
      return promise;
    });
    expect(returned).toBe(promise);
    await returned;
    expect(stampsOf("late")).toEqual({ "user.id": "u1" });
  });

  it("throws its own error", () => {
    const error = new Error("broken");
    const work = (): never =>
      propagateAttributes({ userId: "u1" }, () => {
        throw error;
      });
    expect(work).toThrow(error);
  });

  it("merges the values of an outer call; its own take precedence", () => {
    propagateAttributes({ userId: "outer", sessionId: "s1" }, () => {
      propagateAttributes({ userId: "inner" }, () => startObservation("inner").end());
      startObservation("outer").end();
    });
    expect(stampsOf("inner")).toEqual({ "user.id": "inner", "session.id": "s1" });
    expect(stampsOf("outer")).toEqual({ "user.id": "outer", "session.id": "s1" });
  });
});

describe("propagateAttributes: the active span", () => {
  it("gets the values at once if it is recorded", () => {
    startActiveObservation("work", () =>
      propagateAttributes({ userId: "u1", metadata: { a: 1 }, tags: ["x"] }, () => {}),
    );
    expect(stampsOf("work")).toEqual({ "user.id": "u1", "svc.trace.metadata.a": "1", "svc.trace.tags": ["x"] });
  });

  it("that is not recorded is unchanged, and observations inside get the values", () => {
    stopRecording();
    recording = record({ sampler: new AlwaysOffSampler() });
    const inside = startActiveObservation("work", () =>
      propagateAttributes({ userId: "u1" }, () => getPropagatedAttributesFromContext(context.active())),
    );
    expect(inside).toEqual({ "user.id": "u1" });
    expect(recording.started).toEqual([]);
  });
});

describe("propagateAttributes: userId, sessionId, version, traceName", () => {
  const fields = ["userId", "sessionId", "version", "traceName"] as const;

  it.each(fields)("%s: ignores an empty text silently", (field) => {
    expect(stamped({ [field]: "" })).toEqual({});
    expect(logged.warnings()).toBe("");
  });

  it.each(fields.flatMap((field) => [42, true, {}, ["u1"]].map((value) => [field, value] as const)))(
    "%s: drops %o, which is not a text, with a warning",
    (field, value) => {
      expect(stamped({ [field]: value, metadata: { good: 1 } })).toEqual({ "svc.trace.metadata.good": "1" });
      expect(logged.warnings()).toContain(field);
    },
  );

  it.each([...fields, "environment", "tags", "metadata", "prompt"])("%s: ignores undefined and null", (field) => {
    expect(propagateAttributes({ [field]: undefined }, () => "ran")).toBe("ran");
    expect(propagateAttributes({ [field]: null }, () => "ran")).toBe("ran");
    expect(logged.warnings()).toBe("");
  });
});

describe("propagateAttributes: environment", () => {
  it.each(["production", "a", "a-b_c", "0-9", "-_", "mysvc", "x".repeat(40)])("accepts %j", (environment) => {
    expect(stamped({ environment })).toEqual({ "svc.environment": environment });
  });

  const bad = ["Production", "svc", "svc-prod", "a b", "a.b", "a/b", "größe", "a\n", "x".repeat(41)];

  it.each<unknown>([...bad, 7, 7n, {}, ["a"]])("drops %o with a warning", (environment) => {
    expect(stamped({ environment } as PropagateAttributesParams)).toEqual({});
    expect(logged.warnings()).toContain("environment");
  });

  it("ignores an empty text silently", () => {
    expect(stamped({ environment: "" })).toEqual({});
    expect(logged.warnings()).toBe("");
  });

  it.each(bad)("drops %j from baggage", (environment) => {
    expect(downstream({ svc_environment: environment, svc_user_id: "u1" })).toEqual({ "user.id": "u1" });
    expect(logged.warnings()).toContain("environment");
  });
});

describe("propagateAttributes: tags", () => {
  it("are merged with those of an outer call, outer first, each once", () => {
    propagateAttributes({ tags: ["a", "b", "a"] }, () => {
      propagateAttributes({ tags: ["c", "b"] }, () => startObservation("inner").end());
      propagateAttributes({ userId: "u1" }, () => startObservation("without tags").end());
      startObservation("outer").end();
    });
    expect(stampsOf("inner")["svc.trace.tags"]).toEqual(["a", "b", "c"]);
    expect(stampsOf("outer")["svc.trace.tags"]).toEqual(["a", "b"]);
    expect(stampsOf("without tags")["svc.trace.tags"]).toEqual(["a", "b"]);
  });

  it("drops tags that are too long or not text with a warning, and keeps the others", () => {
    expect(stamped({ tags: ["a", 7 as never, "x".repeat(201), "", "b"] })).toEqual({ "svc.trace.tags": ["a", "b"] });
    expect(logged.warnings().split("\n")).toHaveLength(2);
  });

  it("sets no attribute without valid tags", () => {
    expect(stamped({ tags: [] })).toEqual({});
    expect(baggageInside({ tags: [""], asBaggage: true })).toEqual({});
  });

  it.each<unknown>(["abc", 7, { a: 1 }])("drops %o, which is not a list, with a warning", (tags) => {
    expect(stamped({ tags, userId: "u1" } as PropagateAttributesParams)).toEqual({ "user.id": "u1" });
    expect(logged.warnings()).toContain("tags");
  });

  it("merged tags travel in baggage; one with a comma is two downstream", () => {
    const baggage = propagateAttributes({ tags: ["a"] }, () => baggageInside({ tags: ["b,c"], asBaggage: true }));
    expect(baggage).toEqual({ svc_tags: "a,b,c" });
    expect(downstream(baggage)).toEqual({ "svc.trace.tags": ["a", "b", "c"] });
  });

  it("are independent of later changes of the list", () => {
    const tags = ["a"];
    propagateAttributes({ tags }, () => {
      tags.push("b");
      startObservation("work").end();
    });
    expect(stampsOf("work")["svc.trace.tags"]).toEqual(["a"]);
  });
});

describe("propagateAttributes: metadata", () => {
  it("is merged with that of an outer call key by key; the inner takes precedence", () => {
    propagateAttributes({ metadata: { a: 1, b: { x: 1 } } }, () => {
      propagateAttributes({ metadata: { b: "inner", c: null } }, () => startObservation("inner").end());
      startObservation("outer").end();
    });
    expect(stampsOf("inner")).toEqual({
      "svc.trace.metadata.a": "1",
      "svc.trace.metadata.b": '"inner"',
      "svc.trace.metadata.c": "null",
    });
    expect(stampsOf("outer")).toEqual({ "svc.trace.metadata.a": "1", "svc.trace.metadata.b": '{"x":1}' });
  });

  it("keeps the outer value when the inner one is dropped", () => {
    propagateAttributes({ metadata: { a: 1 } }, () =>
      propagateAttributes({ metadata: { a: Number.NaN } }, () => startObservation("work").end()),
    );
    expect(stampsOf("work")).toEqual({ "svc.trace.metadata.a": "1" });
  });

  it("drops only a key with a getter that throws", () => {
    const metadata = {
      get bad(): never {
        throw new Error("must not reach the application");
      },
      good: 1,
    };
    expect(stamped({ metadata })).toEqual({ "svc.trace.metadata.good": "1" });
    expect(logged.warnings()).toContain('"bad"');
  });

  it("is decoded to the given value, in this process and the next", () => {
    const value = fc.oneof(
      fc.jsonValue({ maxDepth: 2 }).filter(isCountable),
      fc.bigInt({ min: -(2n ** 53n) + 1n, max: 2n ** 53n - 1n }),
    );
    const key = fc.stringMatching(/^[a-z][a-z0-9_.-]{0,20}$/);
    fc.assert(
      fc.property(key, value, (key, value) => {
        const [here, baggage] = propagateAttributes({ metadata: { [key]: value }, asBaggage: true }, () => [
          getPropagatedAttributesFromContext(context.active()),
          baggageOf(context.active()),
        ]);
        const expected: unknown = typeof value === "bigint" ? Number(value) : JSON.parse(JSON.stringify(value));
        const fits = JSON.stringify(expected).length <= 200;
        expect(Object.keys(here)).toEqual(fits ? [`svc.trace.metadata.${key}`] : []);
        expect(Object.keys(baggage)).toEqual(fits ? [`svc_metadata_${key}`] : []);
        for (const text of [...Object.values(here), ...Object.values(baggage)]) {
          expect(decodeMetadataValue(text)).toEqual(expected);
        }
      }),
      { numRuns: 500 },
    );
  });
});

describe("propagateAttributes: prompt", () => {
  it.each<[version: number | string, written: number]>([
    [1, 1],
    [0, 0],
    ["3", 3],
    ["007", 7],
  ])("writes version %j as the number %i", (version, written) => {
    expect(stamped({ prompt: { name: "greeting", version } })).toEqual({
      "svc.observation.prompt.name": "greeting",
      "svc.observation.prompt.version": written,
    });
  });

  it.each<[what: string, prompt: unknown]>([
    ["an empty name", { name: "", version: 1 }],
    ["no name", { version: 1 }],
    ["a name that is no text", { name: 7, version: 1 }],
    ["a name of 201 characters", { name: "x".repeat(201), version: 1 }],
    ["no version", { name: "greeting" }],
    ["a version with a fraction", { name: "greeting", version: 1.5 }],
    ["a version that is NaN", { name: "greeting", version: Number.NaN }],
    ["a version that is no digits", { name: "greeting", version: "latest" }],
    ["a version with a fraction, as text", { name: "greeting", version: "1.5" }],
    ["an empty version", { name: "greeting", version: "" }],
    ["a text", "greeting"],
  ])("ignores %s with a warning", (_what, prompt) => {
    expect(stamped({ prompt, userId: "u1" } as PropagateAttributesParams)).toEqual({ "user.id": "u1" });
    expect(logged.warnings()).toContain("prompt");
  });

  it("ignores a fallback with a debug line", () => {
    configureGlobalLogger({ level: LogLevel.DEBUG });
    propagateAttributes({ prompt: { name: "greeting", version: 1, isFallback: true } }, () =>
      expect(getPropagatedAttributesFromContext(context.active())).toEqual({}),
    );
    expect(logged.warnings()).toMatch(/DEBUG.*greeting/);
    expect(logged.warnings()).not.toContain("WARN");
    resetGlobalLogger();
  });

  it("keeps the outer prompt with a fallback inside", () => {
    propagateAttributes({ prompt: { name: "outer", version: 1 } }, () =>
      propagateAttributes({ prompt: { name: "inner", version: 2, isFallback: true } }, () =>
        startObservation("work").end(),
      ),
    );
    expect(stampsOf("work")).toMatchObject({ "svc.observation.prompt.name": "outer" });
  });

  it.each(["latest", "", "1.5", "NaN"])("does not write the version %j from baggage", (version) => {
    expect(downstream({ svc_prompt_name: "greeting", svc_prompt_version: version })).not.toHaveProperty([
      "svc.observation.prompt.version",
    ]);
  });

  it("yields to the span's own prompt", () => {
    propagateAttributes({ prompt: { name: "outer", version: 1 } }, () => {
      const attributes = { "svc.observation.prompt.name": "own" };
      trace.getTracer("svc-sdk").startSpan("work", { attributes }).end();
    });
    expect(stampsOf("work")).toEqual({ "svc.observation.prompt.name": "own" });
  });
});

describe("propagateAttributes: experiments", () => {
  const root = { experimentId: "e1", experimentItemRootObservationId: "b7ad6b7169203331" };

  it("sets the environment sdk-experiment with a root observation id, over a propagated one", () => {
    expect(stamped({ environment: "staging", experiment: root })).toMatchObject({
      "svc.environment": "sdk-experiment",
    });
  });

  it("overrides the environment of an inner call", () => {
    propagateAttributes({ experiment: root }, () =>
      propagateAttributes({ environment: "staging" }, () => startObservation("work").end()),
    );
    expect(stampsOf("work")).toMatchObject({ "svc.environment": "sdk-experiment" });
  });

  it("overrides an environment in baggage", () => {
    expect(
      downstream({ svc_environment: "staging", svc_experiment_item_root_observation_id: "b7ad6b7169203331" }),
    ).toMatchObject({ "svc.environment": "sdk-experiment" });
  });

  it("keeps the environment without a root observation id", () => {
    expect(stamped({ environment: "staging", experiment: { experimentId: "e1" } })).toMatchObject({
      "svc.environment": "staging",
      "svc.experiment.id": "e1",
    });
  });

  it("does not limit values", () => {
    expect(stamped({ experiment: { experimentMetadata: "x".repeat(5_000) } })).toMatchObject({
      "svc.experiment.metadata": "x".repeat(5_000),
    });
  });
});

describe("baggage", () => {
  it("keeps entries of the application", () => {
    const own = propagation.createBaggage({ tenant: { value: "t1" } });
    const inside = context.with(propagation.setBaggage(context.active(), own), () =>
      baggageInside({ userId: "u1", asBaggage: true }),
    );
    expect(inside).toEqual({ tenant: "t1", svc_user_id: "u1" });
  });

  it("yields to values of this process", () => {
    const incoming = propagation.setBaggage(
      ROOT_CONTEXT,
      propagation.createBaggage({ svc_user_id: { value: "upstream" }, svc_session_id: { value: "s1" } }),
    );
    context.with(incoming, () => propagateAttributes({ userId: "here" }, () => startObservation("work").end()));
    expect(stampsOf("work")).toEqual({ "user.id": "here", "session.id": "s1" });
  });

  it("of other vendors, and the internal trace claim, never become attributes", () => {
    expect(downstream({ tenant: "t1", svc_trace_id: "0af7651916cd43dd8448eb211c80319c", svc_unknown: "x" })).toEqual(
      {},
    );
  });

  it("contains the values of one call only", () => {
    const inside = propagateAttributes({ userId: "outer" }, () => baggageInside({ sessionId: "s1", asBaggage: true }));
    expect(inside).toEqual({ svc_session_id: "s1" });
  });
});
