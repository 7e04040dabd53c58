import { context, createContextKey, trace, type Context, type Link } from "@opentelemetry/api";
import {
  beforeExitDelivery,
  contentWithin,
  fieldsOf,
  isFields,
  withoutOwnedCall,
  withReportedCall,
  type CapturedContent,
} from "@svc/core/internal";
import { CUT_SHORT, LEFT, safeRecorder, Step, type StepEnding } from "@svc/instrumentation";
import { settled } from "../context/live-context.ts";
import { currentSpan, currentTrace, followTraceStorage } from "../context/trace-storage.ts";
import { describeModel, messagesOf, reportOf, requestedTools, textOfAnswer } from "../model/model-report.ts";
import { runSettingsIn, type RunSettings } from "../run/run-settings.ts";
import { withSession, withTraceSettings } from "../run/trace-settings.ts";
import { OpenSpans, type OpenSpan } from "./open-spans.ts";
import { isSpan, isTrace, type ReportedSpan, type ReportedTrace } from "./reported.ts";
import { kindOf, WORKFLOW } from "./span-kinds.ts";
import { endingOf } from "./span-failure.ts";

/** Context key of the open span that a context is inside of. Observations of the application may lie between the two. */
const INSIDE = createContextKey("svc_openai_agents_span");

/** Ending of a run that waits for the approval of a tool, and of its agent. */
const INTERRUPTED: StepEnding = {
  statusMessage: { own: "The run waits for an approval" },
  metadata: { outcome: "interrupted" },
};

/** Ending of a step whose run the application dropped. */
const DROPPED: StepEnding = {
  statusMessage: { own: "The application dropped the run" },
  metadata: { outcome: "cancelled" },
};

const NEW = { hasInput: false, turns: 0, requestedTools: 0 } as const;

/** Maximum number of remembered interrupted traces, which serve to link the run that resumes them. */
const MAX_INTERRUPTED = 1_000;

/**
 * Records the traces and spans of the Agents SDK as observations. A process has one recorder, so that a span that is reported
 * twice is recorded once.
 */
export class Recorder {
  readonly #open = new OpenSpans();
  /** Traces and spans whose start has been seen. */
  readonly #seen = new WeakSet<object>();
  /** Span contexts of interrupted traces, by the ids of the SDK, the oldest first. */
  readonly #interrupted = new Map<string, Link["context"]>();
  readonly #dropped = new FinalizationRegistry<OpenSpan>((span) => this.#drop(span));

