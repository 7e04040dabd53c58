import { type ReactElement, type ReactNode, useEffect } from "react";
import { Link, useLocation } from "wouter";
import { VIEW_PATHS } from "../../pages/page-views.ts";
import { useProject } from "../data/project.tsx";
import { NAVIGATION } from "../navigation.ts";
import { PhoneMenu } from "./phone-menu.tsx";
import { ProjectSwitch } from "./project-switch.tsx";

interface PageFrameProps {
  title: string;
  /** Content at the right end of the head. */
  aside?: ReactNode;
  children: ReactNode;
}

/** Frame around every view of a project: the head with the places to go, and the view, which fills the window. */
export function PageFrame({ title, aside, children }: PageFrameProps): ReactElement {
  const { path } = useProject();
  useEffect(() => {
    document.title = `${title} · svc`;
  }, [title]);
  return (
    <div className="flex h-dvh flex-col">
      <header className="border-line bg-panel flex items-center gap-x-4 border-b px-4 py-2">
        <Link href={path + VIEW_PATHS.traces} className="font-semibold whitespace-nowrap">
          svc
        </Link>
        <PhoneMenu>
          <nav aria-label="Project" className="flex flex-col gap-3 py-1 text-base">
            <Places />
          </nav>
        </PhoneMenu>
        <nav aria-label="Project" className="hidden min-w-0 items-center gap-x-4 overflow-x-auto p-1 lg:flex">
          <Places />
        </nav>
        <div className="ml-auto flex min-w-0 items-center gap-x-3">
          <ProjectSwitch />
          {aside}
        </div>
      </header>
      <main className="flex min-h-0 flex-1 flex-col">{children}</main>
    </div>
  );
}

function Places(): ReactElement {
  const { path } = useProject();
  return (
    <>
      {NAVIGATION.map(([label, view]) => (
        <NavigationLink key={view} label={label} href={path + VIEW_PATHS[view]} />
      ))}
    </>
  );
}

function NavigationLink({ label, href }: { label: string; href: string }): ReactElement {
  const [location] = useLocation();
  const isHere = location === href || location.startsWith(`${href}/`);
  return (
    <Link
      href={href}
      {...(isHere && { "aria-current": "page" as const })}
      className={`whitespace-nowrap underline-offset-4 hover:underline ${isHere ? "text-text font-semibold" : "text-link"}`}
    >
      {label}
    </Link>
  );
}
