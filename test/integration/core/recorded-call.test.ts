import { createContextKey, ROOT_CONTEXT, trace, TraceFlags, type Context } from "@opentelemetry/api";
import { expect, it } from "vitest";
import { recordedCallIn, withActiveSpan, withRecordedCall } from "@svc/core/internal";

const KEY = createContextKey("test");
const OTHER = createContextKey("other");
const call = { packageName: "openai" };
const span = trace.wrapSpanContext({ traceId: "1".repeat(32), spanId: "2".repeat(16), traceFlags: TraceFlags.SAMPLED });
const nested = trace.wrapSpanContext({ ...span.spanContext(), spanId: "3".repeat(16) });
const outer = ROOT_CONTEXT.setValue(KEY, "outer");

/** Values of a context: its call, its span, the outer context's value, and another one. */
const valuesOf = (ctx: Context): unknown[] => [
  recordedCallIn(ctx),
  trace.getSpan(ctx),
  ctx.getValue(KEY),
  ctx.getValue(OTHER),
];

it("gives the context of a recorded call its span and the values of the context around it", () => {
  expect(valuesOf(withRecordedCall(outer, span, call))).toEqual([call, span, "outer", undefined]);
  expect(valuesOf(outer)).toEqual([undefined, undefined, "outer", undefined]);
});

it("lets values be added to it, replaced and removed, each in a new context", () => {
  const inside = withRecordedCall(outer, span, call);
  expect(valuesOf(inside.setValue(OTHER, 1))).toEqual([call, span, "outer", 1]);
  expect(valuesOf(trace.setSpan(inside, nested))).toEqual([call, nested, "outer", undefined]);
  expect(valuesOf(trace.deleteSpan(inside))).toEqual([call, undefined, "outer", undefined]);
  expect(valuesOf(inside.deleteValue(KEY))).toEqual([call, span, undefined, undefined]);
  expect(valuesOf(withRecordedCall(inside, nested, { packageName: "inner" }))).toEqual([
    { packageName: "inner" },
    nested,
    "outer",
    undefined,
  ]);
  expect(valuesOf(inside)).toEqual([call, span, "outer", undefined]);
});

it("keeps the recorded call, or its absence, when another span becomes active", () => {
  expect(valuesOf(withActiveSpan(withRecordedCall(outer, span, call), nested))).toEqual([
    call,
    nested,
    "outer",
    undefined,
  ]);
  const inside = withActiveSpan(outer, span);
  expect(valuesOf(inside)).toEqual([undefined, span, "outer", undefined]);
  expect(valuesOf(inside.setValue(OTHER, 1))).toEqual([undefined, span, "outer", 1]);
  expect(valuesOf(trace.deleteSpan(inside))).toEqual([undefined, undefined, "outer", undefined]);
});

it("holds no chain of contexts when each call is made inside the one before", () => {
  let ctx: Context = outer;
  for (let depth = 0; depth < 100_000; depth++) ctx = withActiveSpan(withRecordedCall(ctx, span, call), nested);
  expect(valuesOf(ctx)).toEqual([call, nested, "outer", undefined]);
});
