import type { ApiRequest, Route } from "./route.ts";

/** Health check, with the version of the service. */
export const healthRoutes: readonly Route[] = [{ operation: "health_health", handle: health }];

function health({ service }: ApiRequest): unknown {
  return { status: "OK", version: service.version.version };
}
