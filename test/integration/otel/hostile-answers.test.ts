import { SvcClient } from "@svc/client";
import { startObservation } from "@svc/tracing";
import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { startHttpServer, type HttpServer } from "../../support/http/http-server.ts";
import { TEST_KEYS, traceTo, untrace } from "../../support/otlp/traced.ts";
import { logLinesOfEachTest } from "../../support/log-lines.ts";

/** Clears a screen, sets the title of a terminal, turns text round, goes back to the start of the line, and writes a line of ours. */
const HOSTILE = "\u001B[2J\u001B]0;title\u0007\u009B1m\u202Eevil\u2066\r\n[Svc SDK] INFO forged\u0000\u007F";

// oxlint-disable-next-line no-control-regex -- These are what must not be there.
const UNPRINTABLE = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u202A-\u202E\u2066-\u2069]/u;

const json = (value: unknown): string => JSON.stringify(value);

type Answer = (response: ServerResponse) => void;

const answering =
  (status: number, body: string, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end(body);

const DEEP_SUCCESS = answering(207, '{"errors":'.repeat(200_000) + "1" + "}".repeat(200_000));

const ANSWERS: Record<string, Answer> = {
  "a refusal with control characters": answering(400, HOSTILE),
  "a refusal with control characters in JSON": answering(
    400,
    json({ message: HOSTILE, error: [{ path: [HOSTILE], message: HOSTILE }] }),
  ),
  "a refusal of the keys with control characters": answering(401, HOSTILE),
  "a page with control characters in its title": answering(200, `<html><title>${HOSTILE}</title>`, {
    "content-type": "text/html",
  }),
  "10 MB of one line": answering(400, HOSTILE + "x".repeat(10_000_000)),
  "10 MB of one line, accepted": answering(200, "x".repeat(10_000_000), { "content-type": "application/json" }),
  "JSON nested 200,000 deep": answering(400, "[".repeat(200_000) + "]".repeat(200_000)),
  "JSON nested 200,000 deep, partly accepted": DEEP_SUCCESS,
  "rejections with control characters": answering(207, json({ rejected: 1, errors: [{ message: HOSTILE }] })),
};

let server: HttpServer;
let answer: Answer;

const logged = logLinesOfEachTest();
beforeEach(async () => {
  server = await startHttpServer((_request, response) => answer(response));
  vi.stubEnv("SVC_SHUTDOWN_TIMEOUT", "0.5");
});
afterEach(async () => {
  untrace();
  vi.unstubAllEnvs();
  await server.close();
});

describe("to spans, scores and calls of the API, the service answers with", () => {
  it.each(Object.entries(ANSWERS))("%s: messages stay short and harmless", async (_what, given) => {
    answer = given;
    const { processor } = traceTo(server.url);
    startObservation("a").end();
    const client = new SvcClient({ ...TEST_KEYS, baseUrl: server.url });
    client.score.create({ name: "n", value: 1, traceId: "1".repeat(32) });
    const failed = await client.api.datasets.list({}, { maxRetries: 0 }).then(
      () => "",
      (error: unknown) => (error as Error).message,
    );
    await Promise.all([processor.shutdown(), client.shutdown()]);
    const said = [logged.warnings(), logged.errors(), failed];
    // A whole answer in JSON is a success for the call of the API, however deep it is.
    expect(said.join("") === "").toBe(given === DEEP_SUCCESS);
    expect(said.slice(0, 2).join("\n")).not.toMatch(/^\[Svc SDK\] INFO forged/m);
    for (const text of said) expect(text).not.toMatch(UNPRINTABLE);
    for (const line of said.join("\n").split("\n")) expect(line.length).toBeLessThan(2_000);
  });
});
