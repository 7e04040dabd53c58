import { readModelName, readUseStart } from "../../query/model-use.ts";
import { type Route, ownRoute } from "../routing/route.ts";

/** Use of models, and the model whose prices a name gets, which this service alone has. */
export const modelUseRoutes: readonly Route[] = [
  ownRoute(
    { method: "GET", path: "/api/local/models/use", access: "project" },
    async ({ service, projectId, query }) => ({
      data: await service.observations.read("modelUse", projectId, readUseStart(query)),
    }),
  ),

  /** Names the model that matches a name; null for a name without prices. */
  ownRoute(
    { method: "GET", path: "/api/local/models/match", access: "project" },
    async ({ service, projectId, query }) => ({
      modelId: await service.observations.read("modelIdFor", projectId, readModelName(query)),
    }),
  ),
];
