import assert from "node:assert/strict";
import { setTimeout as after } from "node:timers/promises";
import { ENDINGS, type ProgramEnding } from "../../support/application/endings.ts";
import { runApplication, sendingTo, type ApplicationRun } from "../../support/application/run-application.ts";
import { freePort } from "../../support/http/free-port.ts";
import { startWholeService, type WholeService } from "../../support/http/whole-service.ts";
import type { Fault, Subject, Trial } from "../fault.ts";
import { pause } from "./pause.ts";

/** Spans, scores or media that the application makes before it ends. */
const COUNT = 200;

/** Endings of the short form; the full form has them all. */
const SHORT_ENDINGS: ReadonlySet<ProgramEnding> = new Set(
  ["process.exit()", "an exception nobody catches", "a signal", "a worker that ends"].map((name) =>
    ENDINGS.find(([ending]) => ending === name)!,
  ),
);

/** Seconds of `SVC_SHUTDOWN_TIMEOUT` in rows whose service never answers. */
const BOUND_S = 0.5;

/** Longest time by which a process may end later than its bound, or than without the preload where the service refuses. */
const LONGEST_EXTRA_MS = 1_500;

/** Number of attempts at an end within its time: a busy machine delays a process, too. */
const ATTEMPTS = 3;

interface EndRow {
  readonly fault: string;
  readonly outcome: string;
  readonly failsWhen: Fault["failsWhen"];
  readonly cargo: "spans" | "scores" | "media";
  readonly misbehave?: (service: WholeService) => void;
  /** Address to send to instead of the service's. */
  readonly url?: () => Promise<string>;
  readonly env?: Readonly<Record<string, string>>;
  /** Milliseconds by which the end may be delayed; absent where the service answers in the end. */
  readonly longestDelayMs?: number;
  /** True when everything arrives; else everything is said to be lost. */
  readonly arrives: boolean;
}

interface Timed extends ApplicationRun {
  readonly ms: number;
}

const bareRuns = new Map<ProgramEnding, Promise<Timed>>();

async function end(
  [ending, , signal]: ProgramEnding,
  cargo: string,
  node: readonly string[],
  env: Record<string, string>,
): Promise<Timed> {
  const begin = performance.now();
  const args = ["app.mjs", ending, cargo, String(COUNT)];
  const run = await runApplication({
    app: "exit-table",
    node,
    args,
    env,
    ...(signal && { signalWhenReady: signal }),
  });
  return { ...run, ms: performance.now() - begin };
}

function endBare(ending: ProgramEnding): Promise<Timed> {
  const run = bareRuns.get(ending) ?? end(ending, "spans", [], {});
  bareRuns.set(ending, run);
  return run;
}

/** Ends an application in every way while the service misbehaves. */
async function endEveryWay({ form, node }: Trial, row: EndRow): Promise<string> {
  const endings = ENDINGS.filter((ending) => form === "full" || SHORT_ENDINGS.has(ending));
  let longest = 0;
  for (const ending of endings) longest = Math.max(longest, await endOnce(ending, row, node));
  const what = row.arrives ? `0 of ${COUNT} lost` : "every loss said";
  return `${endings.length} ends: exit codes are the application's, ${what}, end delayed by at most ${(longest / 1e3).toFixed(1)} s`;
}

/** Ends an application in one way. Returns the milliseconds by which the end came later than without the preload. */
async function endOnce(ending: ProgramEnding, row: EndRow, node: readonly string[]): Promise<number> {
  const bare = await endBare(ending);
  let delayMs = Infinity;
  for (let attempt = 0; attempt < ATTEMPTS && delayMs > (row.longestDelayMs ?? 60_000); attempt++) {
    const service = await startWholeService();
    row.misbehave?.(service);
    try {
      const env = { ...sendingTo((await row.url?.()) ?? service.url), SVC_SHUTDOWN_TIMEOUT: "60", ...row.env };
      const run = await end(ending, row.cargo, node, env);
      check(ending, row, run, service);
      delayMs = Math.min(delayMs, run.ms - bare.ms);
    } finally {
      await service.close();
    }
  }
  assert.ok(
    row.longestDelayMs === undefined || delayMs <= row.longestDelayMs,
    `${ending[0]}: the end came ${delayMs.toFixed(0)} ms later than without the preload`,
  );
  return delayMs;
}

function check(
  [ending, exit]: ProgramEnding,
  { cargo, arrives }: EndRow,
  run: ApplicationRun,
  service: WholeService,
): void {
  const ours = run.stderr.split("\n").filter((line) => line.includes("[Svc SDK]"));
  assert.equal(run.exitCode ?? run.signal, exit, `${ending}: ${run.stderr}`);
  if (arrives) {
    assert.equal(
      service[cargo].size,
      COUNT,
      `${ending}: ${service[cargo].size} of ${COUNT} arrived: ${ours.join("; ")}`,
    );
    return;
  }
  const lines = ours.join("\n");
  const [lost, unsure] = [sumOf(lines, cargo, "(?:was|were) lost"), sumOf(lines, cargo, "may not have arrived")];
  assert.equal(lost + unsure, COUNT, `${ending}: the log lines speak of ${lost + unsure} of ${COUNT}: ${lines}`);
  assert.ok(
    lost <= COUNT - service[cargo].size,
    `${ending}: ${lost} are said to be lost, and not as many are: ${lines}`,
  );
}

