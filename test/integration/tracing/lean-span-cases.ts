// What can be done to a span, case by case, with the provider, the options and the context it starts with.
import {
  ROOT_CONTEXT,
  SamplingDecision,
  SpanKind,
  SpanStatusCode,
  trace,
  TraceFlags,
  type Attributes,
  type Context,
  type Span,
  type SpanOptions,
} from "@opentelemetry/api";
import { suppressTracing } from "@opentelemetry/core";
import type { Sampler, SpanLimits } from "@opentelemetry/sdk-trace";
import { REMOTE_PARENT } from "../../support/otlp/recorded-spans.ts";

/** Case: a span with these options in this context, and what is done to it. `tick` lets milliseconds pass. */
export interface SpanCase {
  readonly limits?: SpanLimits;
  readonly sampler?: Sampler;
  readonly options?: SpanOptions;
  readonly parent?: Context;
  readonly act?: (span: Span, tick: (ms: number) => void) => void;
}

/** Start of the span of each case: one millisecond before a full second. */
export const START_MS = Date.UTC(2026, 10, 23) + 999;

const LINK = { context: REMOTE_PARENT, attributes: { a: 1, b: [1, 2], c: "long text" } };

const INVALID: Readonly<Record<string, unknown>> = {
  undefined,
  null: null,
  symbol: Symbol("s"),
  function: () => {},
  bigint: 1n,
  date: new Date(0),
  object: { nested: { deep: [1, "2"] } },
  mixed: [1, "2", null],
  bytes: Uint8Array.of(1, 2),
};

function decide(decision: SamplingDecision, more: { attributes?: Attributes } = {}): Sampler {
  return { shouldSample: () => ({ decision, ...more }), toString: () => "decided" };
}

const inParent = (spanContext: object): Context =>
  trace.setSpanContext(ROOT_CONTEXT, { ...REMOTE_PARENT, ...spanContext });

class Described {
  readonly own = "own";
}

const starts: Record<string, SpanCase> = {
  "no options": {},
  "primitives at the start": { options: { attributes: { text: "t", number: 1, no: false, nan: NaN, empty: "" } } },
  "invalid values at the start": { options: { attributes: { ok: 1, ...INVALID } } },
  "an array at the start": { options: { attributes: { list: ["a", "b"] } } },
  "an empty name at the start": { options: { attributes: { "": "x", ok: 1 } } },
  "an undefined value at the start": { options: { attributes: { a: undefined, b: 1 } } },
  "a name of every object at the start": { options: { attributes: { constructor: "c", toString: "t" } } },
  "attributes of a class": { options: { attributes: new Described() as never } },
  "attributes that are no object": { options: { attributes: "text" as never } },
  "more attributes at the start than the limit": {
    limits: { attributeCountLimit: 2 },
    options: { attributes: { a: 1, b: 2, c: 3 } },
  },
  "a kind": { options: { kind: SpanKind.CLIENT } },
  "a start as a date": { options: { startTime: new Date(START_MS - 5_000) }, act: (_span, tick) => tick(3) },
  "a start in milliseconds": { options: { startTime: START_MS - 70.25 }, act: (_span, tick) => tick(3) },
  "a start of the performance clock": { options: { startTime: 12.5 }, act: (_span, tick) => tick(3) },
  "a start in seconds and nanoseconds": { options: { startTime: [1_700_000_000, 999_999_999] } },
  links: { options: { links: [LINK, LINK] } },
  "more links than the limit": {
    limits: { linkCountLimit: 1, attributePerLinkCountLimit: 1 },
    options: { links: [LINK, { context: { ...REMOTE_PARENT, spanId: "1".repeat(16) } }] },
    act: (span) => void span.addLink(LINK).addLinks([LINK]),
  },
};

const parents: Record<string, SpanCase> = {
  "a remote parent": { parent: inParent({}) },
  "a local parent": { parent: inParent({ isRemote: undefined }) },
  "an unsampled parent": { parent: inParent({ traceFlags: TraceFlags.NONE }) },
  "a parent with a trace state": { parent: inParent({ traceState: { serialize: () => "a=b" } }) },
  "an invalid parent": { parent: inParent({ spanId: "0".repeat(16) }) },
  "root in spite of a parent": { parent: inParent({}), options: { root: true } },
  "suppressed tracing": { parent: suppressTracing(ROOT_CONTEXT) },
};

