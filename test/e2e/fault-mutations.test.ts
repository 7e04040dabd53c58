import { expect, it } from "vitest";
import { SUBJECTS } from "../faults/fault-list.ts";
import { misfit } from "../faults/mutation.ts";

it("every change of the preload that makes a row of the table of faults fail fits the built preload", () => {
  const mutations = new Map(
    SUBJECTS.flatMap(({ faults }) => faults.map(({ failsWhen }) => [failsWhen.find, failsWhen] as const)),
  );
  expect([...mutations.values()].flatMap((mutation) => misfit(mutation) ?? [])).toEqual([]);
});
