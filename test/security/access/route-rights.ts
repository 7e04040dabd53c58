// Table of every route of the service, and who may use it. The roles are those of people who are signed in; a key pair of the project may
// do what an ADMIN may.

/** Whom a route lets in. */
export type Right =
  /** Everyone: the answer has nothing of a project. */
  | "everyone"
  /** Whoever has the address that the service signed for one content. */
  | "signed address"
  /** A page of this service only: the route ends the session of the browser. */
  | "own page"
  /** A browser that began to sign in: its cookie and the provider's answer belong together. */
  | "begun sign-in"
  /** Key pairs of the project, and people with at least this role in it. */
  | "VIEWER"
  | "MEMBER"
  | "ADMIN"
  /** Key pairs of the project, and the machine of an open service. A session of a browser lets nobody in. */
  | "agent"
  /** As MEMBER, and the public key of the project. */
  | "sender"
  /** As MEMBER, and only from a page of this service: a run costs money. */
  | "run"
  /** Key pairs of the organization. */
  | "organization";

/** Routes of the API by method and path, below `/api`. */
export const API_RIGHTS: Readonly<Record<string, Right>> = rightsOf({
  everyone: ["GET /public/health", "GET /public/ready", "GET /public/openapi.json"],
  "signed address": ["GET /public/media-content/:projectId/:mediaId", "PUT /public/media-content/:projectId/:mediaId"],
  VIEWER: [
    "GET /local/archived-dataset-items",
    "GET /local/authors",
    "GET /local/experiments/totals",
    "GET /local/models/match",
    "GET /local/models/use",
    "GET /local/observations/events",
    "GET /local/observations/start-times",
    "GET /local/playground/connections",
    "GET /local/prompts/:promptName/history",
    "GET /local/scores/agreement",
    "GET /local/scores/kinds",
    "GET /local/sessions",
    "GET /local/traces/excerpts",
    "GET /local/users",
    "GET /local/views",
    "GET /public/annotation-queues",
    "GET /public/annotation-queues/:queueId",
    "GET /public/annotation-queues/:queueId/items",
    "GET /public/annotation-queues/:queueId/items/:itemId",
    "GET /public/comments",
    "GET /public/comments/:commentId",
    "GET /public/dataset-items",
    "GET /public/dataset-items/:id",
    "GET /public/experiment-items",
    "GET /public/experiments",
    "GET /public/llm-connections",
    "GET /public/media/:mediaId",
    "GET /public/models",
    "GET /public/models/:id",
    "GET /public/projects",
    "GET /public/score-configs",
    "GET /public/score-configs/:configId",
    "GET /public/unstable/dashboard-widgets",
    "GET /public/unstable/dashboard-widgets/:widgetId",
    "GET /public/unstable/dashboards",
    "GET /public/unstable/dashboards/:dashboardId",
    "GET /public/unstable/skills",
    "GET /public/unstable/skills/:skillName",
    "GET /public/unstable/skills/files/content",
    "GET /public/v2/datasets",
    "GET /public/v2/datasets/:datasetName",
    "GET /public/v2/evaluation-rules",
    "GET /public/v2/evaluation-rules/:evaluationRuleId",
    "GET /public/v2/evaluators",
    "GET /public/v2/evaluators/:evaluatorId",
    "GET /public/v2/evaluators/:evaluatorId/versions",
    "GET /public/v2/metrics",
    "GET /public/v2/observations",
    "GET /public/v2/prompts",
    "GET /public/v2/prompts/:promptName",
    "GET /public/v3/scores",
  ],
  sender: ["POST /public/scores"],
  run: ["POST /local/playground/runs"],
  MEMBER: [
    "DELETE /local/views/:viewId",
    "DELETE /public/annotation-queues/:queueId/assignments",
    "DELETE /public/annotation-queues/:queueId/items/:itemId",
    "DELETE /public/dataset-items/:id",
    "DELETE /public/scores/:scoreId",
    "DELETE /public/unstable/dashboard-widgets/:widgetId",
    "DELETE /public/unstable/dashboards/:dashboardId",
    "DELETE /public/unstable/dashboards/:dashboardId/placements/:placementId",
    "DELETE /public/unstable/skills/:skillName/versions/:skillVersion",
    "DELETE /public/v2/evaluation-rules/:evaluationRuleId",
    "DELETE /public/v2/evaluators/:evaluatorId",
    "DELETE /public/v2/prompts/:promptName",
    "PATCH /public/annotation-queues/:queueId/items/:itemId",
    "PATCH /public/media/:mediaId",
    "PATCH /public/score-configs/:configId",
    "PATCH /public/unstable/dashboard-widgets/:widgetId",
    "PATCH /public/unstable/dashboards/:dashboardId",
    "PATCH /public/unstable/dashboards/:dashboardId/placements/:placementId",
    "PATCH /public/unstable/skills/:skillName",
    "PATCH /public/unstable/skills/:skillName/versions/:skillVersion",
    "PATCH /public/v2/evaluation-rules/:evaluationRuleId",
    "PATCH /public/v2/evaluators/:evaluatorId",
    "PATCH /public/v2/prompts/:name/versions/:version",
    "POST /local/views",
    "POST /public/annotation-queues",
    "POST /public/annotation-queues/:queueId/assignments",
    "POST /public/annotation-queues/:queueId/items",
    "POST /public/comments",
    "POST /public/dataset-items",
    "POST /public/feedback",
    "POST /public/ingestion",
    "POST /public/media",
    "POST /public/otel/v1/logs",
    "POST /public/otel/v1/metrics",
    "POST /public/otel/v1/traces",
    "POST /public/score-configs",
    "POST /public/unstable/dashboard-widgets",
    "POST /public/unstable/dashboards",
    "POST /public/unstable/dashboards/:dashboardId/placements",
    "POST /public/unstable/skills",
    "POST /public/v2/datasets",
    "POST /public/v2/evaluation-rules",
    "POST /public/v2/evaluators",
    "POST /public/v2/prompts",
  ],
  ADMIN: [
    "DELETE /public/llm-connections/:id",
    "DELETE /public/models/:id",
    "DELETE /public/traces",
    "DELETE /public/traces/:traceId",
    "GET /local/audit-log",
    "POST /public/models",
    "PUT /public/llm-connections",
    "PUT /public/models/:id",
  ],
  organization: [
    "DELETE /public/integrations/blob-storage/:id",
    "DELETE /public/organizations/memberships",
    "DELETE /public/projects/:projectId",
    "DELETE /public/projects/:projectId/apiKeys/:apiKeyId",
    "DELETE /public/projects/:projectId/memberships",
    "DELETE /public/scim/Users/:userId",
    "GET /local/organization/audit-log",
    "GET /public/integrations/blob-storage",
    "GET /public/integrations/blob-storage/:id",
    "GET /public/organizations/apiKeys",
    "GET /public/organizations/memberships",
    "GET /public/organizations/projects",
    "GET /public/projects/:projectId/apiKeys",
    "GET /public/projects/:projectId/memberships",
    "GET /public/scim/ResourceTypes",
    "GET /public/scim/ResourceTypes/:name",
    "GET /public/scim/Schemas",
    "GET /public/scim/Schemas/:name",
    "GET /public/scim/ServiceProviderConfig",
    "GET /public/scim/Users",
    "GET /public/scim/Users/:userId",
    "PATCH /public/scim/Users/:userId",
    "POST /public/projects",
    "POST /public/projects/:projectId/apiKeys",
    "POST /public/scim/Users",
    "PUT /public/integrations/blob-storage",
    "PUT /public/organizations/memberships",
    "PUT /public/projects/:projectId",
    "PUT /public/projects/:projectId/memberships",
    "PUT /public/scim/Users/:userId",
  ],
});

