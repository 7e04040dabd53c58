import type { Method, Patches } from "@svc/instrumentation";
import { recordingSteps } from "./recorded-method.ts";
import { TOOL, type StepKind } from "./step-kinds.ts";

/** Function through which the tools of a class are executed, so that a patch of it reaches all of them. */
interface Execution {
  execute: Method;
}

/** Kind of an {@link Execution}, whose first argument is the method of the tool. */
const EXECUTION: StepKind = { ...TOOL, input: ([_own, ...given]) => TOOL.input(given) };

const executions = new WeakMap<object, Execution>();

/**
 * Records the executions of tools whose constructor gives each its own method `call`. An accessor of the prototype receives the
 * method when it is assigned. Tools made before are not recorded.
 */
export function recordToolCalls(prototype: object, patches: Patches): boolean {
  let execution = executions.get(prototype);
  if (execution === undefined) {
    if (Object.hasOwn(prototype, "call")) return patches.add(prototype, "call", recordingSteps(TOOL));
    execution = executionOf(prototype);
  }
  return patches.add(execution, "execute", recordingSteps(EXECUTION));
}

function executionOf(prototype: object): Execution {
  const execution: Execution = {
    execute(this: unknown, ...args: unknown[]) {
      const [own, ...given] = args as [Method, ...unknown[]];
      return Reflect.apply(own, this, given);
    },
  };
  executions.set(prototype, execution);
  Object.defineProperty(prototype, "call", {
    configurable: true,
    get: () => undefined,
    set(this: object, own: unknown) {
      Object.defineProperty(this, "call", {
        value: typeof own === "function" ? executing(execution, own as Method, this) : own,
        configurable: true,
        enumerable: true,
        writable: true,
      });
    },
  });
  return execution;
}

function executing(execution: Execution, own: Method, tool: object): Method {
  const call = (...args: unknown[]): unknown => Reflect.apply(execution.execute, tool, [own, ...args]);
  return Object.defineProperties(call, { name: { value: own.name }, length: { value: own.length } });
}
