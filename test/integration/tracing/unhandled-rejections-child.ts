/**
 * Runs in a child process, because a test runner listens for unhandled rejections itself: collects Node's reports about failing
 * functions, each unobserved and observed. Writes the reports as JSON.
 */
import { setImmediate as nextTurn } from "node:timers/promises";
import { context, trace } from "@opentelemetry/api";
import { AsyncLocalStorageContextManager } from "@opentelemetry/context-async-hooks";
import { TracerProvider } from "@opentelemetry/sdk-trace";
import { observe, startActiveObservation } from "@svc/tracing";

/** Node's reports during a scenario: reasons of unhandled rejections, and the number of those that were handled later. */
export interface Rejections {
  unhandled: string[];
  handledLater: number;
}

type Run = <R>(fn: () => R) => R;

const WAYS: Record<string, Run> = {
  bare: (fn) => fn(),
  observe: (fn) => observe(fn)(),
  startActiveObservation: (fn) => startActiveObservation("work", fn),
};

class Request<T> extends Promise<T> {}

const broken = (): never => {
  throw new Error("broken");
};
const fail = async (): Promise<string> => broken();
const failAsRequest = (): Promise<string> => Request.reject<string>(new Error("broken"));
const useIt = (value: string): string => value;
const failLazily = (): PromiseLike<string> => ({
  // oxlint-disable-next-line unicorn/no-thenable
  then: (onFulfilled, onRejected) => fail().then(onFulfilled, onRejected),
});
async function* failInside(): AsyncGenerator<string> {
  yield "first";
  broken();
}

const SCENARIOS: Record<string, (run: Run) => unknown> = {
  "a failing promise nobody waits for": (run) => void run(fail),
  "a failing promise that is caught": (run) => run(fail).catch(() => {}),
  "a failing promise with then and nothing to catch it": (run) => void run(fail).then(useIt),
  "a failing promise with two branches, one of them caught": (run) => {
    const promise = run(fail);
    void promise.then(useIt);
    void promise.catch(() => {});
  },
  "a failing promise with finally": (run) => void run(fail).finally(() => {}),
  "a failing promise caught too late": async (run) => {
    const promise = run(fail);
    await nextTurn();
    await promise.catch(() => {});
  },
  "a failing promise of another class nobody waits for": (run) => void run(failAsRequest),
  "a failing promise of another class that is caught": (run) => run(failAsRequest).catch(() => {}),
  "a failing promise of another class with then": (run) => void run(failAsRequest).then(useIt),
  "a lazy thenable nobody asks": (run) => void run(failLazily),
  "a lazy thenable that is caught": (run) => run(failLazily).then(undefined, () => {}),
  "a failing async generator that is caught": (run) => Array.fromAsync(run(failInside)).catch(() => {}),
  "a failing async generator read by hand": async (run) => {
    const source = run(failInside);
    await source.next();
    void source.next();
  },
};

async function watch(scenario: (run: Run) => unknown, run: Run): Promise<Rejections> {
  const seen: Rejections = { unhandled: [], handledLater: 0 };
  const onUnhandled = (reason: unknown): void => void seen.unhandled.push(String(reason));
  const onHandled = (): void => void seen.handledLater++;
  process.on("unhandledRejection", onUnhandled).on("rejectionHandled", onHandled);
  await scenario(run);
  for (let turn = 0; turn < 3; turn++) await nextTurn();
  process.off("unhandledRejection", onUnhandled).off("rejectionHandled", onHandled);
  return seen;
}

context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
trace.setGlobalTracerProvider(new TracerProvider());

const report: Record<string, Record<string, Rejections>> = {};
for (const [name, scenario] of Object.entries(SCENARIOS)) {
  report[name] = {};
  for (const [way, run] of Object.entries(WAYS)) report[name][way] = await watch(scenario, run);
}
process.stdout.write(JSON.stringify(report));
