import { runChild } from "../child.ts";
import { baseOf, PARTICIPANTS } from "../contender/participant.ts";
import type { Effort } from "../effort.ts";
import { interleave } from "../rounds.ts";
import { median, medianRatio } from "../statistics.ts";
import { figure, type Table } from "../table.ts";
import type { LoadOrder, LoadResult } from "./load.ts";
import { type Arrived, startSink } from "./sink.ts";

const WORK = {
  full: { seconds: 4, rounds: 3, warmUp: 8 },
  smoke: { seconds: 0.2, rounds: 1, warmUp: 4 },
} as const satisfies Record<Effort, object>;

const PER_SECOND = 10;
const IMAGE = 1_000_000;

type Round = LoadResult & { readonly arrived: Arrived };

/** Measures observations with an image of 1 MB in the input, sent with gzip to another process. Takes three minutes. */
export async function benchImage(effort: Effort): Promise<Table[]> {
  const { seconds, rounds: count, warmUp } = WORK[effort];
  const sink = await startSink();
  const measured = await interleave(PARTICIPANTS, count, async ({ line, contender }): Promise<Round> => {
    const load = { perSecond: PER_SECOND, seconds };
    const order: LoadOrder = { line, contender, url: sink.url("image"), image: IMAGE, warmUp, load };
    const result = await runChild<LoadResult>("delivery/load.ts", order);
    return { ...result, arrived: await sink.count("image") };
  });
  await sink.close();
  return [
    {
      title: "Images of 1 MB, 10 per second, gzip",
      head: ["contender", "CPU ms", "CPU × OTel", "longest stop ms", "stop × OTel", "MB each", "uploads", "lost"],
      rows: PARTICIPANTS.map((participant) => {
        const rounds = measured.get(participant.name)!;
        const of = (value: (round: Round) => number): number => median(rounds.map(value));
        const ratio = (value: (round: Round) => number): number =>
          medianRatio(rounds.map(value), measured.get(baseOf(participant))!.map(value));
        return [
          participant.name,
          figure(of(({ cpuPerSpan }) => cpuPerSpan / 1e3)),
          figure(
            ratio(({ cpuPerSpan }) => cpuPerSpan),
            2,
          ),
          figure(of(({ delayMax }) => delayMax)),
          figure(
            ratio(({ delayMax }) => delayMax),
            2,
          ),
          figure(
            of(({ made, arrived }) => (arrived.bytes + arrived.uploadedBytes) / made / 1e6),
            2,
          ),
          figure(
            of(({ arrived }) => arrived.uploads),
            0,
          ),
          figure(
            of(({ made, arrived }) => made - arrived.spans),
            0,
          ),
        ];
      }),
      notes: [
        `${seconds} s. Medians of ${count} interleaved rounds, each contender in a process of its own, up to the end of \`shutdown()\`. Plain`,
        "OpenTelemetry sends the image in an attribute; uploads are those of images on their own, of the warm-up too.",
      ],
    },
  ];
}
