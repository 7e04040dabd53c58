import type * as Vm from "node:vm";
import { afterEach, expect, test, vi } from "vitest";
import { ModelMatcher } from "../../../../src/server/ingest/prices/model-matcher.ts";
import { priceOf } from "../../../../src/server/ingest/prices/prices.ts";
import type { Model } from "../../../../src/server/resources/models.ts";

/** Number of attempts after which a pattern counts as one that never ends, however little of the processor it had. */
const ATTEMPTS = 20;

/** Number of further matches that Node stops at the time limit, as on a busy machine. All others have no limit. */
const busy = vi.hoisted(() => ({ matches: 0 }));

/** Time on the clock of the test that each match takes, and the number of matches. */
const cost = vi.hoisted(() => ({ ms: 0, matches: 0 }));

vi.mock(import("node:vm"), async (importOriginal) => {
  const vm = await importOriginal();
  const runInContext: typeof Vm.runInContext = (code, context) => {
    cost.matches += 1;
    if (cost.ms > 0) vi.advanceTimersByTime(cost.ms);
    return busy.matches-- > 0 ? vm.runInContext("for (;;);", context, { timeout: 1 }) : vm.runInContext(code, context);
  };
  return { ...vm, runInContext };
});

afterEach(() => {
  busy.matches = 0;
  Object.assign(cost, { ms: 0, matches: 0 });
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** Has the clock of the test count as processor time. */
const countFakeTime = (): void => {
  vi.spyOn(process, "threadCpuUsage").mockImplementation(() => ({ user: performance.now() * 1_000, system: 0 }));
};

const newModel = (): Model =>
  ({ id: "m-1", projectId: "p-1", matchPattern: "^mine$", startDate: null, createdAt: 0 }) as Model;

test("a pattern stopped once, on a busy machine, matches all the same", () => {
  const matcher = new ModelMatcher();
  const model = newModel();
  matcher.use([model]);
  busy.matches = 1;
  expect(matcher.find("p-1", "mine")).toBe(model);
});

test("a pattern that runs away pauses for all names, for 10 s", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const matcher = new ModelMatcher();
  const model = newModel();
  matcher.use([model]);
  busy.matches = ATTEMPTS;
  expect(matcher.find("p-1", "mine")).toBeUndefined();
  busy.matches = 2;
  vi.advanceTimersByTime(9999);
  expect([matcher.find("p-1", "mine"), matcher.find("p-1", "other"), busy.matches]).toEqual([undefined, undefined, 2]);
  busy.matches = 0;
  vi.advanceTimersByTime(1);
  expect(matcher.find("p-1", "mine")).toBe(model);
});

const tiered = {
  id: "m-2",
  projectId: "p-1",
  pricingTiers: [
    { name: "default", isDefault: true, priority: 0, conditions: [], prices: { input: 1 } },
    {
      name: "long",
      isDefault: false,
      priority: 1,
      conditions: [{ usageDetailPattern: "^in", operator: "gt", value: 100, caseSensitive: true }],
      prices: { input: 2 },
    },
  ],
} as unknown as Model;

test("a call has no cost while the pattern of a tier is stopped", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const call = { usage: { input: 200 }, modelParameters: {}, metadata: new Map() };
  expect(priceOf(tiered, call)).toEqual({ costs: { input: 400, total: 400 }, tier: "long" });
  busy.matches = ATTEMPTS;
  expect(priceOf(tiered, call)).toBeUndefined();
  expect(priceOf(tiered, call)).toBeUndefined();
  vi.advanceTimersByTime(10_000);
  expect(priceOf(tiered, call)).toMatchObject({ tier: "long" });
});

test("a pattern that does not match is not tried again", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const matcher = new ModelMatcher();
  matcher.use([newModel()]);
  expect(matcher.find("p-1", "other")).toBeUndefined();
  busy.matches = 1;
  vi.advanceTimersByTime(60_000);
  expect(matcher.find("p-1", "other")).toBeUndefined();
  expect(busy.matches).toBe(1);
});

test("all patterns of a project have 500 ms in 10 s, and those of another project have theirs", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  // The time that other tests have used up is over.
  countFakeTime();
  vi.advanceTimersByTime(60_000);
  const matcher = new ModelMatcher();
  const many = Array.from({ length: 60 }, (_, place): Model =>
    Object.assign(newModel(), { id: `dear-${place}`, projectId: "p-dear", matchPattern: `^dear ${place}$` }),
  );
  const other = Object.assign(newModel(), { projectId: "p-other" });
  matcher.use([...many, other]);
  cost.ms = 20;
  const start = performance.now();
  for (const name of ["a", "b", "c"]) expect(matcher.find("p-dear", name)).toBeUndefined();
  expect([cost.matches, performance.now() - start]).toEqual([25, 500]);
  expect(matcher.find("p-other", "mine")).toBe(other);
  cost.matches = 0;
  vi.advanceTimersByTime(10_000);
  // Names that were stopped are matched again.
  matcher.find("p-dear", "a");
  expect(cost.matches).toBe(25);
});

test("the patterns of tiers share the time of their project", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  countFakeTime();
  vi.advanceTimersByTime(120_000);
  cost.ms = 50;
  const call = { usage: { input: 200 }, modelParameters: {}, metadata: new Map() };
  const outcomes = Array.from({ length: 12 }, () => priceOf({ ...tiered, projectId: "p-tiers" }, call)?.tier);
  expect([cost.matches, outcomes.filter((tier) => tier === "long").length, outcomes.at(-1)]).toEqual([
    10,
    10,
    undefined,
  ]);
});
