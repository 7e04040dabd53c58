import type * as Vm from "node:vm";
import { afterEach, expect, test, vi } from "vitest";
import { ModelMatcher } from "../../../../src/server/ingest/prices/model-matcher.ts";
import type { Model } from "../../../../src/server/stores/models.ts";

/** Number of further matches that Node stops at the time limit, as on a busy machine. All others have no limit. */
const busy = vi.hoisted(() => ({ matches: 0 }));

vi.mock(import("node:vm"), async (importOriginal) => {
  const vm = await importOriginal();
  const runInContext: typeof Vm.runInContext = (code, context) =>
    busy.matches-- > 0 ? vm.runInContext("for (;;);", context, { timeout: 1 }) : vm.runInContext(code, context);
  return { ...vm, runInContext };
});

afterEach(() => {
  busy.matches = 0;
  vi.useRealTimers();
});

const model = { id: "m-1", projectId: "p-1", matchPattern: "^mine$", startDate: null, createdAt: 0 } as Model;

test("a pattern stopped on a busy machine is tried again after 10 s", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const matcher = new ModelMatcher();
  matcher.use([model]);
  busy.matches = 1;
  expect(matcher.find("p-1", "mine")).toBeUndefined();
  vi.advanceTimersByTime(9999);
  expect(matcher.find("p-1", "mine")).toBeUndefined();
  vi.advanceTimersByTime(1);
  expect(matcher.find("p-1", "mine")).toBe(model);
});

test("a pattern that does not match is not tried again", () => {
  vi.useFakeTimers({ toFake: ["performance"] });
  const matcher = new ModelMatcher();
  matcher.use([model]);
  expect(matcher.find("p-1", "other")).toBeUndefined();
  busy.matches = 1;
  vi.advanceTimersByTime(60_000);
  expect(matcher.find("p-1", "other")).toBeUndefined();
  expect(busy.matches).toBe(1);
});
