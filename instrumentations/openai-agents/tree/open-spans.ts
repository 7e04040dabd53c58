import type { Context } from "@opentelemetry/api";
import type { CapturedContent, ReportedCall } from "@svc/core/internal";
import type { Step, StepEnding } from "@svc/instrumentation";
import type { SpanKind } from "./span-kinds.ts";

/** Trace or span of the Agents SDK that has started and not ended. */
export interface OpenSpan {
  readonly id: string;
  readonly kind: SpanKind;
  readonly parent: OpenSpan | undefined;
  /** Trace that the span belongs to; the span itself for a trace. */
  readonly root: OpenSpan;
  readonly context: Context;
  /** Observation; absent for a span that is no step of its own, and for a model call. */
  readonly step?: Step;
  /** Model call that the span reports; absent for other spans. */
  readonly call?: ReportedCall;
  /** Start in milliseconds since 1970; set for a model call. */
  readonly startMs?: number;
  /** True for a span that had ended when its start was reported, and that brings its own times. */
  readonly isReplayed: boolean;
  /** True for a trace that goes on without a report of the SDK, and that ends with the spans right below it. */
  readonly isImplied: boolean;
  /** Ids of the spans that have started; kept for a trace. */
  readonly started: Set<string>;
  /** Content that the process and the application's settings allow to be recorded. */
  readonly content: CapturedContent;
  /** True when the input has been recorded. */
  hasInput: boolean;
  /** Number of turns below an agent. */
  turns: number;
  /** Number of tools that the model has asked for and that have not started; kept for an agent. */
  requestedTools: number;
  /** Ending that a step below has brought, for a span whose own end tells less. */
  ending?: StepEnding;
}

/** Maximum number of open spans in a process. Above it, the oldest is given up. */
const MAX_OPEN = 10_000;

/** Open traces and spans, by their ids, the oldest first. */
export class OpenSpans {
  readonly #spans = new Map<string, OpenSpan>();

  get(id: unknown): OpenSpan | undefined {
    return typeof id === "string" ? this.#spans.get(id) : undefined;
  }

  /** Adds a span. Returns the span that has to be given up for it; undefined when there is place. */
  add(span: OpenSpan): OpenSpan | undefined {
    this.#spans.set(span.id, span);
    return this.#spans.size > MAX_OPEN ? this.take(this.#spans.keys().next().value) : undefined;
  }

  /** Removes and returns a span; undefined when it is not open. */
  take(id: unknown): OpenSpan | undefined {
    const span = this.get(id);
    if (span !== undefined) this.#spans.delete(span.id);
    return span;
  }

  /** Removes and returns the open spans below a trace, those that started last first. */
  takeBelow(root: OpenSpan): OpenSpan[] {
    const below = [...this.#spans.values()].filter((span) => span.root === root && span !== root).toReversed();
    for (const { id } of below) this.#spans.delete(id);
    return below;
  }

  /** Removes and returns all open spans, those that started last first. */
  takeAll(): OpenSpan[] {
    const all = [...this.#spans.values()].toReversed();
    this.#spans.clear();
    return all;
  }
}
