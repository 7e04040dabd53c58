// Spans of our tracer beside spans that the SDK's own tracer makes in the same way: nobody can tell them apart.
import { diag, DiagLogLevel, ROOT_CONTEXT, trace, type Context, type Span, type Tracer } from "@opentelemetry/api";
import type * as sdkTrace from "@opentelemetry/sdk-trace";
import type { ReadableSpan, SpanProcessor, TracerProviderOptions } from "@opentelemetry/sdk-trace";
import { getSvcTracer, setSvcTracerProvider } from "@svc/tracing";
import { createRequire } from "node:module";
import { join } from "node:path";
import { inspect } from "node:util";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { installed } from "../../support/application/installation.ts";
import { ROOT } from "../../support/paths.ts";
import { SPAN_CASES, START_MS, type SpanCase } from "./lean-span-cases.ts";

const SDKS: Array<[version: string, folder: () => Promise<string>]> = [
  ["2.x", () => installed("coexistence-otel-2")],
  ["3.x", async () => ROOT],
];

let sdk: typeof sdkTrace;
/** Time that both clocks show, in milliseconds since 1970. */
let now = START_MS;
let complaints: string[] = [];

beforeEach(() => {
  complaints = [];
  const complain = (...words: unknown[]): void => void complaints.push(words.join(" "));
  diag.setLogger(
    { error: complain, warn: complain, info: complain, debug: complain, verbose: complain },
    {
      logLevel: DiagLogLevel.ALL,
      suppressOverrideMessage: true,
    },
  );
  complaints.length = 0;
  vi.spyOn(Date, "now").mockImplementation(() => Math.floor(now));
  vi.spyOn(performance, "now").mockImplementation(() => now - performance.timeOrigin);
});
afterEach(() => {
  diag.disable();
  vi.restoreAllMocks();
  setSvcTracerProvider(null);
});

/** True for a span that the SDK's own code made. */
const isOfSdk = (span: Span): boolean => Object.getPrototypeOf(span) === span.constructor.prototype;

/** Returns data as JSON can write it, with a word for what it cannot. */
function plain(value: unknown): unknown {
  const replace = (_key: string, each: unknown): unknown => {
    if (each === undefined || typeof each === "function") return typeof each;
    return typeof each === "number" && !Number.isFinite(each) ? String(each) : each;
  };
  return JSON.parse(JSON.stringify({ value }, replace));
}

/** Returns everything of a recorded span that can be read, apart from its processors. */
function readAll(span: Span): object {
  const getters = span as never as ReadableSpan;
  const { duration, ended, droppedAttributesCount, droppedEventsCount, droppedLinksCount } = getters;
  const own = Object.entries(span).filter(([name]) => name !== "_spanProcessor" && name !== "resource");
  return {
    names: Reflect.ownKeys(span),
    own: plain(Object.fromEntries(own)),
    getters: { duration, ended, droppedAttributesCount, droppedEventsCount, droppedLinksCount },
    resource: getters.resource,
    methods: { context: plain(span.spanContext()), isRecording: span.isRecording() },
    class: span.constructor,
    printed: [inspect(span, { depth: 9 }), inspect(span, { depth: 2, customInspect: false })],
  };
}

const contextOf = (parent: Context): unknown => plain(trace.getSpanContext(parent));

/** Provider with ids one after the other, and the calls that its sampler and its processors get. */
interface Observed {
  readonly provider: sdkTrace.TracerProvider;
  readonly calls: unknown[];
}

function observedProvider({ limits, sampler }: SpanCase = {}, more: TracerProviderOptions = {}): Observed {
  const calls: unknown[] = [];
  let ids = 0;
  const nextId = (digits: number): string => (++ids).toString(16).padStart(digits, "0");
  const inner = sampler ?? new sdk.ParentBasedSampler({ root: new sdk.AlwaysOnSampler() });
  const processor = (name: string): SpanProcessor => ({
    onStart(span, parent) {
      calls.push([name, "start", readAll(span), contextOf(parent)]);
      span.setAttribute(`${name}.start`, name);
    },
    onEnding(span) {
      calls.push([name, "ending", readAll(span)]);
      span.setAttribute(`${name}.ending`, name);
    },
    onEnd: (span) => void calls.push([name, "end", readAll(span as never)]),
    forceFlush: async () => {},
    shutdown: async () => {},
  });
  const provider = new sdk.TracerProvider({
    idGenerator: { generateSpanId: () => nextId(16), generateTraceId: () => nextId(32) },
    sampler: {
      shouldSample(parent, ...others) {
        calls.push(["sampler", contextOf(parent), plain(others)]);
        return inner.shouldSample(parent, ...others);
      },
      toString: () => "observed",
    },
    spanProcessors: [processor("first"), processor("second")],
    ...(limits && { spanLimits: limits }),
    ...more,
  });
  return { provider, calls };
}

function ourTracer(provider: sdkTrace.TracerProvider): Tracer {
  setSvcTracerProvider(provider);
  return getSvcTracer();
}

/** Returns the tracer of the SDK with our scope. */
function sdkTracer(provider: sdkTrace.TracerProvider): Tracer {
  const { instrumentationScope: scope } = ourTracer(provider) as never as ReadableSpan;
  return provider.getTracer(scope.name, scope.version);
}

