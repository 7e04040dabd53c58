/**
 * Handling of the uses of a removed name by the codemod.
 *
 * - `renamed`: the name changes; arguments and result stay.
 * - `renamed where unread`: the same where the result of the call is not read, because it has another shape. Otherwise listed.
 * - `wrapped where exact`: the call becomes one of `propagateAttributes` around what follows it, where that is the same. Otherwise listed.
 * - `listed`: the result or the arguments have another shape, which a person has to decide about.
 */
type Handling = "renamed" | "renamed where unread" | "wrapped where exact" | "listed";

/** A name of generation 5 that generation 6 does not have. */
export interface RemovedName {
  /** Owner of the name: a class, the client of the API, or a package that exports it. */
  readonly owner: Owner;
  /** The name, for the API with its group: `trace.get`. */
  readonly name: string;
  /** The replacement. `$name` stands for the first argument of the call. */
  readonly now: string;
  readonly handling: Handling;
}

/** `type` are types of `@svc/core`, `legacy` those under its prefix. */
type Owner =
  | "SvcClient"
  | "api"
  | "observation"
  | "event"
  | "dataset item"
  | "experiment result"
  | "SvcBrowserError"
  | "@svc/tracing"
  | "@svc/client"
  | "@svc/browser"
  | "type"
  | "legacy";

export const OBSERVATIONS = "api.observations.getMany";
const IO = "update({ input, output }) of the root observation";
const RUN_DELETION = "api.experiments.listItems(...), then api.trace.deleteMultiple({ traceIds })";
const RUN = "api.experiments.list({ datasetId, fromStartTime }), then api.experiments.listItems(...)";
const RUNNER = "dataset.runExperiment({ name, task, evaluators })";

/** Returns rows for the names of one owner. */
export const rows = (
  owner: Owner,
  handling: Handling,
  table: Readonly<Record<string, string>>,
): readonly RemovedName[] => Object.entries(table).map(([name, now]) => ({ owner, name, now, handling }));

/** Types that have no counterpart, by what replaces the operation that they belonged to. */
const types = (now: string, ...names: readonly string[]): readonly RemovedName[] =>
  names.map((name) => ({ owner: "type", name, now, handling: "listed" }));

