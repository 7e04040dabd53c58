import type { ReactElement } from "react";
import { Route, Switch } from "wouter";
import { UnknownPage } from "./components/unknown-page.tsx";
import { ProjectProvider } from "./data/project.tsx";
import { TraceView } from "./trace/trace-view.tsx";
import { TracesView } from "./traces/traces-view.tsx";

/** The page: the view of the address. */
export function App(): ReactElement {
  return (
    <Switch>
      <Route path="/project/:projectId/traces">
        {({ projectId }) => (
          <ProjectProvider projectId={projectId}>
            <TracesView />
          </ProjectProvider>
        )}
      </Route>
      <Route path="/project/:projectId/traces/:traceId">
        {({ projectId, traceId }) => (
          <ProjectProvider projectId={projectId}>
            <TraceView key={traceId} traceId={traceId} />
          </ProjectProvider>
        )}
      </Route>
      <Route>
        <UnknownPage />
      </Route>
    </Switch>
  );
}
