import { type ReactElement, useEffect } from "react";
import { REFUSAL } from "../../pages/refusal.ts";
import { readKept } from "../data/kept-projects.ts";
import { OtherProject } from "./other-project.tsx";
import { ProjectLink } from "./project-link.tsx";

/** Page of an address whose project does not exist, or whose keys were not given. */
export function NoAccess(): ReactElement {
  useEffect(() => {
    document.title = "No access · svc";
  }, []);
  const own = refusalOf("openProject");
  const hasSignIn = refusalOf("signIn") !== undefined;
  const kept = readKept();
  const projects = own === undefined || kept.some(({ id }) => id === own) ? kept : [{ id: own, name: own }, ...kept];
  return (
    <main className="mx-auto max-w-xl p-8">
      <h1 className="mb-2 text-xl font-semibold">This project is not open to you</h1>
      <p className="mb-4 break-words">
        {hasSignIn
          ? "There is no such project, or you have no role in it."
          : "There is no such project, or the browser has not given its keys."}{" "}
        The service says: <bdi>{refusalOf("reason")?.slice(0, 500)}.</bdi>
      </p>
      {projects.length > 0 && (
        <>
          <h2 className="mb-1 font-semibold">Projects that were open</h2>
          <ul className="mb-4 flex flex-col gap-1">
            {projects.map((project) => (
              <li key={project.id}>
                <ProjectLink project={project} />
              </li>
            ))}
          </ul>
        </>
      )}
      <h2 className="mb-1 font-semibold">Another project</h2>
      <OtherProject />
      <p className="mt-4">
        {hasSignIn ? (
          <a href="/sign-in" className="button">
            Sign in
          </a>
        ) : (
          <button type="button" className="button" onClick={() => location.reload()}>
            Enter the keys of this project
          </button>
        )}
      </p>
    </main>
  );
}

/** Returns what the document says of the refusal; undefined where it says nothing. */
function refusalOf(part: keyof typeof REFUSAL): string | undefined {
  return document.head.querySelector<HTMLMetaElement>(`meta[name=${REFUSAL[part]}]`)?.content;
}
