import { VIEW_PATHS } from "../../pages/page-views.ts";

export interface OpenProject {
  readonly id: string;
  readonly name: string;
}

/** Name under which the browser keeps the projects that were open before. */
export const KEPT = "svc.projects";

/** Returns the address of the traces of a project. */
export function projectAddress(id: string): string {
  return `/project/${encodeURIComponent(id)}${VIEW_PATHS.traces}`;
}

/** Returns the projects that the browser had open before. */
export function readKept(): OpenProject[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEPT) ?? "[]");
    return Array.isArray(kept) ? kept.filter(isProject) : [];
  } catch {
    return [];
  }
}

function isProject(value: unknown): value is OpenProject {
  if (typeof value !== "object" || value === null) return false;
  return ["id", "name"].every((field) => typeof Reflect.get(value, field) === "string");
}
