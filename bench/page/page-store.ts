import { gzipSync } from "node:zlib";
import { type TestSpan, protobufExport } from "../../test/support/server/otlp-calls.ts";
import { ingest } from "../service/running-service.ts";

export interface StoreSizes {
  readonly traces: number;
  /** Observations of the one long trace. */
  readonly longTrace: number;
}

export const LONG_TRACE_ID: string = "f".repeat(32);

/** Name of one in 1,000 traces, and a word in the output of one in 2,000. */
export const RARE_NAME = "nightly report";
export const RARE_WORD = "zebrafinch";

/** Exports that are made and sent together: while more are made, the service would close its idle connections. */
const AT_ONCE = 8;

/** Spans of one export, at most. */
const BATCH = 512;

/** Time over which the traces are spread, up to now. */
const SPREAD_MS = 30 * 24 * 3_600_000;

const MODELS = ["gpt-5-mini", "claude-sonnet-4-5", "gemini-3-flash"];

/** Stores traces of two observations each, and one long trace, by OTLP over HTTP. */
export async function fillStore(url: string, { traces, longTrace }: StoreSizes): Promise<void> {
  const end = Date.now() - 60_000;
  const perExport = BATCH / 2;
  for (let from = 0; from < traces; from += perExport * AT_ONCE) {
    const bodies = [];
    for (let first = from; first < Math.min(traces, from + perExport * AT_ONCE); first += perExport) {
      const count = Math.min(perExport, traces - first);
      bodies.push(bodyOf(Array.from({ length: count }, (_, n) => traceSpans(first + n, traces, end)).flat()));
    }
    await ingest(url, bodies);
  }
  const long = Array.from({ length: longTrace }, (_, n) => longSpan(n, end));
  const bodies = [];
  for (let first = 0; first < longTrace; first += BATCH) bodies.push(bodyOf(long.slice(first, first + BATCH)));
  await ingest(url, bodies);
}

function bodyOf(spans: TestSpan[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(gzipSync(protobufExport({ spans }), { level: 1 }));
}

const hex = (n: number, width: number): string => n.toString(16).padStart(width, "0");

function traceSpans(n: number, traces: number, end: number): TestSpan[] {
  const traceId = hex(n + 1, 32);
  const start = Math.round(end - ((traces - n) / traces) * SPREAD_MS);
  const duration = 400 + ((n * 37) % 3_000);
  const root = hex(2 * n + 1, 16);
  return [
    {
      traceId,
      spanId: root,
      name: n % 1_000 === 0 ? RARE_NAME : `support agent ${n % 20}`,
      start,
      end: start + duration,
      ...(n % 25 === 0 && { status: { code: 2, message: "The order was not found" } }),
      attributes: {
        "svc.observation.type": "agent",
        "user.id": `user-${n % 500}`,
        "session.id": `session-${n % 20_000}`,
        "svc.trace.tags": [n % 3 === 0 ? "gold" : "free"],
      },
    },
    {
      traceId,
      spanId: hex(2 * n + 2, 16),
      parentSpanId: root,
      name: "chat",
      start: start + 20,
      end: start + duration - 20,
      attributes: {
        "svc.observation.type": "generation",
        "svc.observation.model.name": MODELS[n % MODELS.length]!,
        "svc.observation.usage_details": `{"input":${500 + (n % 700)},"output":${100 + (n % 90)}}`,
        "svc.observation.cost_details": `{"total":${0.0005 * (1 + (n % 9))}}`,
        "svc.observation.input": `Where is order ${n}? It should have arrived a week ago.`,
        "svc.observation.output": n % 2_000 === 0 ? `A ${RARE_WORD} has it.` : `Order ${n} arrives on Thursday.`,
        "svc.observation.completion_start_time": new Date(start + 150).toISOString(),
      },
    },
  ];
}

/** Returns an observation of the long trace: a root, a hundredth of agents below it, and their steps. */
function longSpan(n: number, end: number): TestSpan {
  const parent = n === 0 ? undefined : n % 100 === 0 ? 1 : n - (n % 100) + 1;
  const start = end - 20_000 + n;
  return {
    traceId: LONG_TRACE_ID,
    spanId: hex(n + 1, 16),
    ...(parent !== undefined && { parentSpanId: hex(parent, 16) }),
    name: `step ${n}`,
    start,
    end: start + 50,
  };
}
