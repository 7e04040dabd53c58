import type { ApiRequest, Route } from "./route.ts";

/** That the service answers, and as which version. */
export const healthRoutes: readonly Route[] = [{ operation: "health_health", handle: health }];

function health({ service }: ApiRequest): unknown {
  return { status: "OK", version: service.version.version };
}
