import { startObservation } from "@svc/tracing";
import { afterEach, describe, expect, it } from "vitest";
import { exportSinkOfEachTest, type Answer } from "../../support/otlp/export-sink.ts";
import { traceTo, untrace } from "../../support/otlp/traced.ts";
import { logLinesOfEachTest } from "../../support/log-lines.ts";

const logged = logLinesOfEachTest();
const sink = exportSinkOfEachTest();

afterEach(() => {
  untrace();
});

const LOGIN_PAGE = "\n<!DOCTYPE html><html><head><title> Sign in to\nCorp </title></head><body>…</body></html>";

const answers: Array<[what: string, answer: Answer, said: string]> = [
  [
    "a login page",
    (response) => response.writeHead(200, { "content-type": "text/html" }).end(LOGIN_PAGE),
    'answered with a web page, "Sign in to Corp" (status 200)',
  ],
  [
    "a redirect",
    (response) => response.writeHead(302, { location: "https://login.corp.test/sso?token=secret" }).end(),
    "redirects to https://login.corp.test/sso (status 302)",
  ],
  [
    "a redirect to a path",
    (response) => response.writeHead(308, { location: "/elsewhere" }).end(),
    "/elsewhere (status 308)",
  ],
  ["a redirect to nowhere", (response) => response.writeHead(301).end(), "redirects (status 301)"],
];

describe("spans answered with", () => {
  it.each(answers)("%s are kept and retried, and the problem is logged once", async (_what, answer, text) => {
    const taken: string[] = [];
    sink.answer = (response, nth) => {
      if (nth <= 2) {
        answer(response, nth);
        return;
      }
      taken.push(...sink.exports[nth - 1]!.spans.map(({ name }) => name));
      response.writeHead(200).end();
    };
    const { processor } = traceTo(sink.url);
    startObservation("kept").end();
    await processor.forceFlush();
    expect(taken).toEqual(["kept"]);
    expect(logged.warnings()).toContain(`${sink.url}/api/public/otel/v1/traces ${text.startsWith("/") ? "" : text}`);
    expect(logged.warnings()).toContain(text);
    expect(logged.warnings()).toContain("SVC_BASE_URL");
    expect(logged.warnings().split("\n")).toHaveLength(1);
    expect(logged.warnings()).not.toContain("secret");
    expect(logged.errors()).toBe("");
  });

  it.each(answers)("%s until the end are counted as lost, with the problem", async (_what, answer, text) => {
    sink.answer = answer;
    const { processor } = traceTo(sink.url);
    for (let i = 0; i < 3; i++) startObservation("lost").end();
    await processor.shutdown();
    expect(logged.errors()).toContain("3 spans were lost");
    expect(logged.errors()).toContain(text);
    expect(logged.errors().split("\n")).toHaveLength(1);
  });
});
