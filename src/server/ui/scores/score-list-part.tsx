import type { ScoreV3 } from "@svc/core/api";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { ConfirmButton } from "../components/confirm-button.tsx";
import type { Column } from "../components/data-table.tsx";
import { timeText } from "../components/format.ts";
import { LongText } from "../components/long-text.tsx";
import { RecordList } from "../components/record-list.tsx";
import { ReplacedValues, sourceText } from "../components/replaced-values.tsx";
import { Text } from "../components/text.tsx";
import type { CountedKind } from "../../query/score-agreement.ts";
import { mayDeleteScore } from "../data/permitted.ts";
import { useProject } from "../data/project.tsx";
import { type NameOf, authorsOf, useNameOf } from "../data/authors.ts";
import { useScoreList } from "../data/score-list.ts";
import { ScoreFilterBar, useScoreFilter } from "./score-filter-bar.tsx";
import { SubjectLink } from "./subject-link.tsx";

const columnsOf = (nameOf: NameOf): ReadonlyArray<Column<ScoreV3>> => [
  { label: "Name", cell: ({ name }) => <Text>{name}</Text> },
  {
    label: "Value",
    cell: (score) => (
      <>
        <ScoreValue value={score.value} />
        <ReplacedValues score={score} nameOf={nameOf} />
      </>
    ),
  },
  { label: "Of", cell: (score) => <SubjectLink score={score} /> },
  { label: "Source", isWideOnly: true, cell: sourceText },
  { label: "Type", isWideOnly: true, cell: ({ dataType }) => dataType },
  { label: "Comment", isWideOnly: true, cell: ({ comment }) => comment && <LongText>{comment}</LongText> },
  {
    label: "Author",
    isWideOnly: true,
    cell: ({ authorUserId }) => authorUserId && <Text>{nameOf(authorUserId)}</Text>,
  },
  {
    label: "Given",
    isWideOnly: true,
    cell: ({ timestamp }) => (
      <time dateTime={timestamp} className="whitespace-nowrap">
        {timeText(Date.parse(timestamp))}
      </time>
    ),
  },
  { label: "Delete", cell: (score) => mayDeleteScore(score) && <DeleteScore score={score} /> },
];

/** List of the scores that meet the filter of the address, the latest first. */
export function ScoreListPart({ kinds }: { kinds: readonly CountedKind[] }): ReactElement {
  const { filter, problem, ...bar } = useScoreFilter();
  const list = useScoreList(filter);
  const nameOf = useNameOf(authorsOf(list.rows));
  return (
    <>
      <ScoreFilterBar kinds={kinds} problem={problem} {...bar} />
      <RecordList
        label="Scores"
        columns={columnsOf(nameOf)}
        keyOf={({ id }) => id}
        list={list}
        empty={<p className="p-8">No score meets the filter.</p>}
      />
    </>
  );
}

function ScoreValue({ value }: { value: ScoreV3["value"] }): ReactElement {
  return typeof value === "number" ? (
    <span className="tabular-nums">{value.toLocaleString("en", { maximumSignificantDigits: 6 })}</span>
  ) : (
    <LongText>{String(value)}</LongText>
  );
}

function DeleteScore({ score }: { score: ScoreV3 }): ReactElement {
  const { id, api } = useProject();
  const queries = useQueryClient();
  const action = useMutation({
    mutationFn: async () => api.scores.delete(score.id),
    onSuccess: async () => queries.invalidateQueries({ queryKey: ["scores", id] }),
  });
  return (
    <ConfirmButton label="Delete" confirm="Delete the score" action={action}>
      The score <bdi>{score.name.slice(0, 100)}</bdi> is removed for ever.
    </ConfirmButton>
  );
}