/** Routes of the pages, by method and path. */
export const PAGE_RIGHTS: Readonly<Record<string, Right>> = rightsOf({
  everyone: ["GET /ui/:name", "GET /skill.md", "GET /sign-in", "GET /*"],
  "begun sign-in": ["GET /sign-in/callback"],
  "own page": ["POST /sign-out"],
  VIEWER: [
    "GET /",
    "GET /project/:projectId",
    "GET /project/:projectId/annotation-queues",
    "GET /project/:projectId/annotation-queues/:queueId",
    "GET /project/:projectId/annotation-queues/:queueId/items/:itemId",
    "GET /project/:projectId/datasets",
    "GET /project/:projectId/datasets/:datasetId",
    "GET /project/:projectId/experiments",
    "GET /project/:projectId/experiments/results",
    "GET /project/:projectId/models",
    "GET /project/:projectId/playground",
    "GET /project/:projectId/prompts",
    "GET /project/:projectId/prompts/:promptName",
    "GET /project/:projectId/prompts/new",
    "GET /project/:projectId/scores",
    "GET /project/:projectId/sessions",
    "GET /project/:projectId/sessions/:sessionId",
    "GET /project/:projectId/traces",
    "GET /project/:projectId/traces/:traceId",
    "GET /project/:projectId/users",
    "GET /project/:projectId/users/:userId",
  ],
  // The endpoint of MCP. Its tools only read.
  agent: ["ALL /mcp"],
});

/** Routes of the port that takes exports as a collector does. */
export const COLLECTOR_RIGHTS: Readonly<Record<string, Right>> = rightsOf({
  MEMBER: ["POST /v1/traces", "POST /v1/metrics", "POST /v1/logs"],
});

/** Returns the rights by route. Throws when a route has two. */
function rightsOf(routesOf: Partial<Record<Right, readonly string[]>>): Record<string, Right> {
  const rights: Record<string, Right> = {};
  for (const [right, routes] of Object.entries(routesOf) as Array<[Right, readonly string[]]>) {
    for (const route of routes) {
      if (route in rights) throw new Error(`${route} has two rights: ${rights[route]} and ${right}`);
      rights[route] = right;
    }
  }
  return rights;
}
