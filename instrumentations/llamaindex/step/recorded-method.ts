import { followPromise, safeRecorder, types, whileUsed, type Method, type ReplacementOf } from "@svc/instrumentation";
import { tapAnswer } from "./answer-stream.ts";
import { isStream, OpenStep } from "./open-step.ts";
import type { StepKind } from "./step-kinds.ts";

const record = safeRecorder({ name: "llamaindex" }, "a step");

/** Returns the replacement of a method that records each of its calls as a step, while its patch has users. */
export function recordingSteps(kind: StepKind): ReplacementOf {
  return whileUsed((original, self, args) => callInStep(kind, original, self, args));
}

/** Calls a method inside a step of its own. */
export function callInStep(kind: StepKind, original: Method, self: unknown, args: readonly unknown[]): unknown {
  const step = record(() => OpenStep.start(kind, self, args));
  if (step === undefined) return Reflect.apply(original, self, args);
  let result: unknown;
  try {
    result = step.run(() => Reflect.apply(original, self, args));
  } catch (error) {
    record(() => step.fail(error));
    throw error;
  }
  const ended = record(() => endWith(result, step));
  return ended === undefined ? result : ended.result;
}

/** Ends the step with the result of its call. Returns what the application gets. */
function endWith(result: unknown, step: OpenStep): { readonly result: unknown } {
  if (types.isPromise(result)) {
    return {
      result: followPromise(
        result,
        (value) => record(() => settle(value, step)),
        (error) => record(() => step.fail(error)),
      ),
    };
  }
  settle(result, step);
  return { result };
}

function settle(value: unknown, step: OpenStep): void {
  if (isStream(value)) tapAnswer(value, step);
  else step.succeed(value);
}
