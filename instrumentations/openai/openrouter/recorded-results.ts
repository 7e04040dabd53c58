import { isFields } from "@svc/core/internal";
import {
  followPromise,
  observedClients,
  ownData,
  patchForGood,
  topOwnerOf,
  types,
  type Method,
  type Patch,
  type Patches,
  type ReplacementOf,
} from "@svc/instrumentation";
import { context } from "@opentelemetry/api";
import { endWithResult, ModelRun } from "./model-run.ts";
import { record } from "./record-safely.ts";

/** Class of the result object of `callModel`. */
const CLASS = "ModelResult";

/**
 * Methods through which every other method of a result object works, each with what is noted of it. The first makes the first
 * request, the second executes the tools and makes the other requests.
 */
const METHODS: Readonly<Record<"initStream" | "executeToolsIfNeeded", (run: ModelRun) => Notes>> = {
  initStream: (run) => ({ fulfilled: () => undefined, rejected: (error) => run.failToStart(error) }),
  executeToolsIfNeeded: (run) => {
    run.executes();
    return { fulfilled: () => run.succeed(), rejected: (error) => run.fail(error) };
  },
};

interface Notes {
  readonly fulfilled: () => void;
  readonly rejected: (error: unknown) => void;
}

/** Runs by their result objects; null for a result object that is not recorded. */
const runs = new WeakMap<object, ModelRun | null>();
/** Methods whose first call has been noted, by their result objects. */
const noted = new WeakMap<object, Set<string>>();

/** Records every `callModel` whose class of results is in a loaded file. Returns the names that are missing. */
export function recordResults(exports: unknown, patches: Patches): string[] {
  const prototype = ownData(isFields(exports) ? exports[CLASS] : undefined, "prototype");
  if (!isFields(prototype)) return [`class ${CLASS}`];
  return Object.entries(METHODS)
    .filter(([name, notes]) => !patches.add(prototype, name, recording(name, notes)))
    .map(([name]) => `${CLASS}.${name}`);
}

/** Records every `callModel` of an observed client, for good. Returns false for a client without the method. */
export function observeCallModel(client: object): boolean {
  const owner = Object.hasOwn(client, "callModel") ? client : topOwnerOf(client, "callModel");
  const patch =
    owner &&
    patchForGood(
      owner,
      "callModel",
      (method) =>
        function callModel(this: unknown, ...args: unknown[]): unknown {
          const result = Reflect.apply(method, this, args);
          record(() => observeResult(result));
          return result;
        },
    );
  return patch !== undefined;
}

function observeResult(result: unknown): void {
  if (!isFields(result)) return;
  for (const [name, notes] of Object.entries(METHODS)) {
    const owner = topOwnerOf(result, name);
    if (owner) patchForGood(owner, name, recording(name, notes));
  }
}

function recording(name: string, notes: (run: ModelRun) => Notes): ReplacementOf {
  return (method, patch) =>
    function recorded(this: unknown, ...args: unknown[]): unknown {
      const run = isFields(this) ? record(() => runOf(this, patch)) : undefined;
      if (run === undefined || run === null) return Reflect.apply(method, this, args);
      return calledIn(run, { name, method, self: this as object, args, notes });
    };
}

interface Called {
  readonly name: string;
  readonly method: Method;
  readonly self: object;
  readonly args: unknown[];
  readonly notes: (run: ModelRun) => Notes;
}

/** Calls the method inside the run. Its first promise tells the end. */
function calledIn(run: ModelRun, { name, method, self, args, notes }: Called): unknown {
  const isFirst = record(() => isFirstCall(self, name)) === true;
  const { fulfilled, rejected } = (isFirst ? record(() => notes(run)) : undefined) ?? {};
  const promise = context.with(run.context, method, self, ...args);
  if (fulfilled === undefined || rejected === undefined || !types.isPromise(promise)) return promise;
  return followPromise(
    promise,
    () => record(fulfilled),
    (error) => record(() => rejected(error)),
  );
}

function isFirstCall(result: object, name: string): boolean {
  let names = noted.get(result);
  if (names === undefined) noted.set(result, (names = new Set()));
  if (names.has(name)) return false;
  names.add(name);
  return true;
}

function runOf(result: object, patch: Patch): ModelRun | null | undefined {
  const known = runs.get(result);
  if (known !== undefined) return known;
  const options = ownData(result, "options");
  const client = ownData(options, "client");
  // A patch that stays for good is one for observed clients.
  const config = patch.isPermanent && isFields(client) ? observedClients.get(client) : undefined;
  if (config === undefined && patch.users === 0) return undefined;
  const run = isFields(options) ? (ModelRun.start(options, config) ?? null) : null;
  runs.set(result, run);
  if (run === null) return run;
  Reflect.set(result, "options", run.recordedOptions(options as object));
  endWithResult(result, run);
  return run;
}
