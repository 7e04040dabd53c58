import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runApplication, PRELOAD, sendingTo, type ApplicationRun } from "../../support/application/run-application.ts";
import { startWholeService, type WholeService } from "../../support/http/whole-service.ts";

const COUNT = 1_000;

type Cargo = "spans" | "scores" | "media";

let service: WholeService;

beforeEach(async () => {
  service = await startWholeService();
});
afterEach(() => service.close());

/** Runs the application, which works and ends in the given way. It gets the signal once it reports that it is ready. */
function end(ending: string, cargo: Cargo, signal?: NodeJS.Signals): Promise<ApplicationRun> {
  return runApplication({
    app: "exit-table",
    node: PRELOAD,
    args: ["app.mjs", ending, cargo, String(COUNT)],
    // The bound is for services that hang; this machine may be slow.
    env: { ...sendingTo(service.url), SVC_SHUTDOWN_TIMEOUT: "60" },
    ...(signal && { signalWhenReady: signal }),
  });
}

const endings: Array<[ending: string, exit: number | NodeJS.Signals, signal?: NodeJS.Signals]> = [
  ["nothing left to do", 0],
  ["process.exit()", 3],
  ["an exception nobody catches", 1],
  ["a rejection nobody handles", 1],
  ["an await that never settles", 13],
  ["a signal", "SIGTERM", "SIGTERM"],
  ["a signal", "SIGINT", "SIGINT"],
  ["a signal", "SIGHUP", "SIGHUP"],
  ["a signal the application handles", 5, "SIGTERM"],
  ["a signal the application no longer handles", "SIGTERM", "SIGTERM"],
  ["an exit listener that works", 0],
  ["an exit listener that works, process.exit() in the same turn", 0],
  ["an exit listener that throws", 1],
  ["a worker that ends", 0],
  ["a worker that calls process.exit()", 0],
  ["a worker that throws", 0],
  ["a worker that is terminated", 0],
  ["process.exit() while a worker runs", 0],
];

describe(`delivers all ${COUNT} at the end by`, () => {
  it.each(endings)("%s (%s)", async (ending, exit, signal) => {
    for (const cargo of ["spans", "scores", "media"] as const) {
      const { exitCode, signal: endedBy, stderr } = await end(ending, cargo, signal);
      expect({ cargo, arrived: service[cargo].size, exit: exitCode ?? endedBy }).toEqual({
        cargo,
        arrived: COUNT,
        exit,
      });
      expect(stderr).not.toContain("[Svc SDK]");
    }
  });
});
