import type { ReactElement } from "react";
import type { CountedKind, LabelAgreement, NumberAgreement, ScoreAgreement } from "../../query/score-agreement.ts";
import { Facts } from "../components/facts.tsx";
import { countText } from "../components/format.ts";
import { Problem } from "../components/problem.tsx";
import { useNameOf } from "../data/authors.ts";
import { useAddressState } from "../data/address-state.ts";
import { kindKey, kindText, useAgreement } from "../data/score-kinds.ts";
import { CountGrid } from "./count-grid.tsx";
import { KindChoice } from "./kind-choice.tsx";

const NUMBER = new Intl.NumberFormat("en", { maximumSignificantDigits: 3 });
const PERCENT = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 });

/** Agreement of two kinds of scores about the same objects, such as those of people and those of a model. */
export function AgreementPart({ kinds }: { kinds: readonly CountedKind[] }): ReactElement {
  const compared = kinds.filter(({ dataType }) => ["NUMERIC", "BOOLEAN", "CATEGORICAL"].includes(dataType));
  const [oneKey, setOne] = useAddressState("one", "");
  const [otherKey, setOther] = useAddressState("other", "");
  const one = compared.find((kind) => kindKey(kind) === oneKey) ?? compared[0];
  const others = compared.filter((kind) => kind !== one && isNumeric(kind) === (one !== undefined && isNumeric(one)));
  const other = others.find((kind) => kindKey(kind) === otherKey) ?? others[0];
  const { data, error, isLoading, refetch } = useAgreement(one, other);
  const nameOf = useNameOf(compared.map(({ authorUserId }) => authorUserId));
  return (
    <div className="border-line bg-panel min-h-0 flex-1 overflow-auto border-t p-4" aria-busy={isLoading}>
      <div className="mb-4 flex flex-wrap items-center gap-2">
        <KindChoice label="One score" kinds={compared} chosen={one} onChoose={setOne} />
        <span>and</span>
        <KindChoice label="Other score" kinds={others} chosen={other} onChoose={setOther} />
      </div>
      {other === undefined && (
        <p>Two scores are compared: numbers with numbers, and categories, true and false with each other.</p>
      )}
      {error !== null && <Problem error={error} onRetry={() => void refetch()} />}
      {one && other && data && (
        <Agreement one={kindText(one, nameOf)} other={kindText(other, nameOf)} agreement={data} />
      )}
    </div>
  );
}

interface AgreementProps<Part> {
  one: string;
  other: string;
  agreement: Part;
}

function Agreement({ one, other, agreement }: AgreementProps<ScoreAgreement>): ReactElement {
  const { objects, numbers, labels } = agreement;
  if (objects === 0) return <p>Nothing has both scores: they are compared where they are about the same object.</p>;
  return (
    <>
      <Facts
        facts={[
          ["Objects with both", countText(objects)],
          ["Correlation", numbers && (numbers.correlation === null ? "none" : NUMBER.format(numbers.correlation))],
          ["Mean distance", numbers && NUMBER.format(numbers.meanDistance)],
          ["Same label", labels && PERCENT.format(labels.agreed)],
          ["Cohen's kappa", labels && (labels.kappa === null ? "none" : NUMBER.format(labels.kappa))],
        ]}
      />
      <div className="mt-4 overflow-x-auto">
        {numbers && <Numbers one={one} other={other} agreement={numbers} />}
        {labels && <Labels one={one} other={other} agreement={labels} />}
      </div>
    </>
  );
}

function Numbers({ one, other, agreement }: AgreementProps<NumberAgreement>): ReactElement {
  const { grid, oneRange, otherRange } = agreement;
  return (
    <CountGrid
      columnTitle={`${one}, from`}
      rowTitle={`${other}, from`}
      columns={starts(oneRange, grid.length)}
      // The highest row stands at the top, as in a chart.
      rows={starts(otherRange, grid.length).toReversed()}
      counts={grid.toReversed()}
    />
  );
}

/** Returns the starts of the parts of a range, for people. */
function starts([least, most]: readonly [number, number], parts: number): string[] {
  return Array.from({ length: parts }, (_, part) => NUMBER.format(least + (part * (most - least)) / parts));
}

function Labels({ one, other, agreement: { labels, counts } }: AgreementProps<LabelAgreement>): ReactElement {
  return (
    <CountGrid columnTitle={other} rowTitle={one} columns={labels} rows={labels} counts={counts} isDiagonalMarked />
  );
}

function isNumeric({ dataType }: CountedKind): boolean {
  return dataType === "NUMERIC";
}
