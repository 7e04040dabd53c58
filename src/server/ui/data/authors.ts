import type { ScoreV3 } from "@svc/core/api";
import { useQuery } from "@tanstack/react-query";
import { readLocal } from "./local-api.ts";
import { useProject } from "./project.tsx";

/** Function that returns the name of an author for people. */
export type NameOf = (authorUserId: string) => string;

/** Most authors of one read. */
const MOST_AUTHORS = 100;

/** Most characters of a name that the page shows. */
const MOST_CHARACTERS = 100;

/** Returns the authors of scores and of the values that they replaced. */
export function authorsOf(scores: readonly ScoreV3[]): Array<string | null | undefined> {
  return scores.flatMap(({ authorUserId, history = [] }) => [
    authorUserId,
    ...history.map((each) => each.authorUserId),
  ]);
}

/** Returns a function for the names of authors. An author whom the service does not know is shown by the id. */
export function useNameOf(authorUserIds: ReadonlyArray<string | null | undefined>): NameOf {
  const project = useProject();
  const ids = [...new Set(authorUserIds)].filter((id) => id != null).toSorted();
  const { data } = useQuery({
    queryKey: ["authors", project.id, ...ids],
    queryFn: async () => {
      const names = new Map<string, string>();
      for (let start = 0; start < ids.length; start += MOST_AUTHORS) {
        const id = ids.slice(start, start + MOST_AUTHORS).join(",");
        const read = await readLocal<{ data: Array<{ id: string; name: string }> }>(project, "authors", { id });
        for (const author of read.data) names.set(author.id, author.name);
      }
      return names;
    },
    enabled: ids.length > 0,
    staleTime: 60_000,
  });
  return (id) => (data?.get(id) ?? id).slice(0, MOST_CHARACTERS);
}
