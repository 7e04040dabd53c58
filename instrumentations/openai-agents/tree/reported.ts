import { isFields, textOf, type Fields } from "@svc/core/internal";

/** Trace of the Agents SDK: one workflow, of one run or of several. */
export interface ReportedTrace {
  readonly traceId: string;
  readonly name: unknown;
  readonly groupId: unknown;
  readonly metadata: unknown;
}

/** Span of the Agents SDK: a step of a workflow, whose data depends on its type. */
export interface ReportedSpan {
  readonly spanId: string;
  readonly traceId: string;
  readonly parentId: unknown;
  readonly spanData: Fields;
  readonly startedAt: unknown;
  readonly endedAt: unknown;
  readonly error: unknown;
}

/** Id of the traces and spans that the SDK makes when its tracing is off. */
const NO_ID = "no-op";

/** Returns true for a trace of the SDK whose tracing is on. */
export function isTrace(value: unknown): value is ReportedTrace {
  return isFields(value) && isId(value.traceId);
}

/** Returns true for a span of the SDK whose tracing is on. */
export function isSpan(value: unknown): value is ReportedSpan {
  return isFields(value) && isId(value.spanId) && isId(value.traceId) && isFields(value.spanData);
}

function isId(value: unknown): boolean {
  return textOf(value) !== undefined && value !== NO_ID;
}
