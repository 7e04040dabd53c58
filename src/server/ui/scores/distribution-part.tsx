import { useQuery } from "@tanstack/react-query";
import type { ReactElement } from "react";
import type { CountedKind } from "../../query/score-agreement.ts";
import { Facts } from "../components/facts.tsx";
import { countText } from "../components/format.ts";
import { Problem } from "../components/problem.tsx";
import { useAddressState } from "../data/address-state.ts";
import { useProject } from "../data/project.tsx";
import { hasDistribution, readDistribution } from "../data/score-distribution.ts";
import { kindKey } from "../data/score-kinds.ts";
import { Bars } from "./bars.tsx";
import { KindChoice } from "./kind-choice.tsx";
import { ScoreChart, meanText } from "./score-chart.tsx";

const DAY_MS = 24 * 60 * 60 * 1_000;

/** Lengths of time to choose from, in days. */
const DAYS = ["1", "7", "30", "90", "365"] as const;

/** Values of one kind of scores: how often each is given, and how that changes over time. */
export function DistributionPart({ kinds }: { kinds: readonly CountedKind[] }): ReactElement {
  const { id, api } = useProject();
  const shown = kinds.filter(({ dataType }) => hasDistribution(dataType));
  const [key, setKey] = useAddressState("score", "");
  const [days, setDays] = useAddressState("days", "30", DAYS);
  const kind = shown.find((each) => kindKey(each) === key) ?? shown[0];
  const { data, error, isLoading, refetch } = useQuery({
    queryKey: ["scores", id, "distribution", kind && kindKey(kind), days],
    queryFn: async () => {
      // One end for all reads, behind that of a clock that is a little ahead.
      const to = Date.now() + 60_000;
      return kind && readDistribution(api, kind, to - Number(days) * DAY_MS, to);
    },
    enabled: kind !== undefined,
  });
  if (kind === undefined) return <p className="p-4">Only texts were given, which have no distribution.</p>;
  return (
    <div className="border-line bg-panel min-h-0 flex-1 overflow-auto border-t p-4" aria-busy={isLoading}>
      <div className="mb-4 flex flex-wrap gap-2">
        <KindChoice label="Score" kinds={shown} chosen={kind} onChoose={setKey} />
        <select aria-label="Time" className="field" value={days} onChange={({ target }) => setDays(target.value)}>
          {DAYS.map((count) => (
            <option key={count} value={count}>
              {count === "1" ? "Last 24 hours" : `Last ${count} days`}
            </option>
          ))}
        </select>
      </div>
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {data?.count === 0 && <p>No score of this name was given in this time.</p>}
      {data && data.count > 0 && (
        <>
          <Facts
            facts={[
              ["Scores", countText(data.count)],
              [kind.dataType === "BOOLEAN" ? "True" : "Mean", data.mean !== null && meanText(kind, data.mean)],
            ]}
          />
          <section aria-label="Distribution" className="mt-4">
            <h2 className="mb-2 font-semibold">Distribution</h2>
            <Bars label="Distribution" bars={data.bars} />
          </section>
          <section aria-label="Over time" className="mt-6 max-w-3xl">
            <h2 className="mb-2 font-semibold">Over time</h2>
            <ScoreChart kind={kind} steps={data.steps} />
          </section>
        </>
      )}
    </div>
  );
}
