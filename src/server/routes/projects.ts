import { namedError } from "../http-errors.ts";
import { LOCAL_ORGANIZATION } from "../local-project.ts";
import { findProject } from "../stores/projects.ts";
import type { ApiRequest, Route } from "./route.ts";

/** Projects. */
export const projectRoutes: readonly Route[] = [{ operation: "projects_get", handle: ownProject }];

/** The one project that the keys of the request belong to. */
function ownProject({ service, projectId }: ApiRequest): unknown {
  const project = findProject(service.records, projectId);
  if (!project) throw namedError("SvcNotFoundError", `There is no project ${projectId}`);
  const { id, name, metadata, retentionDays } = project;
  return {
    data: [{ id, name, organization: LOCAL_ORGANIZATION, metadata, ...(retentionDays !== null && { retentionDays }) }],
  };
}
