import { OTLP_TRACES_PATH } from "@svc/core/internal";
import { protobufExport } from "../../test/support/server/otlp-calls.ts";
import { median, medianRatio } from "../statistics.ts";
import { figure, type Table, formatNumber } from "../table.ts";
import { AUTHORIZED } from "./running-service.ts";

const POSTS = 20;

/** Path that scans every input for a character that none contains: the full-text index does not hold such words. */
const SCAN = `/api/public/v2/observations?${new URLSearchParams({
  filter: JSON.stringify([{ type: "string", column: "input", operator: "matches", value: "無" }]),
}).toString()}`;
const EVENTS = "/api/local/observations/events";

/**
 * Readers that run beside the exports: the number of clients that scan, one read after the other, and the number of event
 * readers.
 */
const LOADS: ReadonlyArray<{ name: string; scans: number; readers: number }> = [
  { name: "nothing", scans: 0, readers: 0 },
  { name: "4 clients that scan all inputs", scans: 4, readers: 0 },
  { name: "1 reader of the event stream", scans: 0, readers: 1 },
  { name: "50 readers of the event stream", scans: 0, readers: 50 },
];

/** Measures the duration of an export of one span during reads of the data stored at the address. */
export async function exportsBesideReads(url: string, rounds: number): Promise<Table> {
  const times: number[][] = LOADS.map(() => []);
  const scans: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const [index, load] of LOADS.entries()) {
      const end = await startLoad(url, load, scans);
      times[index]!.push(median(await exportTimes(url)));
      await end();
    }
  }
  return {
    title: "Exports of one span beside reads",
    head: ["beside", "median ms", "× nothing"],
    rows: LOADS.map(({ name }, index) => [
      name,
      figure(median(times[index]!)),
      figure(medianRatio(times[index]!, times[0]!), 2),
    ]),
    notes: [
      `Medians of ${rounds} interleaved rounds of ${POSTS} exports, one after the other. A scan takes ${formatNumber(median(scans), 0)} ms`,
      "beside the three others.",
    ],
  };
}

async function startLoad(
  url: string,
  { scans, readers }: { scans: number; readers: number },
  scanTimes: number[],
): Promise<() => Promise<void>> {
  const ending = new AbortController();
  const scanning = Array.from({ length: scans }, async () => {
    while (!ending.signal.aborted) {
      const started = performance.now();
      const response = await fetch(url + SCAN, { headers: AUTHORIZED });
      if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
      await response.arrayBuffer();
      scanTimes.push(performance.now() - started);
    }
  });
  const streams = await Promise.all(
    Array.from({ length: readers }, async () => fetch(url + EVENTS, { headers: AUTHORIZED, signal: ending.signal })),
  );
  const reading = streams.map(async ({ body }) => body?.pipeTo(new WritableStream()).catch(() => undefined));
  return async () => {
    ending.abort();
    await Promise.all([...scanning, ...reading]);
  };
}

let span = 0;

/** Returns the milliseconds of some exports of one span each, one after the other. */
export async function exportTimes(url: string): Promise<number[]> {
  const times: number[] = [];
  for (let post = 0; post < POSTS; post += 1) {
    const spanId = (++span).toString(16).padStart(16, "0");
    const body = protobufExport({ spans: [{ traceId: "e".repeat(32), spanId }] });
    const started = performance.now();
    const response = await fetch(url + OTLP_TRACES_PATH, {
      method: "POST",
      headers: { ...AUTHORIZED, "content-type": "application/x-protobuf" },
      body,
    });
    await response.arrayBuffer();
    times.push(performance.now() - started);
    if (response.status !== 200) throw new Error(`an export was answered with ${response.status}`);
  }
  return times;
}
