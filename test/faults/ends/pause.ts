import assert from "node:assert/strict";
import { noLosses, withNetwork } from "../outage/network.ts";
import { record } from "../recorder.ts";
import type { Fault } from "../fault.ts";

/** Longest time, in milliseconds, by which the end may come after the last observation. */
const LONGEST_MS = 3_000;

/** The service has asked for a pause that is longer than the application lives. */
export const pause: Fault = {
  fault: "The process ends in the middle of a pause of 60 s that the service has asked for",
  outcome: "Nothing is lost, and the end does not wait for the pause",
  failsWhen: {
    says: "nothing is delivered at the end of the process",
    find: "if(deliveries.length>0){",
    put: "if(false){",
  },
  measure: (trial) =>
    withNetwork("forwarding", async ({ service, front }) => {
      service.intercept = (_request, response) => {
        service.intercept = () => false;
        response.writeHead(503, { "retry-after": "60" }).end();
        return true;
      };
      let before = 0;
      const run = await record(trial, {
        perSecond: 200,
        seconds: 3,
        url: front.url,
        env: { SVC_FLUSH_AT: "600", SVC_FLUSH_INTERVAL: "0.5" },
        at: { 2: () => (before = service.spans.size) },
      });
      assert.match(run.stderr, /answered with status 503; spans wait and are sent again/);
      assert.equal(before, 0, "observations arrived in the pause: the row measures nothing");
      assert.ok(run.endMs < LONGEST_MS, `the end took ${run.endMs} ms`);
      return `${noLosses(run, service)}, end delayed by ${(run.endMs / 1e3).toFixed(1)} s`;
    }),
};
