import { API_RIGHTS, COLLECTOR_RIGHTS, PAGE_RIGHTS, type Right } from "../../security/access/route-rights.ts";
import { collectorRoutes, type Listed, serviceRoutes } from "../../security/access/router.ts";

/** Rights of routes that ask for no key pair and no session. */
const OPEN: ReadonlySet<Right> = new Set(["everyone", "signed address", "own page", "begun sign-in"]);

/** Routes of the service that need a key pair: operations, pages, events, MCP. Ids are made up: whoever is let in changes nothing. */
export const GUARDED_ROUTES: readonly Listed[] = guarded(serviceRoutes(), (route) => {
  const api = /^(\w+) (?:\/project\/:pageProject)?\/api(\/.*)/.exec(route);
  return api === null ? PAGE_RIGHTS[route] : API_RIGHTS[`${api[1]} ${api[2]}`];
});

/** The same of the port that takes exports as a collector does. */
export const GUARDED_COLLECTOR_ROUTES: readonly Listed[] = guarded(
  collectorRoutes(),
  (route) => COLLECTOR_RIGHTS[route],
);

function guarded(routes: readonly Listed[], rightOf: (route: string) => Right | undefined): readonly Listed[] {
  return routes
    .filter(({ method, path }) => !OPEN.has(rightOf(`${method} ${path}`) ?? "VIEWER"))
    .map(({ method, path }) => ({
      method: path === "/mcp" ? "POST" : method,
      path: path
        .replace(/:(?:pageProject|projectId)/, "svc-local")
        .replaceAll(/:\w+/g, "nothing")
        .replace("*", "nothing"),
    }));
}
