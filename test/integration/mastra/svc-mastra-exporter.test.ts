import { SvcOtelSpanAttributes as A } from "@svc/core";
import { SvcMastraExporter } from "@svc/mastra";
import { startObservation } from "@svc/tracing";
import { createRequire } from "node:module";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { installed } from "../../support/application/installation.ts";
import { startExportSink, type ExportSink } from "../../support/otlp/export-sink.ts";
import { attributesOf } from "../../support/otlp/exported-attributes.ts";
import { traceTo, untrace, type Traced } from "../../support/otlp/traced.ts";

interface Step {
  readonly id: string;
}

interface Workflow extends Step {
  then(step: Step): { commit(): Workflow };
  createRun(): Promise<{ start(options: { inputData: unknown }): Promise<{ status: string; result?: unknown }> }>;
}

/** Parts of Mastra that the tests use. */
interface MastraModules {
  readonly createStep: (options: object) => Step;
  readonly createWorkflow: (options: object) => Workflow;
  readonly Mastra: new (options: object) => { getWorkflow(id: string): Workflow };
  readonly Observability: new (options: object) => object;
  readonly z: { readonly object: (fields: object) => object; readonly number: () => object };
}

let modules: MastraModules;
let [sink, traced]: [ExportSink, Traced] = [] as never;

beforeAll(async () => {
  const require = createRequire(join(await installed("mastra"), "main.cjs"));
  const names = ["@mastra/core/mastra", "@mastra/core/workflows", "@mastra/observability", "zod"];
  modules = Object.assign({}, ...names.map((name) => require(name) as object)) as MastraModules;
  sink = await startExportSink();
  traced = traceTo(sink.url);
}, 300_000);
afterAll(async () => {
  untrace();
  await sink.close();
});

it("records a workflow whose application has the exporter as its bridge, with the spans that a step makes below the step", async () => {
  const { createStep, createWorkflow, Mastra, Observability, z } = modules;
  const [inputSchema, outputSchema] = [z.object({ a: z.number() }), z.object({ a: z.number() })];
  const execute = async ({ inputData }: { inputData: { a: number } }): Promise<{ a: number }> => {
    await Promise.resolve();
    startObservation("round").end();
    return { a: 2 * inputData.a };
  };
  const double = createStep({ id: "double", inputSchema, outputSchema, execute });
  const doubling = createWorkflow({ id: "doubling", inputSchema, outputSchema }).then(double).commit();
  const bridge = new SvcMastraExporter();
  const observability = new Observability({ configs: { default: { serviceName: "numbers", bridge } } });
  const mastra = new Mastra({ logger: false, workflows: { doubling }, observability });

  const run = await mastra.getWorkflow("doubling").createRun();
  expect(await run.start({ inputData: { a: 21 } })).toMatchObject({ status: "success", result: { a: 42 } });
  await traced.processor.forceFlush();

  const named = (name: string) => sink.spans.filter((span) => span.name === name);
  const [[chain], [step], [inner]] = [named("doubling"), named("double"), named("round")];
  expect(named("doubling").concat(named("double"))).toHaveLength(2);
  expect(attributesOf(chain!)).toMatchObject({
    [A.OBSERVATION_TYPE]: "chain",
    [A.OBSERVATION_INPUT]: '{"a":21}',
    [A.OBSERVATION_OUTPUT]: '{"a":42}',
  });
  expect(step!.parentSpanId).toEqual(chain!.spanId);
  expect(inner!.parentSpanId).toEqual(step!.spanId);
});
