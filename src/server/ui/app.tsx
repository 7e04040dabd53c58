import { type ReactElement, Suspense, lazy } from "react";
import { Route, Switch } from "wouter";
import { VIEW_PATHS, type ViewName } from "../pages/page-views.ts";
import { REFUSAL } from "../pages/refusal.ts";
import { ProjectProvider } from "./data/project.tsx";
import { VIEWS, type ViewParameters } from "./views.tsx";

const NoAccess = lazy(async () => ({ default: (await import("./components/no-access.tsx")).NoAccess }));
const UnknownPage = lazy(async () => ({ default: (await import("./components/unknown-page.tsx")).UnknownPage }));

/** The page: the view of the address. */
export function App(): ReactElement {
  const isRefused = document.head.querySelector(`meta[name=${REFUSAL.reason}]`) !== null;
  return <Suspense fallback={<p className="p-8">Loading…</p>}>{isRefused ? <NoAccess /> : <Views />}</Suspense>;
}

function Views(): ReactElement {
  return (
    <Switch>
      {(Object.keys(VIEW_PATHS) as ViewName[]).map((name) => {
        const path = `/project/:projectId${VIEW_PATHS[name]}`;
        return (
          <Route key={name} path={path}>
            {() => {
              const { projectId = "", ...parameters } = parametersOf(path);
              return (
                <ProjectProvider projectId={projectId}>
                  <Suspense fallback={<p className="p-8">Loading…</p>}>{VIEWS[name](parameters)}</Suspense>
                </ProjectProvider>
              );
            }}
          </Route>
        );
      })}
      <Route>
        <UnknownPage />
      </Route>
    </Switch>
  );
}

/** Returns the parameters of the address. The router decodes a name with a slash or a percent sign only in part. */
function parametersOf(path: string): ViewParameters {
  const segments = location.pathname.split("/");
  return Object.fromEntries(
    path.split("/").flatMap((name, index) => (name.startsWith(":") ? [[name.slice(1), decoded(segments[index])]] : [])),
  );
}

function decoded(segment = ""): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
