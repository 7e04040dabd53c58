import { fieldsOf, textOf, textsOf } from "@svc/core/internal";
import type { RecordedAttributes } from "@svc/tracing/internal";
import { recordSafely } from "../run/record-safely.ts";
import { controlEnd, linkTo, resumedRun } from "../run/interrupts.ts";
import { linkedPrompt } from "@svc/instrumentation";
import { HIDDEN_TAG, METADATA_KEYS, recordedMetadata } from "./metadata-keys.ts";
import { noteRunOfCall } from "../run/call-in-progress.ts";
import { failedEnd } from "../run/run-failure.ts";
import { nameOfRun, type RunKind } from "./run-names.ts";
import { runOf, type Run } from "../run/run-table.ts";
import { endRun, startRun, type RunEnd } from "../run/run.ts";
import { withTraceSettings, type TraceSettings } from "./trace-settings.ts";

/** Values that LangChain reports when a run starts. */
export interface ReportedRun {
  readonly serialized: unknown;
  readonly runId: string;
  readonly parentRunId: string | undefined;
  readonly tags: unknown;
  readonly metadata: unknown;
  readonly name: unknown;
}

/** Records the start of a run once, even if several handlers are told. Each handler adds its settings to the outermost run. */
export function reportStart(
  reported: ReportedRun,
  kind: RunKind,
  settings: TraceSettings,
  inputs: unknown,
  describe: (parent: Run | undefined) => RecordedAttributes,
): Run | undefined {
  return recordSafely(() => {
    const { runId, parentRunId } = reported;
    noteRunOfCall(runId);
    const tags = textsOf(reported.tags);
    const metadata = fieldsOf(reported.metadata);
    const known = runOf(runId);
    const run = known ?? begin(reported, kind, inputs, metadata);
    if (parentRunId === undefined) run.context = withTraceSettings(run.context, settings, metadata, tags);
    if (known !== undefined || !run.observation.isRecording()) return run;
    const parent = runOf(parentRunId);
    const prompt = linkedPrompt(metadata[METADATA_KEYS.prompt]);
    if (parent !== undefined && prompt !== undefined && kind.type !== "generation") parent.prompt = prompt;
    const described = describe(parent);
    run.observation.write({ ...described, ...(tags.includes(HIDDEN_TAG) && { level: "DEBUG" }), metadata: undefined });
    run.observation.writeGivenMetadata(recordedMetadata(metadata, tags));
    run.observation.writeMetadata(described.metadata ?? {});
    return run;
  });
}

export function reportEnd(runId: string, end: (run: Run) => RunEnd): void {
  recordSafely(() => endRun(runId, end));
}

/** Records that an exception ended a run. Not every exception is an error. */
export function reportError(runId: string, error: unknown, rest: (run: Run) => RunEnd = () => ({})): void {
  recordSafely(() => {
    const end = controlEnd(runId, error) ?? failedEnd(error);
    endRun(runId, (run) => ({ ...rest(run), ...end }));
  });
}

function begin(
  { serialized, runId: id, parentRunId: parentId, name: given }: ReportedRun,
  { type, fallbackName, operation }: RunKind,
  inputs: unknown,
  metadata: Readonly<Record<string, unknown>>,
): Run {
  const name = nameOfRun(given, serialized, fallbackName);
  const conversation = textOf(metadata.thread_id);
  const threadId = parentId === undefined ? conversation : undefined;
  const resumed = resumedRun(name, threadId, inputs);
  const links = resumed && [linkTo(resumed)];
  const run = startRun({ id, parentId, name, type, operation, conversation, threadId, links });
  if (resumed) {
    const resumes = { trace_id: resumed.traceId, observation_id: resumed.spanId };
    run.observation.write({ metadata: { resumes } });
  }
  return run;
}
