import type { ReactElement } from "react";
import { type OpenProject, projectAddress } from "../data/kept-projects.ts";
import { Text } from "./text.tsx";

/** Link to a project, as a whole new document: the browser asks for the keys of a project only for one. */
export function ProjectLink({ project, isHere = false }: { project: OpenProject; isHere?: boolean }): ReactElement {
  const { id, name } = project;
  return (
    <a
      href={projectAddress(id)}
      className={`flex gap-2 hover:underline ${isHere ? "font-semibold" : "text-link"}`}
      {...(isHere && { "aria-current": "true" as const })}
    >
      <Text>{name}</Text>
      {name !== id && <span className="text-soft flex font-normal"> {id}</span>}
    </a>
  );
}
