import { recorder, recordSafely } from "./tree/recorder.ts";

/**
 * Trace processor for the OpenAI Agents SDK: records its traces as observations, one tree for each workflow. The preload and
 * `OpenAIAgentsInstrumentation` record all traces already; elsewhere `addTraceProcessor(new SvcTraceProcessor())`, before the
 * first run. A trace that several processors report is recorded once. No method throws or delays the SDK.
 *
 * A model call that `@svc/openai` records is the one generation of that call. Other model calls are recorded from the SDK's report.
 * Nothing is recorded where the tracing of the SDK is off.
 *
 * @example
 * addTraceProcessor(new SvcTraceProcessor());
 */
export class SvcTraceProcessor {
  constructor() {
    recordSafely(recorder);
  }

  onTraceStart(trace: unknown): Promise<void> {
    recordSafely(() => recorder().startTrace(trace));
    return DONE;
  }

  onTraceEnd(trace: unknown): Promise<void> {
    recordSafely(() => recorder().endTrace(trace));
    return DONE;
  }

  onSpanStart(span: unknown): Promise<void> {
    recordSafely(() => recorder().startSpan(span));
    return DONE;
  }

  onSpanEnd(span: unknown): Promise<void> {
    recordSafely(() => recorder().endSpan(span));
    return DONE;
  }

  /** Does nothing: the span processor delivers the observations. */
  shutdown(_timeoutMs?: number): Promise<void> {
    return DONE;
  }

  /** Does nothing: the span processor delivers the observations. */
  forceFlush(): Promise<void> {
    return DONE;
  }
}

const DONE = Promise.resolve();
