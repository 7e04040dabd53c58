// Decision of a caller about its own tracing, the flag at the end of a traceparent, and its effect on the preload.
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ANSWER, Form } from "../support/application/asking-application.ts";
import type { ApplicationRun } from "../support/application/run-application.ts";
import { startExportSink, type ExportSink } from "../support/otlp/export-sink.ts";
import type { StoredObservation } from "../support/server/local-service.ts";

let form: Form;
let own: ExportSink;

beforeAll(async () => {
  [form, own] = await Promise.all([Form.start(), startExportSink(0, ["/v1/traces"])]);
});
afterAll(() => Promise.all([form.stop(), own.close()]));

type Env = Readonly<Record<string, string>>;

/** Calls of one test belong to traces of its own. */
let traces = 0;
const newTrace = (): string => String(++traces).padStart(32, "c");
const CALLER = "b7ad6b7169203331";

const lines = ({ stderr }: ApplicationRun): string[] =>
  stderr.split("\n").flatMap((line) => /\[Svc SDK\] (.*)/.exec(line)?.[1] ?? []);

/** Runs `called.mjs`, which is called with these headers; returns what it printed, and the observations of the trace. */
async function call(
  traceId: string,
  headers: Env,
  env: Env = {},
): Promise<{ run: ApplicationRun; flag: string | undefined; stored: StoredObservation[] }> {
  own.exports.length = 0;
  const run = await form.run(["--import", "@svc/register"], ["called.mjs", JSON.stringify(headers)], env);
  expect(run.exitCode).toBe(0);
  const stored = await form.service.observations({ traceId });
  return { run, flag: /^00-\w+-\w+-(\d\d)\n$/.exec(run.stdout)?.[1], stored };
}

const names = (stored: readonly StoredObservation[]): unknown[] => stored.map(({ name }) => name).toSorted();
const RECORDED = ["chat gpt-4o-mini", "step"];

describe("a request whose caller does not sample it", () => {
  it.each<[what: string, headers: (traceId: string) => Env, env: Env]>([
    ["traceparent", (traceId) => ({ traceparent: `00-${traceId}-${CALLER}-00` }), {}],
    [
      "traceparent with other flags",
      (traceId) => ({ traceparent: `00-${traceId}-${CALLER}-02`, tracestate: "vendor=1" }),
      {},
    ],
    [
      "x-b3-sampled",
      (traceId) => ({ "x-b3-traceid": traceId, "x-b3-spanid": CALLER, "x-b3-sampled": "0" }),
      { OTEL_PROPAGATORS: "b3multi,tracecontext" },
    ],
    [
      "traceparent and a sampler that does not exist",
      (traceId) => ({ traceparent: `00-${traceId}-${CALLER}-00` }),
      { OTEL_TRACES_SAMPLER: "always" },
    ],
  ])("is recorded in the caller's trace, with its scores: %s", async (_what, headers, env) => {
    const traceId = newTrace();
    const { run, flag, stored } = await call(traceId, headers(traceId), env);
    expect(names(stored)).toEqual(RECORDED);
    expect(await form.service.scores({ traceId })).toHaveLength(1);
    // Other requests of the application carry on what the caller has decided. The model call itself is recorded.
    expect(flag).toBe("00");
    expect(form.requests[0]!.headers["traceparent"]).toMatch(new RegExp(`^00-${traceId}-[0-9a-f]{16}-01$`));
    const said = lines(run).map((line) => line.split(",")[0]);
    expect(said).toEqual(env["OTEL_TRACES_SAMPLER"] ? ['WARN OTEL_TRACES_SAMPLER is "always"'] : []);
  });

  it("is recorded at the service, and its spans of HTTP do not go to an exporter of the application's own", async () => {
    const traceId = newTrace();
    const headers = { traceparent: `00-${traceId}-${CALLER}-00` };
    const { stored } = await call(traceId, headers, { OTEL_EXPORTER_OTLP_ENDPOINT: own.url });
    expect(names(stored)).toEqual(RECORDED);
    expect(own.spans.filter(({ kind }) => kind === 2)).toEqual([]);
  });

  it.each<[what: string, env: Env]>([
    ["parentbased_always_on", { OTEL_TRACES_SAMPLER: "parentbased_always_on" }],
    ["parentbased_traceidratio", { OTEL_TRACES_SAMPLER: "parentbased_traceidratio", OTEL_TRACES_SAMPLER_ARG: "1" }],
  ])("is not recorded with %s, and one line says how many calls were not, and why", async (sampler, env) => {
    const traceId = newTrace();
    const { run, stored } = await call(traceId, { traceparent: `00-${traceId}-${CALLER}-00` }, env);
    expect(stored).toEqual([]);
    expect(await form.service.scores({ traceId })).toEqual([]);
    expect(lines(run)).toEqual([
      expect.stringMatching(
        new RegExp(
          `^WARN 2 calls and observations were not recorded: the caller's traceparent .* OTEL_TRACES_SAMPLER=${sampler} follows it\\. Unset the variable`,
        ),
      ),
    ]);
  });

  it("is recorded with traceidratio as the trace id says, and nothing is logged", async () => {
    const env = { OTEL_TRACES_SAMPLER: "traceidratio", OTEL_TRACES_SAMPLER_ARG: "0.5" };
    const [kept, dropped] = [`${"1".repeat(31)}${++traces % 10}`, "f".repeat(8).padStart(32, "0")];
    expect(names((await call(kept, { traceparent: `00-${kept}-${CALLER}-00` }, env)).stored)).toEqual(RECORDED);
    const { run, stored } = await call(dropped, { traceparent: `00-${dropped}-${CALLER}-01` }, env);
    expect([stored, lines(run)]).toEqual([[], []]);
  });
});

describe("a process whose parent does not sample", () => {
  it.each([["ask.mjs"], ["ask.cjs"], ["worker.mjs"], ["child.mjs"]])(
    "is recorded below the span of TRACEPARENT: %s",
    async (program) => {
      const traceId = newTrace();
      const run = await form.run(["--import", "@svc/register"], [program], {
        TRACEPARENT: `00-${traceId}-${CALLER}-00`,
      });
      expect(run).toMatchObject({ stdout: `${ANSWER}\n`, stderr: "", exitCode: 0 });
      const stored = await form.service.observations({ traceId });
      expect(stored.map(({ parentObservationId }) => parentObservationId)).toEqual([CALLER]);
    },
  );

  it("is not recorded with parentbased_always_on, and one line says so", async () => {
    const env = { TRACEPARENT: `00-${newTrace()}-${CALLER}-00`, OTEL_TRACES_SAMPLER: "parentbased_always_on" };
    const run = await form.run(["--import", "@svc/register"], ["ask.mjs"], env);
    expect(lines(run)).toEqual([expect.stringMatching(/^WARN 1 call or observation was not recorded: /)]);
  });
});
