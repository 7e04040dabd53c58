import { guarded } from "./guard.ts";

type Step = (...args: unknown[]) => unknown;

/** What is needed of a generator, or of a stream that can be read like one. */
export interface StepByStep {
  next: Step;
  return?: Step;
  throw?: Step;
}

const STEPS = ["next", "return", "throw"] as const;

/** Whether the value is read step by step. */
export function isGenerator(value: unknown): value is StepByStep {
  return typeof value === "object" && value !== null && typeof (value as Partial<StepByStep>).next === "function";
}

/** Has every step of a generator made through `run`; the generator stays the object it is. */
export function onEachStep(generator: StepByStep, run: <T>(step: () => T) => T): StepByStep {
  guarded(() => {
    for (const name of STEPS) {
      const step = generator[name];
      if (step !== undefined) shadow(generator, name, (...args) => run(() => Reflect.apply(step, generator, args)));
    }
  });
  return generator;
}

/** Has `onLeft` called when a generator that was left before its end has cleaned up. */
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

/** Has `onFailed` called when a step fails. It waits as a loop would: an error's stack names the awaiting functions. */
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

function shadow(target: StepByStep, name: (typeof STEPS)[number], value: Step): void {
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
}
