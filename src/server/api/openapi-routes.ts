import { apiDocument } from "../http/api-document.ts";
import type { Route } from "./route.ts";

/** OpenAPI document of the API, for tools that read one. */
export const openapiRoutes: readonly Route[] = [
  { method: "GET", path: "/api/public/openapi.json", access: "none", handle: () => apiDocument },
];
