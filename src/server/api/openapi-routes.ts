import { apiDocument } from "../http/api-document.ts";
import { type Route, ownRoute } from "./routing/route.ts";

/** OpenAPI document of the API, for tools that read one. */
export const openapiRoutes: readonly Route[] = [
  ownRoute({ method: "GET", path: "/api/public/openapi.json", access: "none" }, () => apiDocument),
];