/** Carries out a case, after a first span, and returns everything that could be seen of it. */
function carryOut(spanCase: SpanCase, tracerOf: (provider: sdkTrace.TracerProvider) => Tracer): object {
  const { provider, calls } = observedProvider(spanCase);
  const tracer = tracerOf(provider);
  tracer.startSpan("first").end();
  calls.length = 0;
  complaints.length = 0;
  now = START_MS + 0.375;
  const span = tracer.startSpan("work", spanCase.options, spanCase.parent ?? ROOT_CONTEXT);
  const isRecorded = span.isRecording();
  spanCase.act?.(span, (ms) => (now += ms));
  if (span.isRecording()) span.end();
  const read = isRecorded ? readAll(span) : { class: span.constructor.name, context: plain(span.spanContext()) };
  return { read, calls, complaints: complaints.map((complaint) => complaint.replace(/\n.*/s, "")) };
}

describe.each(SDKS)("with an SDK %s", (_version, folderOf) => {
  beforeAll(async () => {
    sdk = createRequire(join(await folderOf(), "package.json"))("@opentelemetry/sdk-trace") as typeof sdkTrace;
  }, 180_000);

  /** Starts two spans, of which the second shows how our tracer makes spans. */
  function secondSpan(provider: sdkTrace.TracerProvider): Span {
    ourTracer(provider).startSpan("first").end();
    return getSvcTracer().startSpan("second");
  }

  it("our tracer makes its spans itself after the first one, of the SDK's class", () => {
    const { provider } = observedProvider();
    const first = ourTracer(provider).startSpan("first");
    const second = getSvcTracer().startSpan("second");
    expect([isOfSdk(first), isOfSdk(second)]).toEqual([true, false]);
    expect(second).toBeInstanceOf(first.constructor);
    expect(second.constructor).toBe(first.constructor);
  });

  it("our tracer gives a span to a function, and has the scope and the class of the SDK's", () => {
    const { provider } = observedProvider();
    expect(secondSpan(provider).isRecording()).toBe(true);
    expect(getSvcTracer().startActiveSpan("active", (span) => isOfSdk(span))).toBe(false);
    expect(getSvcTracer()).toBeInstanceOf(sdkTracer(provider).constructor);
    expect(inspect(getSvcTracer())).toBe(inspect(sdkTracer(provider)));
  });

  it.each(Object.entries(SPAN_CASES))("a span with %s is that of the SDK", (_name, spanCase) => {
    const theirs = carryOut(spanCase, sdkTracer);
    expect(carryOut(spanCase, ourTracer)).toEqual(theirs);
  });

  it("counts the spans in the metrics of the SDK", () => {
    const count = (tracerOf: typeof ourTracer): unknown[] => {
      const counted: unknown[] = [];
      const counter = (name: string): object => ({ add: (...values: unknown[]) => counted.push([name, ...values]) });
      const meter = { createCounter: counter, createUpDownCounter: counter };
      const { provider } = observedProvider({}, { meterProvider: { getMeter: () => meter } as never });
      const tracer = tracerOf(provider);
      for (const name of ["first", "second"]) tracer.startSpan(name, {}, ROOT_CONTEXT).end();
      return counted;
    };
    const theirs = count(sdkTracer);
    expect(theirs).toHaveLength(6);
    expect(count(ourTracer)).toEqual(theirs);
  });

  it.each(["setAttribute", "end"] as const)("calls a method %s that replaces the SDK's, at any time", (method) => {
    const { provider } = observedProvider();
    const methods = secondSpan(provider).constructor.prototype as Record<string, (...args: never[]) => unknown>;
    const original = methods[method]!;
    const called: unknown[] = [];
    methods[method] = function (this: unknown, ...args: never[]) {
      called.push(args);
      return original.apply(this, args);
    };
    try {
      getSvcTracer().startSpan("patched").setAttribute("a", 1).end();
      expect(called).toContainEqual(method === "end" ? [] : ["a", 1]);
      const { provider: other } = observedProvider();
      expect(isOfSdk(secondSpan(other))).toBe(true);
    } finally {
      methods[method] = original;
    }
    ourTracer(provider).startSpan("again").end();
    expect(isOfSdk(getSvcTracer().startSpan("as before"))).toBe(false);
  });

  it("calls a method startSpan that replaces the SDK's", () => {
    const { provider } = observedProvider();
    const theirs = sdkTracer(provider);
    secondSpan(provider).end();
    const names: string[] = [];
    const original = theirs.startSpan.bind(theirs);
    theirs.startSpan = (name, ...others) => {
      names.push(name);
      return original(name, ...others);
    };
    getSvcTracer().startSpan("patched").end();
    expect(names).toEqual(["patched"]);
  });

  it("leaves a tracer alone that has other fields", () => {
    const { provider } = observedProvider();
    const changed = Object.assign(sdkTracer(provider), { other: true });
    setSvcTracerProvider(null);
    expect(ourTracer({ getTracer: () => changed } as never)).toBe(changed);
  });

  it("leaves spans alone that have other fields", () => {
    const { provider } = observedProvider(
      {},
      {
        spanProcessors: [{ ...observedProcessor, onStart: (span) => void Object.assign(span, { other: true }) }],
      },
    );
    expect(isOfSdk(secondSpan(provider))).toBe(true);
  });
});

const observedProcessor: SpanProcessor = {
  onStart() {},
  onEnd() {},
  forceFlush: async () => {},
  shutdown: async () => {},
};
