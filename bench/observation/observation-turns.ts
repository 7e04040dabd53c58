// Process in which this SDK of one build records observations, round by round. See `compare-observation.ts`.
import { answerTurns } from "../compare/turns.ts";
import { allocatedBy, type ContenderOrder, createContenders, measureRound } from "./observation-rounds.ts";

/** Samples of memory in each round. */
const ALLOCATION_SAMPLES = 3;

await answerTurns(async (order: ContenderOrder) => {
  const [contender] = createContenders(order, ["svc"]);
  return async () => {
    const { cpu, wall } = await measureRound(contender!);
    const allocated = await allocatedBy(contender!, ALLOCATION_SAMPLES);
    return { "CPU, µs": cpu, "elapsed, µs": wall, "allocated, bytes": allocated };
  };
});
