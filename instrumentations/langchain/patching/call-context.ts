import { context } from "@opentelemetry/api";
import { LEFT, type Around, type Method } from "@svc/instrumentation";
import { callInProgress, withCall, type CallInProgress } from "../run/call-in-progress.ts";
import { recordSafely } from "../run/record-safely.ts";
import { partialOutput } from "../handler/run-handler.ts";
import { failedEnd } from "../run/run-failure.ts";
import { runOf, runsBelow } from "../run/run-table.ts";
import { endRun, type RunEnd } from "../run/run.ts";
import { isGenerator, onEachStep, whenFailed, whenLeft, type StepByStep } from "./generator-steps.ts";

/**
 * Returns a patch that runs `prepare` and then makes a call of LangChain inside a {@link CallInProgress}. The run of the call
 * can then be found before LangChain passes the run on. A run whose stream the application leaves is ended.
 */
export function inCall(prepare: (self: unknown) => void): Around {
  return (original, self, args) => {
    recordSafely(() => prepare(self));
    const call: CallInProgress = { outer: callInProgress() };
    const inside = <T>(step: () => T): T => context.with(withCall(context.active(), call), step);
    const result = inside(() => Reflect.apply(original, self, args));
    if (!isGenerator(result)) return result;
    onEachStep(result, inside);
    endWhenLeft(result, call);
    return result;
  };
}

/**
 * Starts a stream, and ends its run when the application leaves the stream or the stream fails. LangChain reports no end for a
 * stream that the application leaves, and not always one for a stream that the application aborts. An end that LangChain has
 * reported by then stands.
 */
export async function startStream(original: Method, self: unknown, args: unknown[]): Promise<unknown> {
  const call: CallInProgress = { outer: callInProgress() };
  const stream = await context.with(withCall(context.active(), call), original, self, ...args);
  recordSafely(() => {
    if (!isGenerator(stream)) return;
    endWhenLeft(stream, call);
    whenFailed(stream, (error) => endOpen(call.runId, () => failedEnd(error)));
  });
  return stream;
}

function endWhenLeft(stream: StepByStep, call: CallInProgress): void {
  whenLeft(stream, () => endOpen(call.runId, () => LEFT));
}

/** Ends a run that is still open, and the open runs below that run. */
function endOpen(id: string | undefined, end: () => RunEnd): void {
  recordSafely(() => {
    const run = runOf(id);
    if (run === undefined) return;
    for (const open of [...runsBelow(run.id), run]) endRun(open.id, () => ({ ...partialOutput(open), ...end() }));
  });
}
