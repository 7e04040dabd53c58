import assert from "node:assert/strict";
import { join } from "node:path";
import { runProgram, sendingTo } from "../../support/application/run-application.ts";
import { recordingsOf } from "../../support/openai/openai-recordings.ts";
import { OpenAIStandIn } from "../../support/openai/openai-stand-in.ts";
import { attributeOf, startExportSink } from "../../support/otlp/export-sink.ts";
import type { Fault, Mutation, Trial } from "../fault.ts";

interface BackgroundRow {
  readonly fault: string;
  readonly outcome: string;
  readonly failsWhen: Mutation;
  /** True when the process makes the response, and how often it fetches it. */
  readonly makes: boolean;
  readonly fetches: number;
  /** Status of the response as it is recorded, and the outcome of the call. */
  readonly status: string;
  readonly ending?: string;
}

const IS_LEFT_OPEN: Mutation = {
  says: "a response that is fetched does not end its call",
  find: "(call??start(background))?.endFetched(answer)",
  put: "void start",
};

const ROWS: readonly BackgroundRow[] = [
  {
    fault: "A response is made in the background, and fetched until it is complete",
    outcome: "One generation, with the output and the usage",
    failsWhen: IS_LEFT_OPEN,
    makes: true,
    fetches: 2,
    status: "completed",
  },
  {
    fault: "A response in the background is fetched by another process than the one that made it",
    outcome: "One generation in the process that sees it come to its end, with the output and the usage",
    failsWhen: IS_LEFT_OPEN,
    makes: false,
    fetches: 2,
    status: "completed",
  },
  {
    fault: "A response in the background is never fetched, and the process ends",
    outcome: "One generation, with what is known of it",
    failsWhen: {
      says: "the end of the process leaves open calls alone",
      find: "call.endAtExit()",
      put: "void call",
    },
    makes: true,
    fetches: 0,
    status: "queued",
    ending: "background",
  },
];

async function run({ node }: Trial, { makes, fetches, status, ending }: BackgroundRow): Promise<string> {
  const [standIn, sink] = await Promise.all([OpenAIStandIn.start(), startExportSink()]);
  try {
    const { response } = recordingsOf("responses.create").find(({ id }) => id === "responses-background")!;
    const answers = response.sequence!.slice(makes ? 0 : 1);
    const performance = standIn.perform({ sequence: answers });
    const { exitCode, stderr } = await runProgram({
      cwd: import.meta.dirname,
      node,
      args: [join(import.meta.dirname, "background-child.ts"), String(makes), String(fetches)],
      env: { ...sendingTo(sink.url), OPENAI_BASE_URL: performance.url },
    });
    assert.deepEqual([exitCode, stderr], [0, ""]);
    const told = sink.spans.map((span) => ({
      type: attributeOf(span, "svc.observation.type"),
      status: attributeOf(span, "svc.observation.metadata.status"),
      ending: attributeOf(span, "svc.observation.metadata.outcome"),
      hasOutput: attributeOf(span, "svc.observation.output") !== undefined,
      hasUsage: attributeOf(span, "svc.observation.usage_details") !== undefined,
    }));
    const isWhole = status === "completed";
    const expected = {
      type: "generation",
      status: JSON.stringify(status),
      ending: ending === undefined ? undefined : JSON.stringify(ending),
      hasOutput: isWhole,
      hasUsage: isWhole,
    };
    assert.deepEqual(told, [expected]);
    assert.equal(performance.requests.length, fetches + (makes ? 1 : 0), "requests of ours reached the API");
    return `1 generation with the status \`${status}\`, no request of ours to the API`;
  } finally {
    await Promise.all([standIn.stop(), sink.close()]);
  }
}

/** Responses of a model that go on after the call. */
export const backgroundResponses: readonly Fault[] = ROWS.map((row) => ({
  fault: row.fault,
  outcome: row.outcome,
  failsWhen: row.failsWhen,
  measure: (trial) => run(trial, row),
}));
