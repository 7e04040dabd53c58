import { type ReactElement, useRef } from "react";
import { useOpenProjects } from "../data/open-projects.ts";
import { useProject } from "../data/project.tsx";
import { CloseButton } from "./dialog-buttons.tsx";
import { Dialog } from "./dialog.tsx";
import { OtherProject } from "./other-project.tsx";
import { ProjectLink } from "./project-link.tsx";
import { SignedIn } from "./signed-in.tsx";
import { Text } from "./text.tsx";

/** Button with the project of the page, and the dialog to switch to another. */
export function ProjectSwitch(): ReactElement {
  const { id } = useProject();
  const projects = useOpenProjects();
  const dialog = useRef<HTMLDialogElement>(null);
  const name = projects.find((project) => project.id === id)?.name ?? id;
  return (
    <>
      <button
        type="button"
        className="button max-w-48 min-w-0"
        aria-label={`Project ${name.slice(0, 100)}: switch`}
        onClick={() => dialog.current?.showModal()}
      >
        <Text>{name}</Text> <span aria-hidden>▾</span>
      </button>
      <Dialog ref={dialog} title="Projects">
        <ul className="mb-4 flex flex-col gap-1">
          {projects.map((project) => (
            <li key={project.id}>
              <ProjectLink project={project} isHere={project.id === id} />
            </li>
          ))}
        </ul>
        <OtherProject />
        <SignedIn />
        <CloseButton />
      </Dialog>
    </>
  );
}
