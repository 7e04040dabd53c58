import { context } from "@opentelemetry/api";
import { withCall, type CallInProgress } from "./call-in-progress.ts";
import { guarded } from "./guard.ts";
import type { Around, Method } from "./patch.ts";
import { partialOutput } from "./run-handler.ts";
import { failedEnd } from "./run-failure.ts";
import { runOf, runsBelow } from "./run-table.ts";
import { endRun, type RunEnd } from "./run.ts";
import { isGenerator, onEachStep, whenFailed, whenLeft, type StepByStep } from "./steps.ts";

/** Makes a call of LangChain in which its run can be found before LangChain tells who it is, after some preparation. */
export function inCall(prepare: (self: unknown) => void): Around {
  return (original, self, args) => {
    guarded(() => prepare(self));
    const call: CallInProgress = {};
    const inside = <T>(step: () => T): T => context.with(withCall(context.active(), call), step);
    const result = inside(() => Reflect.apply(original, self, args));
    if (!isGenerator(result)) return result;
    onEachStep(result, inside);
    endWhenLeft(result, call);
    return result;
  };
}

/**
 * Starts a stream. LangChain says nothing of a run whose stream the application leaves, and not always of one whose stream
 * it aborts: that is found out here. What LangChain has told by then stands.
 */
export async function startStream(original: Method, self: unknown, args: unknown[]): Promise<unknown> {
  const call: CallInProgress = {};
  const stream = await context.with(withCall(context.active(), call), original, self, ...args);
  guarded(() => {
    if (!isGenerator(stream)) return;
    endWhenLeft(stream, call);
    whenFailed(stream, (error) => endOpen(call.runId, () => failedEnd(error)));
  });
  return stream;
}

function endWhenLeft(stream: StepByStep, call: CallInProgress): void {
  whenLeft(stream, () =>
    endOpen(call.runId, () => ({
      statusMessage: "The application stopped reading the stream",
      metadata: { outcome: "cancelled" },
    })),
  );
}

/** Ends a run that is still open, and those below it. */
function endOpen(id: string | undefined, end: () => RunEnd): void {
  guarded(() => {
    const run = runOf(id);
    if (run === undefined) return;
    for (const open of [...runsBelow(run.id), run]) endRun(open.id, () => ({ ...partialOutput(open), ...end() }));
  });
}
