import assert from "node:assert/strict";
import type { ServerResponse } from "node:http";
import { setTimeout as after } from "node:timers/promises";
import { OTLP_TRACES_PATH } from "@svc/core/internal";
import type { WholeService } from "../../support/http/whole-service.ts";
import type { Fault, Mutation, Subject, Trial } from "../fault.ts";
import { record, saidLosses, type RecordingRun } from "../recorder.ts";
import { countedLosses, noLosses, withNetwork } from "./network.ts";
import { FORGETS_REFUSED } from "./outages.ts";

/** Answer to the first requests of an application, instead of the service's. */
type BadAnswer = (response: ServerResponse) => void;

/** Number of requests that are answered badly. */
const BAD_ANSWERS = 2;

/** Has the first requests answered badly while an application records; checks that nothing is lost. */
async function badAnswers(trial: Trial, answer: BadAnswer, check: (run: RecordingRun) => void): Promise<string> {
  return withNetwork("forwarding", async ({ service, front }) => {
    let requests = 0;
    let answeredAt = 0;
    let pauseMs = 0;
    service.intercept = (request, response) => {
      if (request.url !== OTLP_TRACES_PATH) return false;
      requests++;
      if (requests > BAD_ANSWERS) {
        if (requests === BAD_ANSWERS + 1) pauseMs = performance.now() - answeredAt;
        return false;
      }
      answeredAt = performance.now();
      answer(response);
      return true;
    };
    const run = await record(trial, { perSecond: 200, seconds: 5, url: front.url, env: { SVC_FLUSH_AT: "100" } });
    check(run);
    return `${noLosses(run, service)}, next attempt after ${(pauseMs / 1e3).toFixed(1)} s`;
  });
}

interface AnswerRow {
  readonly fault: string;
  readonly answer: BadAnswer;
  readonly said: RegExp;
  readonly outcome?: string;
  readonly failsWhen?: Mutation;
}

const status =
  (code: number, headers: Record<string, string> = {}): BadAnswer =>
  (response) =>
    response.writeHead(code, headers).end();

/** Date in a header that lies one to two seconds in the future: such a date has whole seconds. */
const soon = (): string => new Date(Date.now() + 2_000).toUTCString();

const page: BadAnswer = (response) =>
  response.writeHead(200, { "content-type": "text/html" }).end("<!doctype html><title>Sign in</title>");

const ROWS: readonly AnswerRow[] = [
  {
    fault: "The service answers 429 with `Retry-After: 2`",
    answer: status(429, { "retry-after": "2" }),
    said: /answered with status 429; spans wait and are sent again/,
  },
  {
    fault: "The service answers 429 with a date in `Retry-After`",
    answer: (response) => status(429, { "retry-after": soon() })(response),
    said: /answered with status 429; spans wait and are sent again/,
  },
  {
    fault: "The service answers 503 with `Retry-After: 2`",
    answer: status(503, { "retry-after": "2" }),
    said: /answered with status 503; spans wait and are sent again/,
  },
  {
    fault: "The service answers 503 with a date in `Retry-After`",
    answer: (response) => status(503, { "retry-after": soon() })(response),
    said: /answered with status 503; spans wait and are sent again/,
  },
  {
    fault: "A proxy answers 502",
    answer: status(502),
    said: /answered with status 502; spans wait and are sent again/,
  },
  {
    fault: "A proxy answers 407",
    answer: status(407),
    said: /proxy that wants a user and a password \(status 407\).*spans wait and are sent again/,
    failsWhen: {
      says: "407 counts as a refusal of the service",
      find: "status >= 300 && status < 400 || status === WANTS_PROXY_LOGIN",
      put: "status >= 300 && status < 400",
    },
  },
  {
    fault: "A proxy answers 200 with its login page",
    answer: page,
    said: /web page, "Sign in" \(status 200\).*spans wait and are sent again/,
    failsWhen: {
      says: "a web page counts as an answer of the service",
      find: "WEB_PAGE.test(beginningOfBody(body, 100))",
      put: "false",
    },
  },
  {
    fault: "The connection breaks in the middle of an answer",
    answer: (response) => {
      response.writeHead(200, { "content-length": "100" }).write("half of");
      setImmediate(() => response.destroy());
    },
    said: /could not be reached \((aborted|ECONNRESET)\); spans wait and are sent again/,
  },
];

const answered = ({ fault, answer, said, outcome, failsWhen }: AnswerRow): Fault => ({
  fault,
  outcome: outcome ?? "Nothing is lost, and a line names the answer",
  failsWhen: failsWhen ?? FORGETS_REFUSED,
  measure: (trial) => badAnswers(trial, answer, ({ stderr }) => assert.match(stderr, said)),
});

