import { RegressionError, requireThresholds, SvcClient, type Evaluation, type ExperimentResult } from "@svc/client";
import { inspect } from "node:util";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { answerJson, recordingServiceOfEachTest } from "../../support/http/recording-service.ts";
import { logLinesOfEachTest } from "../../support/log-lines.ts";
import { record, stopRecording } from "../../support/otlp/recorded-spans.ts";
import { TEST_KEYS } from "../../support/otlp/traced.ts";

let client: SvcClient;

const logged = logLinesOfEachTest();
const service = recordingServiceOfEachTest((response) => answerJson(response, 202, { data: [{ id: "p-1" }] }));
beforeEach(() => {
  client = new SvcClient({ ...TEST_KEYS, baseUrl: service.url });
  record();
});

afterEach(() => {
  stopRecording();
});

interface Situation {
  /** Judges the item of this number, from 0. */
  readonly judge?: (item: number) => unknown;
  readonly judgeRun?: () => unknown;
  /** Number of items whose task throws. */
  readonly failing?: number;
}

async function run({ judge, judgeRun, failing = 0 }: Situation): Promise<ExperimentResult> {
  return client.experiment.run<number, unknown, unknown, number>({
    name: "ten",
    data: Array.from({ length: 10 }, (_, input) => ({ input })),
    task: ({ input }) => {
      if (input < failing) throw new Error("no answer");
      return input;
    },
    evaluators: judge === undefined ? [] : [({ output }) => judge(output) as Evaluation],
    runEvaluators: judgeRun === undefined ? [] : [() => judgeRun() as Evaluation],
  });
}

const ok = (value: unknown): object => ({ name: "ok", value });
const forOne = (item: number): object => {
  if (item > 0) throw new Error("bad JSON");
  return ok(1);
};

interface Outcome {
  /** Rows of the report for the score; none by default. */
  readonly rows?: readonly string[];
  /** First line of the error; by default the experiment passes. */
  readonly error?: string;
  readonly sent: number;
}

