import { context, type Context } from "@opentelemetry/api";
import { beforeExitDelivery, fieldsOf, flushAll, textOf } from "@svc/core/internal";
import { abortedEnding, CUT_SHORT, safeRecorder, type StepEnding } from "@svc/instrumentation";
import { OpenSpan } from "./span/open-span.ts";
import { isAborted } from "./span/span-ending.ts";

/** Name by which Mastra knows the exporter. */
export const EXPORTER_NAME = "svc";

/** Maximum number of open spans. Above it, the oldest is ended. */
const MAX_OPEN = 10_000;

const record = safeRecorder({ name: "@mastra/observability" }, "a run");

/**
 * Exporter of Mastra that records its runs: agents, workflows with their steps, tools, model calls, processors, memory and RAG. Each
 * token is counted once, at the innermost level that Mastra reports of a model call. The preload adds one by itself. Elsewhere give it
 * to `Observability` as the bridge, so that spans and model calls inside tools are below the tool, and start an OpenTelemetry SDK with
 * the `SvcSpanProcessor` of `@svc/otel`. An application with another bridge adds it to its `exporters`. No method throws.
 *
 * @example
 * new Observability({ configs: { default: { serviceName: "shop", bridge: new SvcMastraExporter() } } });
 */
export class SvcMastraExporter {
  readonly name: string = EXPORTER_NAME;
  readonly #open = new Map<string, OpenSpan>();

  constructor() {
    beforeExitDelivery(() => {
      for (const id of this.#open.keys()) this.#cut(id);
    });
  }

  /** Hears of the start, a change or the end of a span. */
  exportTracingEvent(event: unknown): Promise<void> {
    record(() => {
      const { type, exportedSpan } = fieldsOf(event);
      const span = fieldsOf(exportedSpan);
      const id = textOf(span.id);
      if (id === undefined || span.isEvent === true) return;
      if (type === "span_started") this.#start(id, textOf(span.parentSpanId), span);
      else if (type === "span_updated") this.#open.get(id)?.note(span);
      else if (type === "span_ended") this.#end(id, span);
    });
    return Promise.resolve();
  }

  /** Leaves the ids of a span to Mastra, which asks its bridge for them. */
  createSpan(): undefined {
    return undefined;
  }

  /** Calls a function inside the observation of a span. */
  executeInContext<T>(spanId: unknown, fn: () => T): T {
    const inside = this.#contextOf(spanId);
    return inside === undefined ? fn() : context.with(inside, fn);
  }

  /** Calls a function inside the observation of a span. */
  executeInContextSync<T>(spanId: unknown, fn: () => T): T {
    return this.executeInContext(spanId, fn);
  }

  /** Starts the delivery of the observations that have ended. */
  flush(): Promise<void> {
    flushAll();
    return Promise.resolve();
  }

  /** Ends what is open, and starts its delivery. */
  shutdown(): Promise<void> {
    for (const id of this.#open.keys()) this.#cut(id);
    return this.flush();
  }

  #start(id: string, parentId: string | undefined, span: Readonly<Record<string, unknown>>): void {
    if (this.#open.has(id)) return;
    this.#open.set(id, new OpenSpan(span, this.#open.get(parentId ?? "")));
    if (this.#open.size > MAX_OPEN) this.#cut(this.#open.keys().next().value!);
  }

  /** Ends a span. What is open below an aborted run ends with it: Mastra may forget it. */
  #end(id: string, span: Readonly<Record<string, unknown>>): void {
    const ended = this.#open.get(id);
    this.#open.delete(id);
    ended?.end(span);
    if (ended === undefined || !isAborted(span)) return;
    for (const [below, each] of this.#open) if (each.isBelow(ended)) this.#cut(below, abortedEnding(undefined));
  }

  #contextOf(spanId: unknown): Context | undefined {
    return this.#open.get(textOf(spanId) ?? "")?.context;
  }

  #cut(id: string, ending: StepEnding = CUT_SHORT): void {
    this.#open.get(id)?.cut(ending);
    this.#open.delete(id);
  }
}
