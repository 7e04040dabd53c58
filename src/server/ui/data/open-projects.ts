import { useQuery } from "@tanstack/react-query";
import { KEPT, type OpenProject, readKept } from "./kept-projects.ts";
import { useProject } from "./project.tsx";

/** Most projects that the browser keeps. */
const MOST = 20;

/** Returns the project of the page with its name, and those that the browser had open before. */
export function useOpenProjects(): readonly OpenProject[] {
  const { id: projectId, api } = useProject();
  const { data = [] } = useQuery({
    queryKey: ["projects", projectId],
    queryFn: async () => keep((await api.projects.get()).data),
    staleTime: Infinity,
  });
  return data;
}

function keep(open: readonly OpenProject[]): readonly OpenProject[] {
  const known = new Map(
    [...open, ...readKept()].toReversed().map(({ id, name }): [string, OpenProject] => [id, { id, name }]),
  );
  const all = [...known.values()].toReversed().slice(0, MOST);
  try {
    localStorage.setItem(KEPT, JSON.stringify(all));
  } catch {
    // A browser that keeps nothing shows the one project.
  }
  return all.toSorted((one, other) => one.name.localeCompare(other.name));
}
