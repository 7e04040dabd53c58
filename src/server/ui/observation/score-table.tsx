import type { ScoreV3 } from "@svc/core/api";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { ActionButton } from "../components/action-button.tsx";
import { ReplacedValues, sourceText } from "../components/replaced-values.tsx";
import { Text } from "../components/text.tsx";
import { authorsOf, useNameOf } from "../data/authors.ts";
import { isOwnScore } from "../data/own-scores.ts";
import { mayDeleteScore } from "../data/permitted.ts";
import { useProject } from "../data/project.tsx";

/** Scores, a row each. One that the person gave on the page can be deleted. */
export function ScoreTable({ scores, traceId }: { scores: readonly ScoreV3[]; traceId: string }): ReactElement {
  const nameOf = useNameOf(authorsOf(scores));
  return (
    <table className="w-full">
      <thead className="text-soft text-left">
        <tr>
          {["Name", "Value", "Of", "Source", "Author", "Comment"].map((label) => (
            <th key={label} scope="col" className="font-normal">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {scores.map((score) => (
          <tr key={score.id} className="border-line border-t align-top">
            <th scope="row" className="max-w-40 truncate text-left font-medium">
              <Text>{score.name}</Text>
            </th>
            <td className="max-w-40 truncate">
              <Text>{String(score.value)}</Text>
            </td>
            <td>{score.subject?.kind ?? "trace"}</td>
            <td>{sourceText(score)}</td>
            <td className="max-w-40 truncate">
              {score.authorUserId != null && <Text>{nameOf(score.authorUserId)}</Text>}
            </td>
            <td className="break-words">
              <bdi>{score.comment?.slice(0, 1_000)}</bdi>
              <ReplacedValues score={score} nameOf={nameOf} />
              {isOwnScore(score) && mayDeleteScore(score) && <DeleteScore score={score} traceId={traceId} />}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function DeleteScore({ score, traceId }: { score: ScoreV3; traceId: string }): ReactElement {
  const { id, api } = useProject();
  const queries = useQueryClient();
  const removal = useMutation({
    mutationFn: async () => api.scores.delete(score.id),
    onSuccess: async () => queries.invalidateQueries({ queryKey: ["scores", id, traceId] }),
  });
  return (
    <div className="my-1">
      <ActionButton action={removal}>
        Delete<span className="sr-only"> {score.name.slice(0, 100)}</span>
      </ActionButton>
    </div>
  );
}
