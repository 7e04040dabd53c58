import { parseExactJson } from "@svc/core/internal";
import { SvcAPIClient } from "@svc/core/api";
import { type ReactElement, type ReactNode, createContext, useContext, useMemo } from "react";

/** Project that the page shows. */
export interface Project {
  readonly id: string;
  /** Path of the project's pages, without a slash at the end. */
  readonly path: string;
  /** Client of the API, with the access of the page. */
  readonly api: SvcAPIClient;
}

const ProjectContext = createContext<Project | undefined>(undefined);

/** Provides the project of the address to the views below. */
export function ProjectProvider({ projectId, children }: { projectId: string; children: ReactNode }): ReactElement {
  const project = useMemo(() => {
    const path = `/project/${encodeURIComponent(projectId)}`;
    return {
      id: projectId,
      path,
      api: new SvcAPIClient({ baseUrl: location.origin + path, parseJson: parseExactJson }),
    };
  }, [projectId]);
  return <ProjectContext value={project}>{children}</ProjectContext>;
}

/** Returns the project of the address. */
export function useProject(): Project {
  const project = useContext(ProjectContext);
  if (project === undefined) throw new Error("There is no project around this component");
  return project;
}