/** All removed names. Contract: "Removed operations", "Client-level managers and removed aliases", "Errors". */
export const REMOVED_NAMES: readonly RemovedName[] = [
  ...rows("SvcClient", "renamed", {
    getPrompt: "prompt.get(...)",
    createPrompt: "prompt.create(...)",
    updatePrompt: "prompt.update(...)",
    getDataset: "dataset.get(...)",
    createDatasetItem: "dataset.createItem(...)",
    resolveMediaReferences: "media.resolveReferences(...)",
    createDataset: "api.datasets.create(...)",
    getDatasetItem: "api.datasetItems.get($id)",
    fetchMedia: "api.media.get($id)",
  }),
  ...rows("SvcClient", "listed", {
    fetchTrace: `${OBSERVATIONS}({ traceId: $id })`,
    fetchTraces: `${OBSERVATIONS}({ isRootObservation: true, ... })`,
    fetchObservation: `${OBSERVATIONS}({ filter, ... })`,
    fetchObservations: `${OBSERVATIONS}(...)`,
    fetchSessions: `${OBSERVATIONS}({ sessionId, ... })`,
    getDatasetRun: RUN,
    getDatasetRuns: "api.experiments.list({ datasetId, fromStartTime })",
  }),
  ...rows("api", "renamed", {
    "legacy.metricsV1.metrics": "metrics.metrics(...)",
    "legacy.scoreV1.delete": "scores.delete($id)",
  }),
  ...rows("api", "renamed where unread", { "legacy.scoreV1.create": "scores.create(...)" }),
  ...rows("api", "listed", {
    "trace.get": `${OBSERVATIONS}({ traceId: $id })`,
    "trace.list": `${OBSERVATIONS}({ isRootObservation: true, ... })`,
    "sessions.get": `${OBSERVATIONS}({ sessionId: $id })`,
    "sessions.list": `${OBSERVATIONS}({ sessionId, ... })`,
    "legacy.observationsV1.get": `${OBSERVATIONS}({ filter, ... })`,
    "legacy.observationsV1.getMany": `${OBSERVATIONS}(...)`,
    "scores.getMany": "api.scoresV3.getManyV3(...)",
    "scores.getById": "api.scoresV3.getManyV3({ id: $id })",
    "datasetRunItems.create": RUNNER,
    "datasetRunItems.list": "api.experiments.listItems({ datasetId, experimentName, fromStartTime })",
    "datasets.getRun": RUN,
    "datasets.getRuns": "api.experiments.list({ datasetId, fromStartTime })",
    "datasets.deleteRun": RUN_DELETION,
  }),
  ...rows("observation", "renamed", { setTraceIO: "update(...)" }),
  ...rows("event", "listed", { setTraceIO: IO }),
  ...rows("@svc/tracing", "renamed", {
    setActiveTraceIO: "updateActiveObservation(...)",
    SvcTraceAttributes: "SvcSpanAttributes",
  }),
  ...rows("@svc/tracing", "listed", {
    createTraceAttributes: "createObservationAttributes(type, { input, output }) for the root observation",
  }),
  ...rows("dataset item", "listed", { link: RUNNER }),
  ...rows("@svc/client", "listed", { LinkDatasetItemFunction: RUNNER }),
  ...rows("experiment result", "renamed", { datasetRunUrl: "experimentUrl", datasetRunId: "experimentId" }),
  ...rows("SvcBrowserError", "listed", { errors: "status and response.message" }),
  ...rows("@svc/browser", "listed", {
    SvcIngestionError: "SvcBrowserError, its status and response",
    SvcIngestionSuccess: "SvcBrowserScoreResult",
    SvcIngestionResponse: "SvcBrowserScoreResult",
  }),
  ...rows("legacy", "renamed", {
    CreateScoreRequest: "CreateScoreRequest",
    CreateScoreResponse: "CreateScoreResponse",
    CreateScoreSource: "CreateScoreSource",
  }),
  ...types(
    "ObservationsV2Response, the result of api.observations.getMany(...)",
    "Trace",
    "TraceWithDetails",
    "TraceWithFullDetails",
    "Traces",
    "GetTraceRequest",
    "GetTracesRequest",
    "Session",
    "SessionWithTraces",
    "PaginatedSessions",
    "GetSessionsRequest",
    "Observation",
    "Observations",
    "ObservationsView",
    "ObservationsViews",
    "ObservationsViewSingle",
    "GetObservationsRequest",
  ),
  ...types(
    "ExperimentsResponse or ExperimentItemsResponse, the results of api.experiments.list(...) and .listItems(...)",
    "DatasetRun",
    "DatasetRunWithItems",
    "PaginatedDatasetRuns",
    "GetDatasetRunsRequest",
    "DeleteDatasetRunResponse",
    "DatasetRunItem",
    "PaginatedDatasetRunItems",
    "CreateDatasetRunItemRequest",
    "ListDatasetRunItemsRequest",
  ),
  ...types(
    "GetScoresV3Response, the result of api.scoresV3.getManyV3(...)",
    "ScoreV1",
    "BaseScoreV1",
    "BooleanScoreV1",
    "CategoricalScoreV1",
    "NumericScoreV1",
    "TextScoreV1",
    "GetScoresRequest",
    "GetScoresResponse",
    "GetScoresResponseData",
    "GetScoresResponseDataBoolean",
    "GetScoresResponseDataCategorical",
    "GetScoresResponseDataCorrection",
    "GetScoresResponseDataNumeric",
    "GetScoresResponseDataText",
    "GetScoresResponseTraceData",
  ),
  ...types("MetricsV2Response, the result of api.metrics.metrics(...)", "MetricsResponse", "GetMetricsRequest"),
  ...types("nothing: events of this type are not sent", "SdkLogEvent"),
];

/**
 * Operations of the API that take an empty request before the options, each with the number of its identifiers. Contract: "Request
 * placeholder".
 */
export const REQUEST_PLACEHOLDERS: Readonly<Record<string, number>> = {
  "annotationQueues.getQueue": 1,
  "annotationQueues.getQueueItem": 2,
  "annotationQueues.deleteQueueItem": 2,
  "blobStorageIntegrations.getBlobStorageIntegrations": 0,
  "blobStorageIntegrations.getBlobStorageIntegrationStatus": 1,
  "blobStorageIntegrations.deleteBlobStorageIntegration": 1,
  "comments.getById": 1,
  "datasetItems.get": 1,
  "datasetItems.delete": 1,
  "datasets.get": 1,
  "evaluationRules.get": 1,
  "evaluationRules.delete": 1,
  "evaluators.get": 1,
  "evaluators.delete": 1,
  "health.health": 0,
  "llmConnections.delete": 1,
  "media.get": 1,
  "models.get": 1,
  "models.delete": 1,
  "organizations.getOrganizationMemberships": 0,
  "organizations.getProjectMemberships": 1,
  "organizations.getOrganizationProjects": 0,
  "organizations.getOrganizationApiKeys": 0,
  "projects.get": 0,
  "projects.delete": 1,
  "projects.getApiKeys": 1,
  "projects.deleteApiKey": 2,
  "scim.getServiceProviderConfig": 0,
  "scim.getResourceTypes": 0,
  "scim.getSchemas": 0,
  "scim.getUser": 1,
  "scim.deleteUser": 1,
  "scoreConfigs.getById": 1,
  "scores.delete": 1,
  "trace.delete": 1,
  "unstable.dashboardWidgets.get": 1,
  "unstable.dashboardWidgets.delete": 1,
  "unstable.dashboards.get": 1,
  "unstable.dashboards.delete": 1,
  "unstable.dashboards.deletePlacement": 2,
  "unstable.skills.deleteVersion": 2,
};