/** Returns how many of a cargo the lines speak of, with these words. */
function sumOf(lines: string, cargo: EndRow["cargo"], words: string): number {
  const amounts = lines.matchAll(new RegExp(`(\\d+) (?:${cargo}|${cargo.replace(/s$/, "")}) ${words}`, "g"));
  return [...amounts].reduce((sum, [, count]) => sum + Number(count), 0);
}

/** Answers the first request of each path with a status and no body. */
function refuseFirst(status: number, headers: Record<string, string>): (service: WholeService) => void {
  return (service) => {
    const seen = new Set<string>();
    service.intercept = ({ method, url }, response) => {
      const key = `${method} ${url}`;
      if (seen.has(key)) return false;
      seen.add(key);
      response.writeHead(status, headers).end();
      return true;
    };
  };
}

const hang = (service: WholeService): void => {
  service.intercept = () => true;
};

const hangInUpload = (service: WholeService): void => {
  service.intercept = ({ method }) => method === "PUT";
};

/** Breaks the connection in the middle of the first answer. */
const breakFirstAnswer = (service: WholeService): void => {
  let answers = 0;
  service.intercept = async (_request, response) => {
    if (answers++ > 0) return false;
    response.writeHead(200, { "content-length": "100" }).write("half of");
    await after(50);
    response.destroy();
    return true;
  };
};

const refused = async (): Promise<string> => `http://127.0.0.1:${await freePort()}`;

const WAITS_FOREVER: Fault["failsWhen"] = {
  says: "the end of the process waits for answers without a limit",
  find: "this.#timeoutMs = timeoutMs; this.#deadline = performance.now() + timeoutMs",
  put: "this.#timeoutMs = timeoutMs; this.#deadline = performance.now() + 60000",
};

const ROWS: readonly EndRow[] = [
  {
    fault: "The process ends while the service refuses connections",
    outcome: "The end is delayed by no more than 1.5 s; every loss is counted and said",
    failsWhen: {
      says: "a refused connection is tried again until the time is over",
      find: "const isTemporary = BROKEN.has(code) ||",
      put: 'const isTemporary = code === "ECONNREFUSED" || BROKEN.has(code) ||',
    },
    cargo: "spans",
    url: refused,
    env: { SVC_SHUTDOWN_TIMEOUT: "5" },
    longestDelayMs: LONGEST_EXTRA_MS,
    arrives: false,
  },
  {
    fault: "The process ends while the service accepts connections and never answers",
    outcome: "The end is delayed by `SVC_SHUTDOWN_TIMEOUT`, here 0.5 s; every loss is counted and said",
    failsWhen: WAITS_FOREVER,
    cargo: "spans",
    misbehave: hang,
    env: { SVC_SHUTDOWN_TIMEOUT: String(BOUND_S) },
    longestDelayMs: BOUND_S * 1_000 + LONGEST_EXTRA_MS,
    arrives: false,
  },
  {
    fault: "The process ends in the middle of an upload that hangs",
    outcome: "The end is delayed by `SVC_SHUTDOWN_TIMEOUT`, here 0.5 s; every loss is counted and said",
    failsWhen: WAITS_FOREVER,
    cargo: "media",
    misbehave: hangInUpload,
    env: { SVC_SHUTDOWN_TIMEOUT: String(BOUND_S) },
    longestDelayMs: BOUND_S * 1_000 + LONGEST_EXTRA_MS,
    arrives: false,
  },
  ...(["spans", "scores", "media"] as const).map((cargo): EndRow => ({
    fault: `The process ends, and the service answers each first request 503 with \`Retry-After: 0\` (${cargo})`,
    outcome: "Nothing is lost",
    failsWhen: {
      says: "the end of the process sends no request twice",
      find: "isTemporary && job.attempts <= policy.retries",
      put: "false",
    },
    cargo,
    misbehave: refuseFirst(503, { "retry-after": "0" }),
    arrives: true,
  })),
  {
    fault: "The process ends, and the connection breaks in the middle of an answer",
    outcome: "Nothing is lost: the request is sent again at once",
    failsWhen: {
      says: "a broken connection counts as an unreachable service",
      find: 'new Set(["ECONNRESET", "EPIPE"',
      put: 'new Set(["E", "EPIPE"',
    },
    cargo: "spans",
    misbehave: breakFirstAnswer,
    longestDelayMs: 5_000,
    arrives: true,
  },
];

/** The process ends while the service misbehaves. */
export const ends: Subject = {
  title: "Ends",
  faults: [
    ...ROWS.map((row) => ({
      fault: row.fault,
      outcome: row.outcome,
      failsWhen: row.failsWhen,
      measure: (trial: Trial) => endEveryWay(trial, row),
    })),
    pause,
  ],
};
