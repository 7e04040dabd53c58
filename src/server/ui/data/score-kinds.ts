import { type UseQueryResult, useQuery } from "@tanstack/react-query";
import type { CountedKind, ScoreAgreement, ScoreKind } from "../../query/score-agreement.ts";
import type { NameOf } from "./authors.ts";
import { readLocal } from "./local-api.ts";
import { useProject } from "./project.tsx";

/** Returns the kinds of scores of the project, the most frequent first. */
export function useScoreKinds(): UseQueryResult<readonly CountedKind[]> {
  const project = useProject();
  return useQuery({
    queryKey: ["scores", project.id, "kinds"],
    queryFn: async () => (await readLocal<{ data: CountedKind[] }>(project, "scores/kinds")).data,
  });
}

/** Returns how far two kinds of scores agree. Reads nothing without both. */
export function useAgreement(one: ScoreKind | undefined, other: ScoreKind | undefined): UseQueryResult<ScoreAgreement> {
  const project = useProject();
  return useQuery({
    queryKey: ["scores", project.id, "agreement", one, other],
    queryFn: async () =>
      readLocal<ScoreAgreement>(project, "scores/agreement", {
        name: one?.name,
        source: one?.source,
        dataType: one?.dataType,
        authorUserId: one?.authorUserId,
        otherName: other?.name,
        otherSource: other?.source,
        otherDataType: other?.dataType,
        otherAuthorUserId: other?.authorUserId,
      }),
    enabled: one !== undefined && other !== undefined,
  });
}

/** Returns the text that stands for a kind in an address and in a list of choices. */
export function kindKey({ name, source, dataType, authorUserId }: ScoreKind): string {
  return JSON.stringify([name, source, dataType, ...(authorUserId === undefined ? [] : [authorUserId])]);
}

/** Returns a kind for people. `nameOf` returns the name of an author. */
export function kindText({ name, source, dataType, authorUserId }: ScoreKind, nameOf: NameOf): string {
  const by = authorUserId === undefined ? "" : `, by ${nameOf(authorUserId)}`;
  return `${name.slice(0, 100)} (${source.toLowerCase()}, ${dataType.toLowerCase()}${by})`;
}
