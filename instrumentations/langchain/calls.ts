import { context } from "@opentelemetry/api";
import { withCall, type CallInProgress } from "./call-in-progress.ts";
import { guarded } from "./guard.ts";
import type { Around, Method } from "./patch.ts";
import { partialOutput } from "./run-handler.ts";
import { runOf, runsBelow } from "./run-table.ts";
import { endRun } from "./run.ts";
import { isGenerator, onEachStep, whenLeft } from "./steps.ts";

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
 * Starts a stream. LangChain says nothing of a run whose stream the application leaves: that is found out here. The stream
 * comes as a promise, which is left without another listener: an error's stack names the awaiting functions only so.
 */
export async function startStream(original: Method, self: unknown, args: unknown[]): Promise<unknown> {
  const call: CallInProgress = {};
  const stream = await context.with(withCall(context.active(), call), original, self, ...args);
  guarded(() => {
    if (isGenerator(stream)) endWhenLeft(stream, call);
  });
  return stream;
}

function endWhenLeft(stream: Parameters<typeof whenLeft>[0], call: CallInProgress): void {
  whenLeft(stream, () => guarded(() => endLeft(call.runId)));
}

/** Ends a run that was left, and those below it. */
function endLeft(id: string | undefined): void {
  const run = runOf(id);
  if (run === undefined) return;
  for (const left of [...runsBelow(run.id), run]) {
    endRun(left.id, () => ({
      ...partialOutput(left),
      statusMessage: "The application stopped reading the stream",
      metadata: { outcome: "cancelled" },
    }));
  }
}
