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
import { datasetItemRoutes } from "./dataset-items.ts";
import { datasetRoutes } from "./datasets.ts";
import { eventRoutes } from "./events.ts";
import { experimentRoutes } from "./experiments.ts";
import { healthRoutes } from "./health.ts";
import { mediaRoutes } from "./media.ts";
import { metricsRoutes } from "./metrics.ts";
import { modelRoutes } from "./models.ts";
import { observationRoutes } from "./observations.ts";
import { otlpTracesRoutes } from "./otlp-traces.ts";
import { projectRoutes } from "./projects.ts";
import { promptRoutes } from "./prompts.ts";
import { scoreConfigRoutes } from "./score-configs.ts";
import { scoreRoutes } from "./scores.ts";
import { traceRoutes } from "./traces.ts";

/** Everything the API answers to. */
export const API_ROUTES: readonly Route[] = [
  ...datasetItemRoutes,
  ...datasetRoutes,
  ...eventRoutes,
  ...experimentRoutes,
  ...healthRoutes,
  ...mediaRoutes,
  ...metricsRoutes,
  ...modelRoutes,
  ...observationRoutes,
  ...otlpTracesRoutes,
  ...projectRoutes,
  ...promptRoutes,
  ...scoreConfigRoutes,
  ...scoreRoutes,
  ...traceRoutes,
];