describe("a threshold of 0.9", () => {
  it.each<[what: string, situation: Situation, outcome: Outcome]>([
    ["all judged with 1", { judge: () => ok(1) }, { rows: ["average  ok  1.000  10 of 10 items judged"], sent: 10 }],
    [
      "all judged with 0.5",
      { judge: () => ok(0.5) },
      {
        rows: ["average  ok  0.500  10 of 10 items judged"],
        error: "ok is 0.5, below 0.9 (10 of 10 items judged)",
        sent: 10,
      },
    ],
    [
      "the evaluator throws for nine",
      { judge: forOne },
      {
        rows: ["average  ok  1.000  1 of 10 items judged"],
        error: "ok is 1, but not of all items (1 of 10 items judged)",
        sent: 1,
      },
    ],
    [
      "the evaluator gives a score for one",
      { judge: (item) => (item === 0 ? ok(1) : []) },
      {
        rows: ["average  ok  1.000  1 of 10 items judged"],
        error: "ok is 1, but not of all items (1 of 10 items judged)",
        sent: 1,
      },
    ],
    [
      "half of the values are NaN",
      { judge: (item) => ok(item % 2 === 0 ? 1 : Number.NaN) },
      {
        rows: ["average  ok  1.000  5 of 10 items judged"],
        error: "ok is 1, but not of all items (5 of 10 items judged; 5 values are no finite number: NaN)",
        sent: 5,
      },
    ],
    [
      "one value is Infinity",
      { judge: (item) => ok(item === 3 ? Infinity : 1) },
      {
        rows: ["average  ok  1.000  9 of 10 items judged"],
        error: "ok is 1, but not of all items (9 of 10 items judged; 1 value is no finite number: Infinity)",
        sent: 9,
      },
    ],
    [
      "the values are true and false",
      { judge: (item) => ok(item > 0) },
      {
        rows: ["average  ok  none  0 of 10 items judged"],
        error: "ok has no value (0 of 10 items judged; 10 values are no finite number: false, true)",
        sent: 0,
      },
    ],
    [
      "the values are texts",
      { judge: () => ok("good") },
      { error: "ok has no value (0 of 10 items judged; 10 values are no finite number: good)", sent: 10 },
    ],
    [
      "the values are undefined",
      { judge: () => ok(undefined) },
      {
        rows: ["average  ok  none  0 of 10 items judged"],
        error: "ok has no value (0 of 10 items judged; 10 values are no finite number: undefined)",
        sent: 0,
      },
    ],
    [
      "an item has one number and one NaN of the same name",
      { judge: (item) => (item === 0 ? [ok(1), ok(Number.NaN)] : ok(1)) },
      {
        rows: ["average  ok  1.000  9 of 10 items judged"],
        error: "ok is 1, but not of all items (9 of 10 items judged; 1 value is no finite number: NaN)",
        sent: 10,
      },
    ],
    [
      "an item has many judgements: each item counts once",
      { judge: (item) => (item === 0 ? Array.from({ length: 91 }, () => ok(1)) : ok(0.5)) },
      {
        rows: ["average  ok  0.550  10 of 10 items judged"],
        error: "ok is 0.55, below 0.9 (10 of 10 items judged)",
        sent: 100,
      },
    ],
    [
      "nine of ten tasks throw",
      { judge: () => ok(1), failing: 9 },
      { rows: ["average  ok  1.000  1 of 10 items judged"], error: "9 of 10 items have no result", sent: 1 },
    ],
    ["never judged", {}, { error: "ok was never given (0 of 10 items judged)", sent: 0 }],
    ["the run has 0.95", { judgeRun: () => ok(0.95) }, { rows: ["run  ok  0.950"], sent: 1 }],
    [
      "the run has NaN",
      { judgeRun: () => ok(Number.NaN) },
      { rows: ["run  ok  NaN"], error: "ok of the run is NaN: a threshold needs a finite number", sent: 0 },
    ],
    [
      "the run has NaN beside good items",
      { judge: () => ok(1), judgeRun: () => ok(Number.NaN) },
      {
        rows: ["average  ok  1.000  10 of 10 items judged", "run      ok  NaN"],
        error: "ok of the run is NaN: a threshold needs a finite number",
        sent: 10,
      },
    ],
    [
      "the run has true",
      { judgeRun: () => ok(true) },
      { rows: ["run  ok  true"], error: "ok of the run is true: a threshold needs a finite number", sent: 0 },
    ],
    [
      "the run has two values: the lowest counts",
      { judgeRun: () => [ok(1), ok(0.2)] },
      { rows: ["run  ok  1.000", "run  ok  0.200"], error: "ok is 0.2, below 0.9", sent: 2 },
    ],
  ])("%s", async (_what, situation, { rows = [], error = "passed", sent }) => {
    const result = await run(situation);
    const lines = (await result.format()).split("\n");
    expect(lines.filter((line) => /^(average|run) +ok /.test(line))).toEqual(rows);
    const outcome = await requireThresholds(result, { ok: 0.9 }).then(
      () => "passed",
      ({ message }: Error) => message.split("\n")[0],
    );
    expect(outcome).toBe(error);
    const scores = service.requests.filter(({ path }) => path.endsWith("/scores")).flatMap(({ body }) => body as []);
    expect(scores).toHaveLength(sent);
    expect(logged.errors()).not.toContain("is dropped");
  });

  it("says in the log which evaluator gave a value that is no score, and what to do", async () => {
    await run({ judge: () => ok(true) });
    expect(logged.errors()).toContain(
      'failed for item 1 of 10: the value of "ok" must be a finite number or a text, and is true: give 1 for true and 0 for false',
    );
  });
});

describe("thresholds that are none", () => {
  it.each<[thresholds: unknown, complaint: string]>([
    [{ ok: Number.NaN }, 'The threshold of "ok" is NaN (number), but must be a finite number'],
    [{ ok: Number(process.env["NO_SUCH_VARIABLE"]) }, 'The threshold of "ok" is NaN'],
    [{ fine: 0, ok: "0.9" }, 'The threshold of "ok" is 0.9 (string)'],
    [{ ok: undefined }, 'The threshold of "ok" is undefined'],
    [{ ok: -Infinity }, 'The threshold of "ok" is -Infinity'],
    [undefined, "Thresholds are missing"],
  ])("%o are an error", async (thresholds, complaint) => {
    const result = await run({ judge: () => ok(1) });
    const gate = requireThresholds(result, thresholds as never);
    await expect(gate).rejects.toThrow(complaint);
    await expect(gate).rejects.toBeInstanceOf(TypeError);
  });
});

describe("the error of a threshold", () => {
  it("has the result, the score, its value and the threshold, and prints no items and no warnings", async () => {
    const result = await run({ judge: () => ok(0.5) });
    const error = await requireThresholds(result, { ok: 0.9 }).catch((thrown: RegressionError) => thrown);
    expect(error).toBeInstanceOf(RegressionError);
    expect(error).toMatchObject({ metric: "ok", value: 0.5, threshold: 0.9 });
    expect((error as RegressionError).result).toBe(result);
    expect(inspect(error)).not.toContain("itemResults");
    const { message, stack } = error as RegressionError;
    const fields = { name: "RegressionError", message, stack, metric: "ok", value: 0.5, threshold: 0.9 };
    expect(JSON.parse(JSON.stringify(error))).toEqual(fields);
    expect(logged.warnings()).toBe("");
  });
});