const samplers: Record<string, SpanCase> = {
  "a sampler that refuses": { sampler: decide(SamplingDecision.NOT_RECORD), parent: inParent({}) },
  "a sampler that records only": { sampler: decide(SamplingDecision.RECORD) },
  "a sampler with attributes": {
    sampler: decide(SamplingDecision.RECORD_AND_SAMPLED, { attributes: { rate: 0.5, list: [1], ...INVALID } }),
    options: { attributes: { own: "o", rate: 1 } },
  },
  "a sampler with more attributes than the limit": {
    limits: { attributeCountLimit: 2 },
    sampler: decide(SamplingDecision.RECORD_AND_SAMPLED, { attributes: { a: 1, b: 2, c: 3 } }),
    options: { attributes: { own: "o" } },
  },
  "a sampler that changes the attributes it is given": {
    sampler: {
      shouldSample(_context, _traceId, _name, _kind, attributes) {
        Object.assign(attributes, { added: 1, list: ["x"] });
        delete attributes["removed"];
        return { decision: SamplingDecision.RECORD_AND_SAMPLED };
      },
      toString: () => "changing",
    },
    options: { attributes: { own: "o", removed: true } },
  },
  "a sampler with a trace state": {
    sampler: {
      shouldSample: () => ({ decision: SamplingDecision.RECORD_AND_SAMPLED, traceState: { name: "state" } as never }),
      toString: () => "state",
    },
    parent: inParent({}),
  },
};

const writes: Record<string, SpanCase> = {
  "primitives, and again": {
    act: (span) =>
      void span.setAttribute("a", "1").setAttribute("b", 2).setAttribute("a", true).setAttributes({ b: -0, c: "" }),
  },
  "invalid values": { act: (span) => void span.setAttributes({ ok: 1, ...INVALID }) },
  "an invalid value over a valid one": {
    act: (span) => void span.setAttribute("a", 1).setAttribute("a", Symbol("no")),
  },
  "null and undefined over a valid value": {
    act: (span) => void span.setAttributes({ a: 1, b: 2 }).setAttributes({ a: null, b: undefined }),
  },
  "an empty name": { act: (span) => void span.setAttribute("", "x") },
  "names of every object": {
    act(span) {
      for (const name of ["constructor", "toString", "__proto__", "hasOwnProperty"]) span.setAttribute(name, name);
    },
  },
  arrays: {
    act: (span) => void span.setAttributes({ texts: ["a", "b"], numbers: [1], none: [], mixed: ["a", 1 as never] }),
  },
  "a list over a text, and a text over a list": {
    act: (span) => void span.setAttributes({ a: "text", b: ["x"] }).setAttributes({ a: ["y", "z"], b: "text" }),
  },
  "a list that changes afterwards": {
    act(span) {
      const list = ["a"];
      span.setAttribute("list", list);
      list.push("b");
    },
  },
  "more attributes than the limit": {
    limits: { attributeCountLimit: 3 },
    options: { attributes: { a: 1 } },
    act: (span) => void span.setAttributes({ b: 2, c: 3, d: 4, e: "5", a: "again" }),
  },
  "texts longer than the limit": {
    limits: { attributeValueLengthLimit: 3 },
    options: { attributes: { start: "longer" } },
    act: (span) => void span.setAttributes({ text: "longer", list: ["longer"], number: 12_345 }),
  },
  "no attributes allowed": { limits: { attributeCountLimit: 0 }, act: (span) => void span.setAttribute("a", 1) },
};

const events: Record<string, SpanCase> = {
  events: {
    act(span, tick) {
      tick(1.25);
      span
        .addEvent("plain")
        .addEvent("with", { a: 1, list: [1, "2" as never] })
        .addEvent("timed", START_MS + 4);
    },
  },
  "more events than the limit": {
    limits: { eventCountLimit: 1, attributePerEventCountLimit: 1 },
    act: (span) => void span.addEvent("first").addEvent("second", { a: 1, b: 2 }),
  },
  "an exception": {
    act(span) {
      span.recordException({ name: "TypeError", message: "no", stack: "at line 1" });
      span.recordException({} as never);
    },
  },
  "a status that is final, and one with an invalid message": {
    act: (span) =>
      void span
        .setStatus({ code: SpanStatusCode.ERROR, message: 5 as never })
        .setStatus({ code: SpanStatusCode.OK })
        .setStatus({ code: SpanStatusCode.ERROR, message: "late" }),
  },
  "another name": { act: (span) => void span.updateName("renamed") },
};

const ends: Record<string, SpanCase> = {
  "an end in the next second": { act: (_span, tick) => tick(1.000_25) },
  "an end after a duration that rounds up to a second": { act: (_span, tick) => tick(999.999_999_9) },
  "an end at once": { act: (span) => span.end() },
  "a clock that runs back": { act: (_span, tick) => tick(-2_500.5) },
  "an end as a date": { act: (span) => span.end(new Date(START_MS + 1_500)) },
  "an end before the start": { act: (span) => span.end(START_MS - 1) },
  "an end of the performance clock": { act: (span) => span.end(100) },
  "a second end": {
    act(span) {
      span.end();
      span.end();
    },
  },
  "calls after the end": {
    act(span) {
      span.setAttribute("before", 1).end();
      span.setAttribute("after", 1).setAttributes({ after: 2 }).setAttribute("none", null);
      span.addEvent("after").updateName("after").setStatus({ code: SpanStatusCode.OK }).addLink(LINK);
      span.recordException("after");
    },
  },
};

/** All cases, by name. */
export const SPAN_CASES: Readonly<Record<string, SpanCase>> = {
  ...starts,
  ...parents,
  ...samplers,
  ...writes,
  ...events,
  ...ends,
};
