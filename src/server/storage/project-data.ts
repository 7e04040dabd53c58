/** Observations and scores, for the removal of whole projects. */
export interface ProjectData {
  /** Returns true when a project has observations or scores. */
  hasData(projectId: string): Promise<boolean>;
  /** Removes the observations and scores of a project, in steps between which others can write. Can be repeated. */
  deleteProject(projectId: string): Promise<void>;
}
