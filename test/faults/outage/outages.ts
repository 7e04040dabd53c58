import assert from "node:assert/strict";
import type { WholeService } from "../../support/http/whole-service.ts";
import type { Fault, Form, Mutation, Subject, Trial } from "../fault.ts";
import { record, type RecordingOptions, type RecordingRun } from "../recorder.ts";
import { countedLosses, noLosses, withNetwork } from "./network.ts";

/** Seconds of an outage, and of the time before and after it. */
const WORK = { short: { up: 1, outage: 3 }, full: { up: 5, outage: 60 } } as const satisfies Record<Form, object>;

/** Has the service refuse connections in the middle of a recording. */
async function interrupted(
  { form, ...trial }: Trial,
  options: Pick<RecordingOptions, "perSecond" | "env">,
  check: (run: RecordingRun, service: WholeService) => string,
): Promise<string> {
  const { up, outage } = WORK[form];
  return withNetwork("forwarding", async ({ service, front }) => {
    const at = { [up]: () => front.refuse(), [up + outage]: () => front.forward() };
    const run = await record({ form, ...trial }, { ...options, seconds: up + outage + up, url: front.url, at });
    return `${check(run, service)} in ${outage} s`;
  });
}

export const FORGETS_REFUSED: Mutation = {
  says: "the queue drops a batch that the service refuses",
  find: "this.#waiting.unshift(batch)",
  put: "this.#undelivered.delete(batch)",
};

const COUNTS_NOTHING: Mutation = {
  says: "a batch that does not fit into the queue is not counted",
  find: "losses.add(batch.spanCount - leaveInFile(batch)",
  put: "losses.add(0",
};

function outageOf(perSecond: number): Fault {
  return {
    fault: `The service refuses connections while ${perSecond.toLocaleString("en-US")} observations a second are made`,
    outcome: "Nothing is lost",
    failsWhen: FORGETS_REFUSED,
    measure: (trial) => interrupted(trial, { perSecond }, noLosses),
  };
}

/** The service cannot be reached, for a while or at all. */
export const outages: Subject = {
  title: "Outage",
  isMostlyWaiting: true,
  faults: [
    {
      fault: "The service is down when the application starts, and comes up later",
      outcome: "Nothing is lost",
      failsWhen: FORGETS_REFUSED,
      measure: (trial) =>
        withNetwork("refusing", async ({ service, front }) => {
          const env = { SVC_FLUSH_AT: "50" };
          const run = await record(trial, {
            perSecond: 200,
            seconds: 4,
            url: front.url,
            env,
            at: { 2: () => front.forward() },
          });
          return noLosses(run, service);
        }),
    },
    outageOf(200),
    outageOf(2_000),
    {
      fault: "The service refuses connections while 10,000 observations a second are made",
      outcome: "Spans beyond 64 MiB, or unsent at exit, are counted and logged",
      failsWhen: FORGETS_REFUSED,
      measure: (trial) => interrupted(trial, { perSecond: 10_000 }, countedLosses),
    },
    {
      fault: "The same with a queue of 100 kB: more waits than the queue holds",
      outcome: "Every loss is counted and said; the rest arrives",
      failsWhen: COUNTS_NOTHING,
      measure: (trial) =>
        interrupted(trial, { perSecond: 10_000, env: { SVC_OTEL_MAX_QUEUE_SIZE_BYTES: "100000" } }, (run, service) => {
          assert.ok(service.spans.size < run.made, "the queue held everything: the row measures nothing");
          return countedLosses(run, service);
        }),
    },
    {
      fault: "Connections become half-open: nothing passes, nothing closes",
      outcome: "Nothing is lost: requests end after `SVC_TIMEOUT` and are sent again",
      failsWhen: {
        says: "a request waits for its answer without a limit",
        find: "setTimeout(breakOff, timeoutMs).unref()",
        put: "undefined",
      },
      measure: (trial) =>
        withNetwork("forwarding", async ({ service, front }) => {
          let before = 0;
          const run = await record(trial, {
            perSecond: 200,
            seconds: 7,
            url: front.url,
            env: { SVC_FLUSH_AT: "50", SVC_TIMEOUT: "1", SVC_SHUTDOWN_TIMEOUT: "2" },
            at: {
              1: () => front.silence(),
              2: () => front.forward(),
              6: () => (before = service.spans.size),
            },
          });
          assert.ok(before > 600, `${before} of 1,200 had arrived a second before the end: ${run.stderr}`);
          return noLosses(run, service);
        }),
    },
    {
      fault: "Connections are reset in the middle of the body of a request",
      outcome: "Nothing is lost",
      failsWhen: FORGETS_REFUSED,
      measure: (trial) =>
        withNetwork("forwarding", async ({ service, front }) => {
          front.reset(2, 1_000);
          const run = await record(trial, { perSecond: 200, seconds: 4, url: front.url, env: { SVC_FLUSH_AT: "50" } });
          return `${noLosses(run, service)}, ${front.connections} connections`;
        }),
    },
    ...[3_600, -3_600].map((clockJump): Fault => ({
      fault: `The clock of the machine jumps an hour ${clockJump > 0 ? "forward" : "back"} while the service is down`,
      outcome: "Nothing is lost, and the process ends in time",
      failsWhen: FORGETS_REFUSED,
      measure: (trial) =>
        withNetwork("refusing", async ({ service, front }) => {
          const run = await record(trial, {
            perSecond: 200,
            seconds: 4,
            clockJump,
            url: front.url,
            env: { SVC_FLUSH_AT: "50" },
            at: { 2: () => front.forward() },
          });
          return `${noLosses(run, service)}, end delayed by ${(run.endMs / 1e3).toFixed(1)} s`;
        }),
    })),
  ],
};
