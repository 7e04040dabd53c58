import { SvcOtelSpanAttributes as svc } from "@svc/core";
import { describe, expect, test } from "vitest";
import { type TestSpan, type Value, get, observations, send } from "../../support/server/otlp-calls.ts";
import { describeOnEngines } from "../../support/storage/describe-on-engines.ts";
import { READING_ENGINES } from "../../support/storage/storage-engines.ts";

interface Call {
  /** Last digit of the span's id; the parent's is `below`. */
  n: number;
  below?: number;
  scope?: string;
  attributes: Record<string, Value>;
}

const text = { "gen_ai.input.messages": "[]" };

const genAi = (input: number, output: number, more: Record<string, Value> = {}): Record<string, Value> => ({
  "gen_ai.operation.name": "chat",
  "gen_ai.request.model": "gpt-4o-mini",
  ...(input + output > 0 && { "gen_ai.usage.input_tokens": input, "gen_ai.usage.output_tokens": output }),
  ...more,
});

const own = (input: number, output: number): Record<string, Value> => ({
  [svc.OBSERVATION_TYPE]: "generation",
  [svc.OBSERVATION_MODEL]: "gpt-4o-mini",
  [svc.OBSERVATION_INPUT]: "q",
  [svc.OBSERVATION_USAGE_DETAILS]: JSON.stringify({ input, output }),
});

const SCOPE = "svc-sdk";

/** Calls of one trace, the tokens that it has, and the observations that became plain steps. */
const TRACES: ReadonlyArray<[title: string, calls: Call[], tokens: number, steps: number[]]> = [
  [
    "an SDK's own span below an instrumentation",
    [
      { n: 1, attributes: genAi(100, 30, text) },
      { n: 2, below: 1, scope: "com.anthropic.sdk.python", attributes: genAi(100, 30) },
    ],
    130,
    [2],
  ],
  [
    "an instrumentation with texts below one without",
    [
      { n: 1, attributes: genAi(100, 30) },
      { n: 2, below: 1, scope: SCOPE, attributes: own(100, 30) },
    ],
    130,
    [1],
  ],
  [
    "another instrumentation below ours",
    [
      { n: 1, scope: SCOPE, attributes: own(100, 30) },
      { n: 2, below: 1, attributes: genAi(100, 30, text) },
    ],
    130,
    [2],
  ],
  [
    "one call under three spans",
    [
      { n: 1, attributes: genAi(100, 30) },
      { n: 2, below: 1, attributes: genAi(100, 30) },
      { n: 3, below: 2, attributes: genAi(100, 30, text) },
    ],
    130,
    [1, 2],
  ],
  [
    "a call whose tokens only the inner span has",
    [
      { n: 1, attributes: { ...genAi(0, 0), "gen_ai.operation.name": "embeddings" } },
      { n: 2, below: 1, attributes: { ...genAi(7, 0), "gen_ai.operation.name": "embeddings" } },
    ],
    7,
    [1],
  ],
  [
    "a call without tokens around two with tokens",
    [
      { n: 1, attributes: genAi(0, 0, text) },
      { n: 2, below: 1, attributes: genAi(100, 30) },
      { n: 3, below: 1, attributes: genAi(50, 10) },
    ],
    190,
    [1],
  ],
  [
    "the sum of two calls around them",
    [
      { n: 1, attributes: genAi(300, 60, text) },
      { n: 2, below: 1, attributes: genAi(100, 20) },
      { n: 3, below: 1, attributes: genAi(200, 40) },
    ],
    360,
    [1],
  ],
  [
    "a step with the tokens of its only call",
    [
      { n: 1, attributes: { "gen_ai.usage.input_tokens": 100, "gen_ai.usage.output_tokens": 30 } },
      { n: 2, below: 1, attributes: genAi(100, 30) },
    ],
    130,
    [1],
  ],
  [
    "calls inside of a call, with tokens of their own",
    [
      { n: 1, attributes: genAi(100, 30, text) },
      { n: 2, below: 1, attributes: genAi(50, 30) },
    ],
    210,
    [],
  ],
  [
    "two spans of our SDKs",
    [
      { n: 1, scope: SCOPE, attributes: own(100, 30) },
      { n: 2, below: 1, scope: SCOPE, attributes: own(100, 30) },
    ],
    260,
    [],
  ],
];

const ORDERS: ReadonlyArray<[order: string, exportsOf: (calls: Call[]) => Call[][]]> = [
  ["in one export", (calls) => [calls]],
  ["the outer span last", (calls) => calls.toReversed().map((call) => [call])],
  ["the outer span first", (calls) => calls.map((call) => [call])],
  ["each export twice", (calls) => [...calls, ...calls].map((call) => [call])],
];

let traces = 0;

describeOnEngines(READING_ENGINES, "a call is counted once", (service) => {
  describe.each(ORDERS)("%s", (_order, exportsOf) => {
    test.each(TRACES)("%s", async (_title, calls, tokens, steps) => {
      const { server } = service();
      traces += 1;
      const traceId = traces.toString(16).padStart(32, "7");
      const user = `u${traces}`;
      for (const part of exportsOf(calls)) {
        for (const [scope, ofScope] of Map.groupBy(part, (call) => call.scope ?? "example")) {
          await send(server, { spans: ofScope.map((call) => spanOf(call, traceId, user)), scope: { name: scope } });
        }
      }
      const { data } = await observations(server, { traceId, fields: "core,basic,usage,model,metadata" });
      expect(data).toHaveLength(calls.length);
      const gaveWay = data.filter(({ metadata }) => Object.hasOwn(metadata as object, "svc_counted_in.observations"));
      expect(gaveWay.map(({ id }) => Number(id)).toSorted((one, other) => one - other)).toEqual(steps);
      for (const step of gaveWay) {
        expect(step).toMatchObject({ type: "SPAN", usageDetails: {}, totalCost: null, providedModelName: null });
      }
      expect(await sumOf(server, user)).toBe(tokens);
    });
  });
});

const idOf = (n: number): string => String(n).padStart(16, "0");

function spanOf({ n, below, attributes }: Call, traceId: string, user: string): TestSpan {
  return {
    traceId,
    spanId: idOf(n),
    ...(below !== undefined && { parentSpanId: idOf(below) }),
    attributes: { ...attributes, "user.id": user },
  };
}

/** Returns the tokens of a user, as metrics add them up. */
async function sumOf(server: Parameters<typeof get>[0], user: string): Promise<number> {
  const query = {
    view: "observations",
    metrics: [{ measure: "totalTokens", aggregation: "sum" }],
    dimensions: [],
    filters: [{ column: "userId", operator: "=", value: user, type: "string" }],
    fromTimestamp: "2026-10-01T00:00:00Z",
    toTimestamp: "2026-12-31T00:00:00Z",
  };
  const response = await get(server, `/api/public/v2/metrics?query=${encodeURIComponent(JSON.stringify(query))}`);
  const { data } = (await response.json()) as { data: Array<Record<string, unknown>> };
  return Number(data[0]?.["sum_totalTokens"]);
}
