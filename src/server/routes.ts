// Steps to add a resource:
//
// 1. Tables: `engines/sqlite/migrations/00N-name.ts` exports SQL, and `index.ts` there lists it last. Never change a
//    released migration. Times are milliseconds since 1970. Every table has a `projectId`, first in its indexes.
// 2. Reading and writing: `resources/name.ts` holds functions over `Records`. `records.all(sql, …values)` reads.
//    `records.write([...])` runs statements in one transaction of the writer thread. A condition that must hold between a read
//    and its write is in the SQL, or in a statement with `mustChange`; `WriteConflict` names the statement that failed.
// 3. Operations: `src/core/api/openapi/` describes them; `npm run generate` writes their types.
// 4. Routes: `api/GROUP/name-routes.ts` exports a list with `route("group_method", handler)` for each operation. The document
//    decides method, path, access, parameters and body before the handler runs. The handler gets `params`, `query` and `body` in
//    the types of its operation, and returns the JSON of the answer: a plain value for 200, `new Answer(201, value)` for another
//    status. `rawRoute` is for a body that the handler reads, `ownRoute` for a path that the document does not have. Handlers
//    throw errors: `namedError`, `invalidRequest`, `foundOr404` (`http/http-errors.ts`). The body of the answer is made from the
//    error, in the style of the operation. Pages: `http/paging.ts`; cursors: `http/cursor.ts`.
// 5. The list below.
import { annotationQueueRoutes } from "./api/annotations/annotation-queue-routes.ts";
import { authorRoutes } from "./api/annotations/author-routes.ts";
import { commentRoutes } from "./api/annotations/comment-routes.ts";
import { auditLogRoutes } from "./api/audit/audit-log-routes.ts";
import { dashboardRoutes } from "./api/dashboards/dashboard-routes.ts";
import { dashboardWidgetRoutes } from "./api/dashboards/dashboard-widget-routes.ts";
import { datasetItemRoutes } from "./api/datasets/dataset-item-routes.ts";
import { datasetRoutes } from "./api/datasets/dataset-routes.ts";
import { evaluationRuleRoutes } from "./api/evaluators/evaluation-rule-routes.ts";
import { evaluatorRoutes } from "./api/evaluators/evaluator-routes.ts";
import { feedbackRoutes } from "./api/feedback-routes.ts";
import { healthRoutes } from "./api/health-routes.ts";
import { blobStorageRoutes } from "./api/media/blob-storage-routes.ts";
import { mediaRoutes } from "./api/media/media-routes.ts";
import { llmConnectionRoutes } from "./api/models/llm-connection-routes.ts";
import { modelRoutes } from "./api/models/model-routes.ts";
import { modelUseRoutes } from "./api/models/model-use-routes.ts";
import { openapiRoutes } from "./api/openapi-routes.ts";
import { organizationRoutes } from "./api/organization/organization-routes.ts";
import { projectRoutes } from "./api/organization/project-routes.ts";
import { playgroundRoutes } from "./api/playground/playground-routes.ts";
import { promptHistoryRoutes } from "./api/prompts/prompt-history-routes.ts";
import { promptRoutes } from "./api/prompts/prompt-routes.ts";
import type { Route } from "./api/routing/route.ts";
import { ingestionRoutes } from "./api/scores/ingestion-routes.ts";
import { savedViewRoutes } from "./api/saved-view-routes.ts";
import { scimFeatureRoutes } from "./api/scim/scim-feature-routes.ts";
import { scimRoutes } from "./api/scim/scim-routes.ts";
import { scoreAgreementRoutes } from "./api/scores/score-agreement-routes.ts";
import { scoreConfigRoutes } from "./api/scores/score-config-routes.ts";
import { scoreRoutes } from "./api/scores/score-routes.ts";
import { skillRoutes } from "./api/skills/skill-routes.ts";
import { eventRoutes } from "./api/traces/event-routes.ts";
import { experimentRoutes } from "./api/traces/experiment-routes.ts";
import { metricsRoutes } from "./api/traces/metrics-routes.ts";
import { observationRoutes } from "./api/traces/observation-routes.ts";
import { otlpOtherSignalsRoutes } from "./api/traces/otlp-other-signal-routes.ts";
import { otlpTracesRoutes } from "./api/traces/otlp-trace-routes.ts";
import { sessionRoutes } from "./api/traces/session-routes.ts";
import { startTimeRoutes } from "./api/traces/start-time-routes.ts";
import { traceRoutes } from "./api/traces/trace-routes.ts";

export const API_ROUTES: readonly Route[] = [
  ...annotationQueueRoutes,
  ...auditLogRoutes,
  ...authorRoutes,
  ...savedViewRoutes,
  ...blobStorageRoutes,
  ...commentRoutes,
  ...dashboardWidgetRoutes,
  ...dashboardRoutes,
  ...datasetItemRoutes,
  ...datasetRoutes,
  ...evaluationRuleRoutes,
  ...evaluatorRoutes,
  ...eventRoutes,
  ...experimentRoutes,
  ...feedbackRoutes,
  ...healthRoutes,
  ...ingestionRoutes,
  ...llmConnectionRoutes,
  ...mediaRoutes,
  ...metricsRoutes,
  ...modelRoutes,
  ...modelUseRoutes,
  ...observationRoutes,
  ...openapiRoutes,
  ...organizationRoutes,
  ...otlpOtherSignalsRoutes,
  ...otlpTracesRoutes,
  ...projectRoutes,
  ...playgroundRoutes,
  ...promptHistoryRoutes,
  ...promptRoutes,
  ...scimFeatureRoutes,
  ...scimRoutes,
  ...scoreAgreementRoutes,
  ...scoreConfigRoutes,
  ...scoreRoutes,
  ...sessionRoutes,
  ...skillRoutes,
  ...startTimeRoutes,
  ...traceRoutes,
];
