import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PRELOAD, runApplication, sendingTo, type ApplicationRun } from "../../support/application/run-application.ts";
import { startLocalService, type LocalService, type StoredObservation } from "../../support/server/local-service.ts";

/** Ways to preload a child: as an argument of Node, which `fork` and `cluster` pass on, or by the environment. */
const forms: Array<[how: string, node: readonly string[], env: Record<string, string>]> = [
  ["fork", PRELOAD, {}],
  ["cluster", PRELOAD, {}],
  ["spawn", [], { NODE_OPTIONS: PRELOAD.join(" ") }],
];

describe.each(forms)("an application that starts another process by %s", (how, node, env) => {
  let service: LocalService;
  let stored: StoredObservation[];
  let run: ApplicationRun;

  beforeAll(async () => {
    service = await startLocalService();
    run = await runApplication({
      app: "processes",
      node,
      args: ["parent.mjs", how],
      env: { ...sendingTo(service.url), ...env },
    });
    stored = await service.observations();
  });
  afterAll(() => service.stop());

  it("ends as without the preload", () => {
    expect(run).toEqual({ exitCode: 0, signal: null, stdout: "", stderr: "" });
  });

  it("stores the observations of both processes and of the child's thread once", () => {
    expect(stored.map(({ name }) => name).toSorted()).toEqual(["child", "parent", "thread"]);
  });

  it("makes one trace of both with TRACEPARENT in the child's environment", () => {
    const [parent, child, thread] = ["parent", "child", "thread"].map((name) => stored.find((o) => o.name === name)!);
    expect(child).toMatchObject({ traceId: parent!.traceId, parentObservationId: parent!.id });
    expect(thread).toMatchObject({ traceId: parent!.traceId, parentObservationId: parent!.id });
  });
});
