import { type Route, route } from "./routing/route.ts";

/** Health check, with the version of the service. */
export const healthRoutes: readonly Route[] = [
  route("health_health", ({ service }) => ({ status: "OK", version: service.version.version })),
];