  constructor() {
    followTraceStorage((store, base) => this.#contextIn(store, base));
    beforeExitDelivery(() => {
      for (const span of this.#open.takeAll()) finish(span, CUT_SHORT);
    });
  }

  startTrace(reported: unknown, isImplied = false): void {
    if (!isTrace(reported) || this.#open.get(reported.traceId) !== undefined) return;
    this.#seen.add(reported);
    const ctx = withoutOwnedCall(settled(context.active()));
    const resumed = this.#interrupted.get(reported.traceId);
    this.#interrupted.delete(reported.traceId);
    const links = resumed && [{ context: resumed, attributes: { "link.type": "resumes" } }];
    const settings = runSettingsIn(ctx);
    const parent = withTraceSettings(ctx, reported, settings);
    const content = contentOf(settings);
    const options = { operation: WORKFLOW.operation, ...(links && { links }) };
    const step = new Step(WORKFLOW.name({ name: reported.name }), WORKFLOW.type, parent, options, content);
    const hasInput = settings?.input !== undefined;
    step.addGivenMetadata(reported.metadata);
    step.update({
      metadata: { agents_trace_id: reported.traceId },
      ...(hasInput && { input: messagesOf(settings.input) }),
    });
    const common = { ...NEW, id: reported.traceId, kind: WORKFLOW, parent: undefined, isReplayed: false, isImplied };
    this.#add(reported, { ...common, step, content, hasInput }, step.context);
  }

  endTrace(reported: unknown): void {
    const root = isTrace(reported) ? this.#open.take(reported.traceId) : undefined;
    if (root === undefined || !isTrace(reported)) return;
    this.#dropped.unregister(reported);
    this.#endRoot(root);
  }

  #endRoot(root: OpenSpan): void {
    const below = this.#open.takeBelow(root);
    // Every other run ends its agents before its trace.
    if (below.some(({ kind }) => kind.type === "agent")) root.ending ??= INTERRUPTED;
    if (root.ending === INTERRUPTED) this.#remember(root);
    for (const span of below) finish(span, root.ending);
    finish(root);
  }

  startSpan(reported: unknown): void {
    if (!isSpan(reported) || this.#seen.has(reported) || this.#open.get(reported.spanId) !== undefined) return;
    if (this.#open.get(reported.traceId)?.started.has(reported.spanId) === true) return;
    this.#seen.add(reported);
    const active = settled(context.active());
    const parent = this.#parentOf(reported);
    const inside = withSession(withoutOwnedCall(contextBelow(parent, active)), runSettingsIn(active));
    const kind = kindOf(reported.spanData);
    const settings = runSettingsIn(active);
    const content = contentOf(settings);
    const isReplayed = !isRunning(reported);
    const common = { ...NEW, id: reported.spanId, kind, parent, content, isReplayed, isImplied: false };
    if (kind.part === "frame") {
      if (reported.spanData.type === "turn") countOn(common, "turns", 1);
      this.#add(reported, common, inside);
    } else if (kind.part === "model call") {
      const call = { isRecorded: false, isContentWithheld: settings?.isContentWithheld === true };
      const startMs = isReplayed ? timeOf(reported.startedAt) : nowOf(parent);
      this.#add(reported, { ...common, call, startMs }, withReportedCall(inside, call));
    } else {
      const { operation } = kind;
      const options = isReplayed ? { operation, startTime: timeOf(reported.startedAt) } : { operation };
      const step = new Step(kind.name(reported.spanData), kind.type, inside, options, content);
      if (kind.type === "tool") countOn(common, "requestedTools", -1);
      const added = this.#add(reported, { ...common, step }, step.context);
      if (kind.type === "agent" && settings?.input !== undefined) {
        if (content.inputs) noteContent(added, messagesOf(settings.input), undefined);
        settings.input = undefined;
      }
    }
  }

  endSpan(reported: unknown): void {
    const span = isSpan(reported) ? this.#open.take(reported.spanId) : undefined;
    if (span === undefined || !isSpan(reported)) return;
    this.#dropped.unregister(reported);
    this.#endReported(span, reported);
    const { parent } = span;
    if (parent?.isImplied === true && this.#open.take(parent.id)) this.#endRoot(parent);
  }

  #endReported(span: OpenSpan, reported: ReportedSpan): void {
    const ending = endingOf(reported.error);
    const endMs = span.isReplayed ? timeOf(reported.endedAt) : nowOf(span);
    if (span.kind.part === "model call") this.#endModelCall(span, reported.spanData, ending, endMs);
    else if (span.step === undefined) this.#endFrame(span, ending);
    else {
      if (span.requestedTools > 0) span.ending ??= ending ?? INTERRUPTED;
      const said = span.kind.describe(reported.spanData);
      // The agent that takes over is known only now.
      if (span.kind.type === "tool") span.step.rename(span.kind.name(reported.spanData));
      const metadata = { ...fieldsOf(said.metadata), ...fieldsOf(ending?.metadata) };
      finish(span, { ...said, ...ending, metadata }, endMs);
      const ofAgent = span.kind.type === "agent" ? (ending ?? span.ending) : undefined;
      if (ofAgent !== undefined) raise(span.parent, ofAgent);
    }
  }

  /** Records a model call that no other instrumentation has recorded, and its input and output as those of its agent. */
  #endModelCall(span: OpenSpan, data: ReportedSpan["spanData"], ending: StepEnding | undefined, endMs: number): void {
    const report = reportOf(data);
    if (span.content.inputs) noteContent(span.parent, report.input, report.output);
    countOn(span, "requestedTools", requestedTools(report.output));
    const isLeft = report.input !== undefined && report.output === undefined;
    if (isLeft && ending === undefined) raise(span.parent, LEFT);
    if (span.call?.isRecorded !== false) return;
    span.call.isRecorded = true;
    const start = { startTime: span.startMs! };
    const inside = contextBelow(span.parent, span.context);
    const step = new Step(span.kind.name(data), "generation", inside, start, span.content);
    step.end({ ...describeModel(data), ...report, ...ending }, endMs);
  }

  /** Ends a task or a turn. What failed in it failed the observation above. */
  #endFrame({ parent }: OpenSpan, ending: StepEnding | undefined): void {
    if (ending !== undefined) raise(parent, ending);
  }

  #add(
    reported: ReportedTrace | ReportedSpan,
    span: Omit<OpenSpan, "context" | "root" | "started">,
    inside: Context,
  ): OpenSpan {
    const added = { ...span } as { -readonly [K in keyof OpenSpan]: OpenSpan[K] };
    added.root = span.parent?.root ?? added;
    added.started = span.parent?.root.started ?? new Set();
    added.started.add(added.id);
    added.context = inside.setValue(INSIDE, added);
    this.#dropped.register(reported, added, reported);
    const givenUp = this.#open.add(added);
    if (givenUp !== undefined) finish(givenUp, { level: "WARNING", statusMessage: { own: "Too many runs are open" } });
    return added;
  }

  /** Returns the context inside the current span of a store, or `base` where the code is not inside an open span. */
  #contextIn(store: Readonly<Record<string, unknown>>, base: Context): Context {
    if (store.active === false) return base;
    const { span, trace: current } = store;
    // A processor that the application adds hears of the start a moment late.
    if (isSpan(span) && this.#open.get(span.traceId)?.started.has(span.spanId) === false && isRunning(span)) {
      recordSafely(() => this.startSpan(span));
    }
    const found =
      (isFields(span) && (this.#open.get(span.spanId) ?? this.#open.get(span.parentId))) ||
      (isFields(current) && this.#open.get(current.traceId));
    return found ? contextBelow(found, base) : base;
  }

  /** Returns the parent of a span. Of a run that is resumed, the SDK does not report that its trace and its agent go on. */
  #parentOf({ traceId, parentId }: ReportedSpan): OpenSpan | undefined {
    const current = currentTrace();
    if (this.#open.get(traceId) === undefined && isTrace(current) && current.traceId === traceId) {
      this.startTrace(current, true);
    }
    const above = this.#open.get(parentId) === undefined ? currentSpan(parentId) : undefined;
    if (above !== undefined) this.startSpan(above);
    return this.#open.get(parentId) ?? this.#open.get(traceId);
  }

  #remember({ id, step }: OpenSpan): void {
    const spanContext = step && trace.getSpanContext(step.context);
    if (spanContext === undefined) return;
    if (this.#interrupted.size >= MAX_INTERRUPTED) this.#interrupted.delete(this.#interrupted.keys().next().value!);
    this.#interrupted.set(id, spanContext);
  }

  #drop(span: OpenSpan): void {
    if (this.#open.get(span.id) === span && this.#open.take(span.id)) finish(span, DROPPED);
  }
}

/** Runs recording work during a run of the application. An error of the work is logged once and not thrown. */
export const recordSafely: ReturnType<typeof safeRecorder> = /* @__PURE__ */ safeRecorder(
  { name: "the OpenAI Agents SDK" },
  "a run",
);

const KEY = Symbol.for("svc.openai-agents.recorder");

/** Returns the recorder of the process, which all copies of this package share. */
export function recorder(): Recorder {
  const holder = globalThis as { [KEY]?: Recorder };
  return (holder[KEY] ??= new Recorder());
}

function finish(span: OpenSpan, ending?: StepEnding, endMs?: number): void {
  const { step, turns } = span;
  if (step === undefined) return;
  const all: StepEnding = { ...ending, ...span.ending };
  const metadata = { ...fieldsOf(ending?.metadata), ...fieldsOf(span.ending?.metadata), ...(turns > 0 && { turns }) };
  step.end({ ...all, metadata }, endMs);
}

/** Notes an ending of a step on the observation above it, unless the one above has its own. */
function raise(parent: OpenSpan | undefined, ending: StepEnding): void {
  if (parent === undefined || isBoundary(parent)) return;
  parent.ending ??= ending;
  if (parent.kind.part === "frame") raise(parent.parent, ending);
}

/** Returns true for a span whose inner runs are not those of the agent above it. */
function isBoundary({ kind }: OpenSpan): boolean {
  return kind.type === "tool" || kind.type === "guardrail";
}

/** Notes input and output on an agent, and on the workflow of an agent that no tool and no guardrail has called. */
function noteContent(first: OpenSpan | undefined, input: unknown, output: unknown): void {
  for (let span = first; span !== undefined && !isBoundary(span); span = span.parent) {
    if (span.step === undefined) continue;
    span.step.update({
      ...(!span.hasInput && input !== undefined && { input }),
      ...(output !== undefined && { output: textOfAnswer(output) }),
    });
    span.hasInput ||= input !== undefined;
  }
}

/** Adds to a count of the agent above a span. */
function countOn({ parent }: Pick<OpenSpan, "parent">, count: "turns" | "requestedTools", more: number): void {
  let agent = parent;
  while (agent !== undefined && agent.kind.type !== "agent") agent = agent.parent;
  if (agent !== undefined) agent[count] += more;
}

/** Returns the context inside a span; `active` where that is inside the span too, in an observation of the application. */
function contextBelow(span: OpenSpan | undefined, active: Context): Context {
  return span === undefined || active.getValue(INSIDE) === span ? active : span.context;
}

/** Returns the content that a run with these settings allows to be recorded. */
function contentOf(settings: RunSettings | undefined): CapturedContent {
  const isAllowed = settings?.isContentWithheld !== true;
  return contentWithin({ inputs: isAllowed, outputs: isAllowed });
}

/** Returns the time by the clock of the nearest observation, in milliseconds since 1970. */
function nowOf(span: OpenSpan | undefined): number {
  for (let at = span; at !== undefined; at = at.parent) if (at.step !== undefined) return at.step.now();
  return Date.now();
}

function isRunning({ startedAt, endedAt }: ReportedSpan): boolean {
  return typeof startedAt === "string" && (endedAt === null || endedAt === undefined);
}

function timeOf(time: unknown): number {
  const milliseconds = typeof time === "string" ? Date.parse(time) : Number.NaN;
  return Number.isNaN(milliseconds) ? Date.now() : milliseconds;
}
