import { type ReactElement, type ReactNode, useEffect } from "react";
import { Link } from "wouter";
import { useProject } from "../data/project.tsx";

interface PageFrameProps {
  title: string;
  /** Content at the right end of the head. */
  aside?: ReactNode;
  children: ReactNode;
}

/** Frame around every view of a project: the head with the places to go, and the view, which fills the window. */
export function PageFrame({ title, aside, children }: PageFrameProps): ReactElement {
  const { id, path } = useProject();
  useEffect(() => {
    document.title = `${title} · svc`;
  }, [title]);
  return (
    <div className="flex h-dvh flex-col">
      <header className="border-line bg-panel flex flex-wrap items-center gap-x-4 gap-y-1 border-b px-4 py-2">
        <nav aria-label="Project" className="flex min-w-0 items-center gap-4">
          <Link href={`${path}/traces`} className="font-semibold whitespace-nowrap">
            svc on this machine
          </Link>
          <Link href={`${path}/traces`} className="text-link underline-offset-4 hover:underline">
            Traces
          </Link>
          <span className="text-soft hidden truncate sm:inline">
            project <bdi>{id}</bdi>
          </span>
        </nav>
        <div className="ml-auto">{aside}</div>
      </header>
      <main className="flex min-h-0 flex-1 flex-col">{children}</main>
    </div>
  );
}
