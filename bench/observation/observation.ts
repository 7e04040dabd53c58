import { runChild } from "../child.ts";
import { PARTICIPANTS } from "../contender/participant.ts";
import { LINES, type Line } from "../contender/open-telemetry.ts";
import type { Effort } from "../effort.ts";
import type { ObservationOrder, ObservationResult, ObservationWork } from "./observation-rounds.ts";
import { startSink } from "../delivery/sink.ts";
import { median, medianRatio } from "../statistics.ts";
import { type Cell, figure, type Table } from "../table.ts";

type Variant = Pick<ObservationOrder, "destination" | "rounds"> & { readonly title: string; readonly note: string };

const VARIANTS: readonly Variant[] = [
  {
    destination: "dropped",
    rounds: 60,
    title: "Recording: a processor that does nothing stands in for all",
    note: "What recording itself costs: serialising and the span.",
  },
  {
    destination: "processed",
    rounds: 60,
    title: "Recording and processing: each with its own processor, an exporter that discards behind all",
    note: "Spans are dropped after the processor. They are still objects there: nobody has encoded them.",
  },
  {
    destination: "encoded",
    rounds: 60,
    title: "Recording, processing and encoding: as before, but svc up to the finished request body",
    note: "The others' figures do not hold their encoding, which they do later, in bulk.",
  },
  {
    destination: "sent",
    rounds: 20,
    title: "Recording and sending: to a sink in another process, gzip",
    note: "Encoding, compression (thread pool included) and requests are part of it, up to the end of `forceFlush()`.",
  },
];

/** Work of each effort for the rounds of a variant. */
const EFFORTS: Readonly<Record<Effort, (rounds: number) => ObservationWork>> = {
  full: (rounds) => ({ rounds, warmUpRounds: 5, allocationSamples: 30 }),
  smoke: () => ({ rounds: 1, warmUpRounds: 0, allocationSamples: 1 }),
};

/** Measures create, update and end of one observation, all contenders of a version in one process. Takes about a minute. */
export async function benchObservation(effort: Effort): Promise<Table[]> {
  const sink = await startSink();
  const tables: Table[] = [];
  for (const { title, note, destination, rounds } of VARIANTS) {
    const rows: Cell[][] = [];
    const work = EFFORTS[effort](rounds);
    for (const line of Object.keys(LINES) as Line[]) {
      const order: ObservationOrder = { line, destination, url: sink.url(line), ...work };
      const results = await runChild<ObservationResult[]>("observation/observation-rounds.ts", order, {
        node: ["--expose-gc"],
      });
      rows.push(...rowsOf(line, results));
    }
    tables.push({
      title,
      head: ["contender", "CPU µs", "CPU × OTel", "elapsed µs", "elapsed × OTel", "bytes allocated", "bytes × OTel"],
      rows,
      notes: [`${note} Medians of ${work.rounds} interleaved rounds.`],
    });
  }
  await sink.close();
  return tables;
}

function rowsOf(line: Line, results: readonly ObservationResult[]): Cell[][] {
  const base = results.find(({ contender }) => contender === "otel")!;
  return PARTICIPANTS.filter((participant) => participant.line === line).map(({ name, contender }) => {
    const own = results.find((result) => result.contender === contender)!;
    return [
      name,
      figure(median(own.cpu)),
      figure(medianRatio(own.cpu, base.cpu), 2),
      figure(median(own.wall)),
      figure(medianRatio(own.wall, base.wall), 2),
      figure(own.allocated, 0),
      figure(own.allocated / base.allocated, 2),
    ];
  });
}
