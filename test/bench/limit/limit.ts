import { runChild } from "../child.ts";
import { startSink } from "../delivery/sink.ts";
import type { Effort } from "../effort.ts";
import type { ObservationOrder, ObservationResult } from "../observation/observation-rounds.ts";
import { median } from "../statistics.ts";
import { type Cell, figure, type Table } from "../table.ts";
import type { LimitOrder, LimitStep } from "./limit-steps.ts";

const WORK = {
  full: {
    observations: 4_096,
    rounds: 30,
    warmUpRounds: 10,
    whole: { rounds: 20, warmUpRounds: 5, allocationSamples: 1 },
  },
  smoke: { observations: 600, rounds: 1, warmUpRounds: 0, whole: { rounds: 1, warmUpRounds: 0, allocationSamples: 1 } },
} as const satisfies Record<Effort, object>;

/**
 * Measures what serialising, writing, compressing and sending the bytes of an observation takes at the least, and an observation as this
 * SDK records and sends it. Takes half a minute.
 */
export async function benchLimit(effort: Effort): Promise<Table[]> {
  const { whole, ...work } = WORK[effort];
  const sink = await startSink();
  const steps = await runChild<LimitStep[]>(
    "limit/limit-steps.ts",
    { url: sink.url("limit"), ...work } satisfies LimitOrder,
    { env: { OTEL_EXPORTER_OTLP_COMPRESSION: "none" } },
  );
  const sent: ObservationOrder = { line: "otel-3", destination: "sent", url: sink.url("whole"), ...whole };
  const results = await runChild<ObservationResult[]>("observation/observation-rounds.ts", sent, {
    node: ["--expose-gc"],
  });
  await sink.close();

  const limit = steps.reduce((sum, { cpu }) => sum + median(cpu), 0);
  const row = (name: string, bytes: Cell, cpu: number): Cell[] => [name, bytes, figure(cpu, 2), figure(cpu / limit, 2)];
  const of = (contender: ObservationResult["contender"]): number =>
    median(results.find((result) => result.contender === contender)!.cpu);
  return [
    {
      title: "Limit of an observation that is recorded and sent",
      head: ["step", "bytes", "CPU µs", "× limit"],
      rows: [
        ...steps.map(({ name, bytes, cpu }) => row(name, figure(bytes, 0), median(cpu))),
        row("all of these: the limit", "–", limit),
        row("svc (OTel 3.1)", "–", of("svc")),
        row("plain OTel (OTel 3.1)", "–", of("otel")),
      ],
      notes: [
        `Medians of ${work.rounds} rounds of ${work.observations} observations, of svc and plain OTel of ${whole.rounds}. Compression is that of the SDK, in the thread`,
        "pool; a request has as many observations as the SDK puts into one, one after the other on one connection.",
      ],
    },
  ];
}
