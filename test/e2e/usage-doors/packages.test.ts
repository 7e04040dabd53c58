// One answer has one value through every package that is recorded: each package runs under the preload in its oldest and newest tested
// version against a stand-in that answers in the form of its provider, whole and streamed.
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sendingTo } from "../../support/application/run-application.ts";
import { ROOT } from "../../support/paths.ts";
import { type LocalService, startLocalService, type StoredObservation } from "../../support/server/local-service.ts";
import { ANSWERS, EMBEDDED, kindsOf } from "../../support/usage/answers.ts";
import { startUsageSockets, type UsageSockets } from "../../support/usage/usage-sockets.ts";
import { startUsageStandIn, type UsageStandIn } from "../../support/usage/usage-stand-in.ts";
import { PACKAGE_DOORS, type PackageDoor, type Ways } from "./package-doors.ts";
import { makeCalls } from "./package-program.ts";

/** Call of a package, in the words of `package-calls.mjs`. */
interface Call {
  readonly way: string;
  readonly isStreamed: boolean;
  readonly answer: number;
}

const ALL_ANSWERS = [...ANSWERS, EMBEDDED];

let [service, standIn, sockets]: [LocalService, UsageStandIn, UsageSockets] = [] as never;
beforeAll(async () => {
  [service, standIn, sockets] = await Promise.all([startLocalService(), startUsageStandIn(), startUsageSockets()]);
});
afterAll(() => {
  sockets.close();
  return Promise.all([service.stop(), standIn.close()]);
});

/** Costs by kind of each answer through the first door, which every other door repeats. */
const costs = new Map<string, Record<string, number>>();

const titleOfDoor = ({ name, installation, observer, without }: PackageDoor): string =>
  `${name} in ${installation}${observer ? ` by ${observer.name}` : without ? ` without ${without.join()}` : ""}`;

describe.each(PACKAGE_DOORS.map((door) => [titleOfDoor(door), door] as const))("%s", (_title, door) => {
  const calls = callsOf(door);
  const recorded = new Map<number, StoredObservation[]>();

  beforeAll(async () => {
    const fromStartTime = new Date().toISOString();
    const questions = calls.map(({ way, isStreamed, answer }, index) => ({
      way,
      isStreamed,
      model: ALL_ANSWERS[answer]!.model,
      question: `Call ${index}: answer ${answer}`,
    }));
    await makeCalls(door, questions, {
      ...sendingTo(service.url),
      STAND_IN: standIn.url,
      SOCKETS: sockets.url,
      ...(door.without !== undefined && { OTEL_NODE_DISABLED_INSTRUMENTATIONS: door.without.join() }),
      ...(door.observer !== undefined && {
        OBSERVER: door.observer.name,
        OBSERVERS: join(ROOT, "instrumentations", door.observer.file),
      }),
    });
    for (const observation of await service.observations({ limit: "1000", fromStartTime })) {
      if (Object.keys(observation.usageDetails).length === 0) continue;
      const call = Number(/Call (\d+):/.exec(observation.input ?? "")?.[1]);
      recorded.set(call, [...(recorded.get(call) ?? []), observation]);
    }
  }, 180_000);

  test.each(calls.map((call, index) => [titleOf(call), index, call.answer] as const))(
    "%s: the same kinds, total and cost, once",
    (_title, index, answer) => {
      const { name, model, amounts, cost } = ALL_ANSWERS[answer]!;
      expect(recorded.get(index)?.map(({ usageDetails }) => usageDetails)).toEqual([kindsOf(amounts)]);
      const { costDetails } = recorded.get(index)![0]!;
      const isStated = door.pricedModels?.test(model) === true;
      const { total = null } = costDetails;
      expect(isStated ? Number(total?.toFixed(12)) : total).toBe(cost);
      if (!isStated && !costs.has(name)) costs.set(name, costDetails);
      expect(costDetails).toEqual(isStated ? { total } : costs.get(name));
    },
  );

  test("no usage beside these calls", () => {
    expect([...recorded.keys()].toSorted((a, b) => a - b)).toEqual([...calls.keys()]);
  });
});

const titleOf = ({ way, isStreamed, answer }: Call): string =>
  `${way}${isStreamed ? ", streamed" : ""}, ${ALL_ANSWERS[answer]!.name}`;

const callsOf = ({ whole, streamed, embeddings, models = /./ }: PackageDoor): Call[] =>
  [
    ...callsIn(whole, false),
    ...callsIn(streamed, true),
    ...embeddings.map((way) => ({ way, isStreamed: false, answer: ANSWERS.length })),
  ].filter(({ answer }) => models.test(ALL_ANSWERS[answer]!.model));

function callsIn(ways: Ways, isStreamed: boolean): Call[] {
  return Object.entries(ways).flatMap(([way, cannotTell]) =>
    [...ANSWERS.keys()]
      .filter((answer) => cannotTell.every((part) => ANSWERS[answer]!.amounts[part] === 0))
      .map((answer) => ({ way, isStreamed, answer })),
  );
}

test("every answer has a door of a package", () => {
  for (const [index, { name }] of ALL_ANSWERS.entries()) {
    const doors = PACKAGE_DOORS.filter((door) => callsOf(door).some(({ answer }) => answer === index));
    expect({ name, isTold: doors.length > 1 }).toEqual({ name, isTold: true });
  }
});
