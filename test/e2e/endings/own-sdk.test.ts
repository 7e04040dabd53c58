// Processes with an OpenTelemetry SDK of their own and no preload, which nobody shuts down.
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { runApplication, sendingTo, type ApplicationRun } from "../../support/application/run-application.ts";
import { ENDINGS } from "../../support/application/endings.ts";
import { freePort } from "../../support/http/free-port.ts";
import { startWholeService, type WholeService } from "../../support/http/whole-service.ts";

const COUNT = 1_000;

/** A signal that nobody listens to ends a process without any JavaScript. */
const DELIVERED = ENDINGS.filter(([ending]) => !/^a signal$|no longer handles/.test(ending));

let service: WholeService;

beforeEach(async () => {
  service = await startWholeService();
});
afterEach(() => service.close());

function end(args: string[], env: Record<string, string> = {}, signal?: NodeJS.Signals): Promise<ApplicationRun> {
  return runApplication({
    app: "exit-table",
    node: args[0] === "app.mjs" ? ["--import", "./own-sdk.mjs"] : [],
    args,
    env: { ...sendingTo(service.url), ...env },
    ...(signal && { signalWhenReady: signal }),
  });
}

it.each(DELIVERED)("every span is delivered at the end by %s (%s)", async (ending, exit, signal) => {
  const run = await end(["app.mjs", ending, "spans", String(COUNT)], { SVC_SHUTDOWN_TIMEOUT: "60" }, signal);
  expect({ arrived: service.spans.size, exit: run.exitCode ?? run.signal }).toEqual({ arrived: COUNT, exit });
  expect(run.stderr).not.toContain("[Svc SDK]");
});

describe("in CommonJS", () => {
  it.each([
    ["one processor", ["one"], ["first"]],
    ["one processor that is shut down", ["one", "shutdown"], ["first"]],
    ["one processor, and an exit listener that records", ["one", "later"], ["first", "second"]],
    ["two processors", ["two"], ["first"]],
  ])("%s", async (_what, args, names) => {
    const keys = new Map<string, number>();
    service.intercept = ({ headers: { authorization = "" } }) => {
      keys.set(authorization, (keys.get(authorization) ?? 0) + 1);
      return false;
    };
    expect(await end(["unfinished.cjs", ...args])).toMatchObject({ stdout: "", stderr: "", exitCode: 0 });
    expect([...service.spans]).toEqual(names);
    expect(keys.size).toBe(args[0] === "two" ? 2 : 1);
  });

  it.each([
    ["an exporter of the application's own", ["exporter"], "exported first\n"],
    ["an exporter, and a listener that records", ["exporter", "beforeExit"], "exported first,second\n"],
    ["an exporter that is shut down", ["exporter", "shutdown"], "exported first\n"],
  ])("%s", async (_what, args, stdout) => {
    expect(await end(["unfinished.cjs", ...args])).toMatchObject({ stdout, stderr: "", exitCode: 0 });
  });

  it("counts the spans that the service did not take, and ends as before", async () => {
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    const run = await end(["unfinished.cjs", "one"], { SVC_BASE_URL: nowhere });
    expect(run).toMatchObject({ stdout: "", exitCode: 0 });
    expect(run.stderr).toMatch(/^\S+ \[Svc SDK\] ERROR 1 span was lost: [^\n]*ECONNREFUSED[^\n]*\n$/);
  });
});
