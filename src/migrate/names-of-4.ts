import { OBSERVATIONS, type RemovedName, REMOVED_NAMES, rows } from "./removed-names.ts";

const TRACE =
  "propagateAttributes({ userId, sessionId, tags, traceName, metadata }, () => …) around what belongs to it; for input and output update(...) of the root observation, for public setTraceAsPublic()";

/** Names of Langfuse 4 that its version 5, which has the shapes of generation 5, has no more. */
export const NAMES_OF_4: readonly RemovedName[] = [
  ...rows("@svc/tracing", "wrapped where exact", { updateActiveTrace: TRACE }),
  ...rows("observation", "wrapped where exact", { updateTrace: TRACE }),
  ...rows("event", "listed", { updateTrace: TRACE }),
  ...rows("observation", "listed", { updateOtelSpanAttributes: "update(...)" }),
  ...rows("event", "listed", { updateOtelSpanAttributes: "update(...)" }),
  ...rows("api", "renamed", {
    "observationsV2.getMany": "observations.getMany(...)",
    "metricsV2.metrics": "metrics.metrics(...)",
    "score.delete": "scores.delete($id)",
  }),
  ...rows("api", "renamed where unread", { "score.create": "scores.create(...)" }),
  ...rows("api", "listed", {
    "observations.get": `${OBSERVATIONS}({ filter, ... })`,
    "scoreV2.get": "api.scoresV3.getManyV3(...)",
    "scoreV2.getById": "api.scoresV3.getManyV3({ id: $id })",
  }),
];

/** Operations of Langfuse 4 whose names are here, too, with other parameters and results. */
export const CHANGED_SINCE_4: readonly RemovedName[] = rows("api", "listed", {
  "observations.getMany": `${OBSERVATIONS}({ cursor, fields, ... }), whose result has meta.cursor and no pages`,
  "metrics.metrics": "api.metrics.metrics(...), whose query has no traces view",
});

/** All names that the codemod looks for. */
export const ALL_NAMES: readonly RemovedName[] = [...REMOVED_NAMES, ...NAMES_OF_4, ...CHANGED_SINCE_4];
