import type { Context } from "@opentelemetry/api";
import { fieldsOf, isFields, textOf } from "@svc/core/internal";
import { nearestOwnerOf, whileUsed, type Around, type Method, type Patches } from "@svc/instrumentation";
import { isOnlyOurs } from "./automatic-handler.ts";
import { callInProgress } from "../run/call-in-progress.ts";
import { recordSafely } from "../run/record-safely.ts";
import { keepingIds } from "./message-ids.ts";
import { runOf, type Run } from "../run/run-table.ts";
import { insideRun, runIdOf } from "../run/run.ts";
import { isGenerator, onEachStep } from "./generator-steps.ts";

/** Method in which a class of the application, or of a provider's package, does the work of a run. */
export interface WorkMethod {
  readonly name: string;
  /** Index of the argument that holds the manager of the run, or the configuration for what the run calls. */
  readonly managerAt: number;
  /** True when the work is a model call, which the run records. */
  readonly isModelCall: boolean;
  /** Returns the context of the work, in which what the run records is not recorded again. */
  readonly owning?: (ctx: Context) => Context;
}

/**
 * Calls a function of LangChain inside the run that its configuration belongs to. LangChain calls tools, lambdas and nodes this
 * way.
 */
export function runWithConfig(original: Method, self: unknown, args: unknown[]): unknown {
  const run = recordSafely(() => runOf(parentRunId(fieldsOf(args[0]).callbacks)));
  const call = (): unknown => Reflect.apply(original, self, args);
  return run === undefined ? call() : insideRun(run, call);
}

/** Field of a callback manager that holds the id of the run that passes its handlers down. */
const PARENT_RUN_ID = "_parentRunId";

function parentRunId(callbacks: unknown): string | undefined {
  return textOf(fieldsOf(callbacks)[PARENT_RUN_ID]);
}

/**
 * Patches the class that does the work of an object, so that the work happens inside its runs. A class is patched the first
 * time one of its objects is used.
 */
export function patchWork(worker: unknown, base: object, methods: readonly WorkMethod[], patches: Patches): void {
  if (!isFields(worker)) return;
  for (const method of methods) {
    const owner = nearestOwnerOf(worker, method.name, base);
    if (owner) patches.add(owner, method.name, whileUsed(doInside(method)));
  }
}

function doInside({ managerAt, isModelCall, owning }: WorkMethod): Around {
  return (original, self, args) => {
    const run = recordSafely(() => runAt(args[managerAt], isModelCall));
    const keepsIds = isModelCall && recordSafely(() => isOnlyOurs(args[managerAt])) === true;
    const inside = <T>(step: () => T): T => {
      const result = run === undefined ? step() : insideRun(run, step, owning);
      return keepsIds ? keepingIds(result) : result;
    };
    const result = inside(() => Reflect.apply(original, self, args));
    return isGenerator(result) ? onEachStep(result, inside) : result;
  };
}

/**
 * Returns the run of a manager. A model call without a manager belongs to the run of the call in progress. Returns undefined
 * when the run of a model call is not a generation.
 */
function runAt(manager: unknown, isModelCall: boolean): Run | undefined {
  const id = runIdOf(manager) ?? parentRunId(fieldsOf(manager).callbacks);
  if (!isModelCall) return runOf(id);
  const run = runOf(id ?? callInProgress()?.runId);
  return run?.type === "generation" ? run : undefined;
}
