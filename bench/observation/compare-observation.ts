import type { Comparison } from "../compare/compare.ts";
import { startSending } from "../compare/sending-turns.ts";
import type { ContenderOrder } from "./observation-rounds.ts";

const CASES = [
  { title: "Recording an observation", destination: "dropped", rounds: 25 },
  { title: "Recording, processing and encoding an observation", destination: "encoded", rounds: 25 },
  { title: "Recording and sending an observation, gzip", destination: "sent", rounds: 10 },
] as const;

/** Comparisons of one observation: recorded, up to the request body, and sent to a sink in another process. */
export const OBSERVATION_COMPARISONS: readonly Comparison[] = CASES.map(({ title, destination, rounds }) => ({
  title,
  pairs: 4,
  rounds,
  warmUpRounds: 5,
  note: "Rounds of 2,000 observations.",
  start: (build) =>
    startSending("observation/observation-turns.ts", build, (url) => {
      const order: ContenderOrder = { line: "otel-3", destination, url };
      return order;
    }),
}));
