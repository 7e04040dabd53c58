import { guarded } from "./guard.ts";

type Step = (...args: unknown[]) => unknown;

/** What is needed of a generator, or of a stream that can be read like one. */
export interface Generator {
  next: Step;
  return?: Step;
  throw?: Step;
}

const STEPS = ["next", "return", "throw"] as const;

/** Whether the value is read step by step. */
export function isGenerator(value: unknown): value is Generator {
  return typeof value === "object" && value !== null && typeof (value as Partial<Generator>).next === "function";
}

/** Has every step of a generator made through `run`; the generator stays the object it is. */
export function onEachStep(generator: Generator, run: <T>(step: () => T) => T): Generator {
  guarded(() => {
    for (const name of STEPS) {
      const step = generator[name];
      if (step !== undefined) shadow(generator, name, (...args) => run(() => Reflect.apply(step, generator, args)));
    }
  });
  return generator;
}

/** Has `onLeft` called when a generator that was left before its end has cleaned up. */
export function whenLeft(generator: Generator, onLeft: () => void): void {
  const leave = generator.return;
  if (leave === undefined) return;
  shadow(generator, "return", (...args) => {
    const left = Reflect.apply(leave, generator, args);
    if (left instanceof Promise) left.then(onLeft, onLeft);
    else onLeft();
    return left;
  });
}

function shadow(target: Generator, name: (typeof STEPS)[number], value: Step): void {
  Object.defineProperty(target, name, { value, configurable: true, writable: true });
}