/** Has the service take a request and never answer it. */
const swallowAnswer: WholeService["intercept"] = (_request, response) => {
  response.end = () => response;
  return false;
};

/** Largest body that the proxy of a row takes, in bytes. */
const PROXY_LIMIT = 2_000;

/** The service, or a proxy on the way, answers, but not as it should. */
export const answers: Subject = {
  title: "Answers",
  isMostlyWaiting: true,
  faults: [
    ...ROWS.map(answered),
    {
      fault: "A proxy answers 413: it takes bodies of 2 kB at most",
      outcome: "Nothing is lost: a batch is halved until it fits",
      failsWhen: { says: "413 is final", find: "tooLarge: 413", put: "tooLarge: 0" },
      measure: (trial) =>
        withNetwork("forwarding", async ({ service, front }) => {
          let refused = 0;
          service.intercept = (_request, response, body) => {
            if (body.length <= PROXY_LIMIT) return false;
            refused++;
            response.writeHead(413).end();
            return true;
          };
          const run = await record(trial, { perSecond: 200, seconds: 2, url: front.url, env: { SVC_FLUSH_AT: "50" } });
          return `${noLosses(run, service)}, ${refused} batches halved`;
        }),
    },
    {
      fault: "The service answers each request after 5 s, which is `SVC_TIMEOUT`",
      outcome: "The application does not wait; what may not have arrived is counted and said",
      failsWhen: {
        says: "the end of the process waits for answers without a limit",
        find: "this.#timeoutMs = timeoutMs; this.#deadline = performance.now() + timeoutMs",
        put: "this.#timeoutMs = timeoutMs; this.#deadline = performance.now() + 60000",
      },
      measure: (trial) =>
        withNetwork("forwarding", async ({ service, front }) => {
          service.intercept = () => after(5_000, false);
          const run = await record(trial, { perSecond: 200, seconds: 2, url: front.url });
          assert.match(run.stderr, /400 spans may not have arrived: .*no answer within 5 s/);
          assert.ok(run.endMs < 7_000, `the end took ${run.endMs} ms`);
          return `${countedLosses(run, service)}; end delayed by ${(run.endMs / 1e3).toFixed(1)} s`;
        }),
    },
    {
      fault: "The service takes every request, and none of its answers arrives",
      outcome: "No observation is said to be lost; those that may not have arrived are counted and said",
      failsWhen: {
        says: "a request without an answer counts as lost",
        find: "mayHaveArrived: isRepeated || mayHaveArrived(answer) }]",
        put: "mayHaveArrived: false }]",
      },
      measure: (trial) =>
        withNetwork("forwarding", async ({ service, front }) => {
          service.intercept = swallowAnswer;
          const env = { SVC_FLUSH_AT: "50", SVC_SHUTDOWN_TIMEOUT: "1" };
          const run = await record(trial, { perSecond: 200, seconds: 2, url: front.url, env });
          assert.equal(service.spans.size, run.made, run.stderr);
          return countedLosses(run, service);
        }),
    },
    {
      fault: "The same, and more waits at the end of the process than can be sent",
      outcome: "What was not sent is said to be lost; what may not have arrived is counted and said apart",
      failsWhen: {
        says: "requests that wait for others at the end are not counted",
        find: "for (const job of others) this.#end(job, unsent)",
        put: "void unsent",
      },
      measure: (trial) =>
        withNetwork("forwarding", async ({ service, front }) => {
          service.intercept = swallowAnswer;
          const env = { SVC_SHUTDOWN_TIMEOUT: "1" };
          const run = await record(trial, { perSecond: 10_000, seconds: 3, url: front.url, env });
          const { lost, unsure } = saidLosses(run.stderr);
          assert.ok(lost > 0 && unsure > 0 && service.spans.size > 0, `the row measures nothing: ${run.stderr}`);
          return countedLosses(run, service);
        }),
    },
    {
      fault: "The service answers each request after 3 s",
      outcome: "Nothing is lost",
      failsWhen: {
        says: "the end of the process does not wait for answers",
        find: "this.#timeoutMs = timeoutMs; this.#deadline = performance.now() + timeoutMs",
        put: "this.#timeoutMs = timeoutMs; this.#deadline = performance.now() + 100",
      },
      measure: (trial) =>
        withNetwork("forwarding", async ({ service, front }) => {
          service.intercept = () => after(3_000, false);
          const run = await record(trial, { perSecond: 200, seconds: 2, url: front.url, env: { SVC_FLUSH_AT: "50" } });
          return `${noLosses(run, service)}, end delayed by ${(run.endMs / 1e3).toFixed(1)} s`;
        }),
    },
  ],
};
