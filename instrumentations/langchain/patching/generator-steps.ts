import { shadow } from "@svc/instrumentation";
import { recordSafely } from "../run/record-safely.ts";

type Step = (...args: unknown[]) => unknown;

/** Methods needed of a generator, or of a stream that can be read like one. */
export interface StepByStep {
  next: Step;
  return?: Step;
  throw?: Step;
}

const STEPS = ["next", "return", "throw"] as const;

/** Returns true when the value is read step by step, with `next`. */
export function isGenerator(value: unknown): value is StepByStep {
  return typeof value === "object" && value !== null && typeof (value as Partial<StepByStep>).next === "function";
}

/** Makes every step of a generator run through `run`. Changes the generator in place and returns it. */
export function onEachStep(generator: StepByStep, run: <T>(step: () => T) => T): StepByStep {
  recordSafely(() => {
    for (const name of STEPS) {
      const step = generator[name];
      if (step !== undefined) shadow(generator, name, (...args) => run(() => Reflect.apply(step, generator, args)));
    }
  });
  return generator;
}

/** Calls `onLeft` when the application leaves a generator before its end, after the generator has cleaned up. */
export function whenLeft(generator: StepByStep, onLeft: () => void): void {
  const leave = generator.return;
  if (leave === undefined) return;
  shadow(generator, "return", (...args) => {
    const left = Reflect.apply(leave, generator, args);
    if (left instanceof Promise) left.then(onLeft, onLeft);
    else onLeft();
    return left;
  });
}

/** Calls `onFailed` when a step fails. Uses `await` as a loop does: an error's stack names the awaiting functions. */
export function whenFailed(generator: StepByStep, onFailed: (error: unknown) => void): void {
  const { next } = generator;
  shadow(generator, "next", async (...args) => {
    try {
      return await Reflect.apply(next, generator, args);
    } catch (error) {
      onFailed(error);
      throw error;
    }
  });
}
