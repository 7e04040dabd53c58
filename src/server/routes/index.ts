// How a resource is added, in four steps:
//
// 1. Tables: `migrations/00N-name.ts` exports SQL, and `migrations/index.ts` lists it last. A migration that was released is
//    never changed. Times are milliseconds since 1970; every table has a `projectId`, first in its indexes.
// 2. Reading and writing: `stores/name.ts`, functions over `Records`. A read is `records.all(sql, …values)`; a write is made of
//    statements, and `records.write([...])` runs them in one transaction of the writer thread. What must hold between a read
//    and its write is in the SQL, or a statement with `mustChange`; `WriteConflict` says which statement could not be done.
// 3. Routes: `routes/name.ts` exports a list with one entry per operation of the API document, `{ operation: "group_method",
//    handle }`. Method, path, access, parameters and body are checked by the document before `handle` runs. It gives what is
//    answered as JSON: a plain value for 200, `new Answer(201, value)` for another status, nothing for `{ message: "OK" }`.
//    What cannot be answered is thrown: `namedError`, `invalidRequest` (`http-errors.ts`); the style of the body, also of
//    `unstable` and SCIM operations, is made from these. Pages: `paging.ts`; cursors: `cursor.ts`.
// 4. The list below.
import type { Route } from "./route.ts";
import { annotationQueueRoutes } from "./annotation-queues.ts";
import { blobStorageRoutes } from "./blob-storage-integrations.ts";
import { commentRoutes } from "./comments.ts";
import { dashboardWidgetRoutes } from "./dashboard-widgets.ts";
import { dashboardRoutes } from "./dashboards.ts";
import { datasetItemRoutes } from "./dataset-items.ts";
import { datasetRoutes } from "./datasets.ts";
import { evaluationRuleRoutes } from "./evaluation-rules.ts";
import { evaluatorRoutes } from "./evaluators.ts";
import { eventRoutes } from "./events.ts";
import { experimentRoutes } from "./experiments.ts";
import { feedbackRoutes } from "./feedback.ts";
import { healthRoutes } from "./health.ts";
import { ingestionRoutes } from "./ingestion.ts";
import { llmConnectionRoutes } from "./llm-connections.ts";
import { mediaRoutes } from "./media.ts";
import { metricsRoutes } from "./metrics.ts";
import { modelRoutes } from "./models.ts";
import { observationRoutes } from "./observations.ts";
import { openapiRoutes } from "./openapi.ts";
import { organizationRoutes } from "./organizations.ts";
import { otlpOtherSignalsRoutes } from "./otlp-other-signals.ts";
import { otlpTracesRoutes } from "./otlp-traces.ts";
import { projectRoutes } from "./projects.ts";
import { promptRoutes } from "./prompts.ts";
import { scimRoutes } from "./scim.ts";
import { scoreConfigRoutes } from "./score-configs.ts";
import { scoreRoutes } from "./scores.ts";
import { skillRoutes } from "./skills.ts";
import { traceRoutes } from "./traces.ts";

/** Everything the API answers to. */
export const API_ROUTES: readonly Route[] = [
  ...annotationQueueRoutes,
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
  ...observationRoutes,
  ...openapiRoutes,
  ...organizationRoutes,
  ...otlpOtherSignalsRoutes,
  ...otlpTracesRoutes,
  ...projectRoutes,
  ...promptRoutes,
  ...scimRoutes,
  ...scoreConfigRoutes,
  ...scoreRoutes,
  ...skillRoutes,
  ...traceRoutes,
];
