import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runApplication, PRELOAD, sendingTo, type ApplicationRun } from "../../support/application/run-application.ts";
import { ENDINGS } from "../../support/application/endings.ts";
import { startWholeService, type WholeService } from "../../support/http/whole-service.ts";
import { testedVersions } from "../../support/tested-versions.ts";

const COUNT = 1_000;

/** Number of media where CI does not send {@link COUNT} of them: each takes three requests. */
const FEWER_MEDIA = 200;

/** Endings with {@link COUNT} media: with TEST_VERSIONS=all each. */
const WITH_ALL_MEDIA = new Set(
  testedVersions(
    ENDINGS,
    ENDINGS.filter(([ending]) => ending === "process.exit()"),
  ).map(([ending]) => ending),
);

type Cargo = "spans" | "scores" | "media";

let service: WholeService;

beforeEach(async () => {
  service = await startWholeService();
});
afterEach(() => service.close());

/** Runs the application, which works and ends in the given way. It gets the signal once it reports that it is ready. */
function end(ending: string, cargo: Cargo, count: number, signal?: NodeJS.Signals): Promise<ApplicationRun> {
  return runApplication({
    app: "exit-table",
    node: PRELOAD,
    args: ["app.mjs", ending, cargo, String(count)],
    // The bound is for services that hang; this machine may be slow.
    env: { ...sendingTo(service.url), SVC_SHUTDOWN_TIMEOUT: "60" },
    ...(signal && { signalWhenReady: signal }),
  });
}

describe("delivers everything at the end by", () => {
  it.each(ENDINGS)("%s (%s)", async (ending, exit, signal) => {
    for (const cargo of ["spans", "scores", "media"] as const) {
      const count = cargo === "media" && !WITH_ALL_MEDIA.has(ending) ? FEWER_MEDIA : COUNT;
      const { exitCode, signal: endedBy, stderr } = await end(ending, cargo, count, signal);
      expect({ cargo, arrived: service[cargo].size, exit: exitCode ?? endedBy }).toEqual({
        cargo,
        arrived: count,
        exit,
      });
      expect(stderr).not.toContain("[Svc SDK]");
    }
  });
});
