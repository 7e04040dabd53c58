import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PRELOAD, runApplication, sendingTo, type ApplicationRun } from "../../support/application/run-application.ts";
import { freePort } from "../../support/http/free-port.ts";
import { startWholeService, type WholeService } from "../../support/http/whole-service.ts";

const TRACES = "/api/public/otel/v1/traces";

let service: WholeService;

beforeEach(async () => {
  service = await startWholeService();
});
afterEach(() => service.close());

/** Seconds that no test waits for: a test that ends earlier was not ended by this bound. */
const LONG = "600";

function end(cargo: string, count: number, env: Record<string, string> = {}): Promise<ApplicationRun> {
  return runApplication({
    app: "exit-table",
    node: PRELOAD,
    args: ["app.mjs", "process.exit()", cargo, String(count)],
    env: { ...sendingTo(service.url), SVC_SHUTDOWN_TIMEOUT: LONG, ...env },
  });
}

const said = ({ stderr }: ApplicationRun): string[] => stderr.split("\n").filter((line) => line.includes("[Svc SDK]"));

describe("delivery at the end of the process", () => {
  it.each([429, 502, 503, 504])("retries a %i after Retry-After", async (status) => {
    let refusals = 0;
    service.intercept = (_request, response) => {
      if (refusals++ > 0) return false;
      response.writeHead(status, { "retry-after": "0" }).end();
      return true;
    };
    expect(said(await end("spans", 3))).toEqual([]);
    expect(service.spans.size).toBe(3);
  });

  it("retries scores after a 500, as in a running process", async () => {
    let refusals = 0;
    service.intercept = (_request, response) => {
      if (refusals++ > 0) return false;
      response.writeHead(500).end();
      return true;
    };
    expect(said(await end("scores", 3))).toEqual([]);
    expect(service.scores.size).toBe(3);
  });

  it("gives up when Retry-After exceeds the time limit", async () => {
    service.intercept = (_request, response) => {
      response.writeHead(503, { "retry-after": "3600" }).end("later");
      return true;
    };
    expect(said(await end("spans", 3))).toEqual([
      expect.stringMatching(/ERROR 3 spans were lost: .*\/traces refused with status 503: later$/),
    ]);
  });

  it("retries a broken connection", async () => {
    let breaks = 0;
    service.intercept = (request) => {
      if (breaks++ > 0) return false;
      request.socket.destroy();
      return true;
    };
    expect(said(await end("spans", 3))).toEqual([]);
    expect(service.spans.size).toBe(3);
  });

  it("retries after a connection that breaks in the middle of an answer", async () => {
    let breaks = 0;
    service.intercept = (_request, response) => {
      if (breaks++ > 0) return false;
      response.writeHead(200, { "content-length": "100" });
      response.write("half of", () => response.destroy());
      return true;
    };
    expect(said(await end("spans", 3))).toEqual([]);
    expect(service.spans.size).toBe(3);
  });

  it("halves a batch that is too large for a proxy until it fits", async () => {
    service.intercept = (request, response, body) => {
      if (request.url !== TRACES || body.length < 2_000) return false;
      response.writeHead(413).end();
      return true;
    };
    expect(said(await end("spans", 100))).toEqual([]);
    expect(service.spans.size).toBe(100);
  });

  it("waits at most SVC_SHUTDOWN_TIMEOUT for a service that hangs", async () => {
    service.intercept = () => true;
    const run = await end("spans", 3, { SVC_SHUTDOWN_TIMEOUT: "0.5" });
    expect(run.exitCode).toBe(3);
    expect(said(run)).toEqual([
      expect.stringMatching(/ERROR 3 spans may not have arrived: .* gave no answer within 0\.5 s/),
    ]);
  });

  it.each(["spans", "scores", "media"])("does not wait for a service that is down (%s)", async (cargo) => {
    const run = await end(cargo, 3, { SVC_BASE_URL: `http://127.0.0.1:${await freePort()}` });
    expect(run.exitCode).toBe(3);
    expect(said(run)).toHaveLength(1);
  });

  it("logs one line with the number of losses of each kind, and the reason", async () => {
    const run = await end("media", 3, { SVC_BASE_URL: `http://127.0.0.1:${await freePort()}` });
    const address = String.raw`http://127\.0\.0\.1:\d+/api/public`;
    expect(said(run)).toEqual([
      expect.stringMatching(
        new RegExp(
          `ERROR 3 spans were lost: ${address}/otel/v1/traces could not be reached \\(ECONNREFUSED\\)\\. .*; ` +
            `3 media were lost: POST ${address}/media could not be reached \\(ECONNREFUSED\\)`,
        ),
      ),
    ]);
  });

  it("logs spans that the service rejects and media that the storage refuses", async () => {
    service.intercept = (request, response) => {
      if (request.method !== "PUT") return false;
      response.writeHead(403).end("expired");
      return true;
    };
    const run = await end("media", 2);
    expect(said(run)).toEqual([
      expect.stringMatching(/ERROR 2 media were lost: The media \S{22} could not be uploaded: status 403: expired/),
    ]);
  });

  it.each(["process.exit()", "a worker that ends"])("logs scores that the service rejects (%s)", async (ending) => {
    service.intercept = (_request, response) => {
      const errors = [{ message: "a: value out of range" }, { message: "b: config not found" }];
      response.writeHead(207, { "content-type": "application/json" });
      response.end(JSON.stringify({ accepted: 1, rejected: 2, errors }));
      return true;
    };
    const run = await runApplication({
      app: "exit-table",
      node: PRELOAD,
      args: ["app.mjs", ending, "scores", "3"],
      env: { ...sendingTo(service.url), SVC_SHUTDOWN_TIMEOUT: LONG },
    });
    expect(said(run)).toEqual([
      expect.stringMatching(
        /ERROR (2 scores were lost: .*\/scores rejected them|rejected 2 of 3 scores in batch): a: value out of range; b: config/,
      ),
    ]);
  });

  it("logs losses of a score queue in the same line", async () => {
    service.intercept = (_request, response) => {
      response.writeHead(401).end("who?");
      return true;
    };
    expect(said(await end("scores", 250))).toEqual([
      expect.stringMatching(
        /ERROR 250 scores were lost: .*\/scores refused with status 401; check SVC_PUBLIC_KEY.*: who\?$/,
      ),
    ]);
  });
});
