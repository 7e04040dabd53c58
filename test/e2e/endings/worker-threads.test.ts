import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PRELOAD, runApplication, sendingTo, type ApplicationRun } from "../../support/application/run-application.ts";
import { startWholeService, type WholeService } from "../../support/http/whole-service.ts";

let service: WholeService;

beforeEach(async () => {
  service = await startWholeService();
});
afterEach(() => service.close());

/** Runs a worker thread that creates three scores and prints the report of its client's flush. */
function run(main: "free" | "busy", env: Record<string, string> = {}): Promise<ApplicationRun> {
  return runApplication({
    app: "function",
    node: PRELOAD,
    args: ["worker-report.mjs", main],
    env: { ...sendingTo(service.url), ...env },
  });
}

const reportOf = ({ stdout }: ApplicationRun): unknown => JSON.parse(stdout);

function answerScores(status: number, body = ""): void {
  service.intercept = (request, response) => {
    if (request.url !== "/api/public/scores") return false;
    response.writeHead(status, { "content-type": "application/json" }).end(body);
    return true;
  };
}

describe("a flush in a worker thread whose scores the main thread delivers", () => {
  it("waits for their delivery, which takes one request, and counts them", async () => {
    let requests = 0;
    service.intercept = (request) => {
      if (request.url === "/api/public/scores") requests++;
      return false;
    };
    const finished = await run("free");
    expect(reportOf(finished)).toEqual({ delivered: 3, rejected: 0, lost: 0, waiting: 0 });
    expect(service.scores.size).toBe(3);
    expect(service.spans).toEqual(new Set(["in a worker"]));
    expect(requests).toBe(1);
    expect(finished.stderr).toBe("");
  });

  it("waits while the main thread retries a request", async () => {
    let refusals = 0;
    service.intercept = (request, response) => {
      if (request.url !== "/api/public/scores" || refusals++ > 0) return false;
      response.writeHead(503).end();
      return true;
    };
    expect(reportOf(await run("free"))).toEqual({ delivered: 3, rejected: 0, lost: 0, waiting: 0 });
    expect(service.scores.size).toBe(3);
  });

  it("counts the scores that the service rejects", async () => {
    answerScores(207, JSON.stringify({ accepted: 2, rejected: 1, errors: [{ message: "value out of range" }] }));
    const finished = await run("free");
    expect(reportOf(finished)).toEqual({ delivered: 2, rejected: 1, lost: 0, waiting: 0 });
    expect(finished.stderr).toContain("rejected 1 of 3 scores in batch: value out of range");
  });

  it("counts the scores that the service refuses", async () => {
    answerScores(401, "who?");
    const finished = await run("free");
    expect(reportOf(finished)).toEqual({ delivered: 0, rejected: 0, lost: 3, waiting: 0 });
    expect(finished.stderr.match(/3 scores were lost: .* refused with status 401/g)).toHaveLength(1);
  });

  it("ends in time when the service hangs, and counts the waiting scores", async () => {
    service.intercept = (request) => request.url === "/api/public/scores";
    const finished = await run("free", { SVC_SHUTDOWN_TIMEOUT: "0.5", SVC_TIMEOUT: "0.5" });
    expect(reportOf(finished)).toEqual({ delivered: 0, rejected: 0, lost: 0, waiting: 3 });
  });

  it("ends in time when the main thread is busy, which delivers the scores later", async () => {
    const finished = await run("busy", { SVC_SHUTDOWN_TIMEOUT: "0.5", SVC_TIMEOUT: "0.5" });
    expect(reportOf(finished)).toEqual({ delivered: 0, rejected: 0, lost: 0, waiting: 3 });
    expect(finished.stderr).toMatch(/The main thread .* Waiting after a flush: 3/);
    expect(finished.stderr).toContain("The main thread has not answered within 0.5 s");
    expect(service.scores.size).toBe(3);
    expect(service.spans).toEqual(new Set(["in a worker"]));
  });
});
