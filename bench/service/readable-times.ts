import { OTLP_TRACES_PATH } from "@svc/core/internal";
import { TRACE_TAGS } from "@svc/core/internal/span-attributes";
import { setTimeout as delay } from "node:timers/promises";
import { protobufExport } from "../../test/support/server/otlp-calls.ts";
import { median } from "../statistics.ts";
import { figure, type Table } from "../table.ts";
import { answerOf, METRICS, metadata, metrics, OBSERVATIONS, tags, text } from "./reads.ts";
import { AUTHORIZED, ingest } from "./running-service.ts";

/** Milliseconds between two questions. */
const STEP = 5;

/** Ways to find the span that one mark is in. */
const WAYS: Readonly<Record<string, (url: string, mark: string) => Promise<boolean>>> = {
  "by its trace": async (url, mark) => hasRows(url, { traceId: traceOf(mark) }),
  "by a word of its input": async (url, mark) => hasRows(url, { filter: text("matches", mark) }),
  "by its metadata": async (url, mark) => hasRows(url, { filter: metadata("mark", "=", mark) }),
  "by its tag": async (url, mark) => hasRows(url, { filter: tags("any of", mark) }),
  "in the metrics": async (url, mark) => {
    const filters = [{ type: "string", column: "name", operator: "=", value: mark }];
    const query = metrics({ metrics: [{ measure: "count", aggregation: "count" }], filters });
    const { data } = await answerOf(url, METRICS, { query });
    return Number(data[0]?.["count_count"] ?? 0) > 0;
  },
};

/** Measures how long an answered span stays unread by each way, while further exports are stored. */
export async function readableTimes(
  url: string,
  rounds: number,
  nextBodies: () => Uint8Array<ArrayBuffer>[],
): Promise<Table> {
  const times = new Map<string, number[]>(Object.keys(WAYS).map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, isFound] of Object.entries(WAYS)) {
      const others = ingest(url, nextBodies());
      const mark = `mark${round}x${times.get(name)!.length}x${Object.keys(WAYS).indexOf(name)}`;
      await exportMarked(url, mark);
      const answered = performance.now();
      while (!(await isFound(url, mark))) await delay(STEP);
      times.get(name)!.push(performance.now() - answered);
      await others;
    }
  }
  return {
    title: "From the answer to an export until its span can be read, beside ingestion",
    head: ["found", "median ms", "slowest ms"],
    rows: [...times].map(([name, each]) => [name, figure(median(each)), figure(Math.max(...each))]),
    notes: [
      `${rounds} rounds. The time holds the read that finds the span; one that does not is repeated after ${STEP} ms.`,
    ],
  };
}

async function hasRows(url: string, query: Readonly<Record<string, string>>): Promise<boolean> {
  return (await answerOf(url, OBSERVATIONS, query)).data.length > 0;
}

function traceOf(mark: string): string {
  return Buffer.from(mark).toString("hex").padStart(32, "d").slice(-32);
}

/** Exports one span that holds a mark wherever it can be looked for, and waits for the answer. */
async function exportMarked(url: string, mark: string): Promise<void> {
  const attributes = {
    "svc.observation.type": "generation",
    "svc.observation.input": JSON.stringify(`Answer ${mark} in one paragraph.`),
    "svc.observation.metadata.mark": JSON.stringify(mark),
    [TRACE_TAGS]: [mark],
  };
  const spanId = Buffer.from(mark).toString("hex").padStart(16, "d").slice(-16);
  const body = protobufExport({ spans: [{ traceId: traceOf(mark), spanId, name: mark, attributes }] });
  const headers = { ...AUTHORIZED, "content-type": "application/x-protobuf" };
  const response = await fetch(url + OTLP_TRACES_PATH, { method: "POST", headers, body });
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}
