// Generated from src/core/api/openapi by `npm run generate`. Do not edit.

import type * as Types from "@svc/core/api";

/** Operation with these types. By default it has no parameters, takes no body and answers without content. */
type Of<Own> = Own & Omit<{ params: object; query: object; body: undefined; answer: undefined }, keyof Own>;

/**
 * Parameters, body and successful answer of each operation. `params` is text as the path has it. `query` has the defaults of
 * the document. `body` is undefined for an operation that takes none, and for a request without an optional one.
 */
export interface Operations {
  /** `GET /api/public/annotation-queues` */
  annotationQueues_listQueues: Of<{
    query: { page: number; limit: number };
    answer: Types.PaginatedAnnotationQueues;
  }>;
  /** `POST /api/public/annotation-queues` */
  annotationQueues_createQueue: Of<{
    body: Types.CreateAnnotationQueueRequest;
    answer: Types.AnnotationQueue;
  }>;
  /** `GET /api/public/annotation-queues/{queueId}` */
  annotationQueues_getQueue: Of<{
    params: { queueId: string };
    answer: Types.AnnotationQueue;
  }>;
  /** `GET /api/public/annotation-queues/{queueId}/items` */
  annotationQueues_listQueueItems: Of<{
    params: { queueId: string };
    query: { status?: Types.AnnotationQueueStatus; page: number; limit: number };
    answer: Types.PaginatedAnnotationQueueItems;
  }>;
  /** `POST /api/public/annotation-queues/{queueId}/items` */
  annotationQueues_createQueueItem: Of<{
    params: { queueId: string };
    body: Types.CreateAnnotationQueueItemRequest;
    answer: Types.AnnotationQueueItem;
  }>;
  /** `GET /api/public/annotation-queues/{queueId}/items/{itemId}` */
  annotationQueues_getQueueItem: Of<{
    params: { queueId: string; itemId: string };
    answer: Types.AnnotationQueueItem;
  }>;
  /** `PATCH /api/public/annotation-queues/{queueId}/items/{itemId}` */
  annotationQueues_updateQueueItem: Of<{
    params: { queueId: string; itemId: string };
    body: Types.UpdateAnnotationQueueItemRequest;
    answer: Types.AnnotationQueueItem;
  }>;
  /** `DELETE /api/public/annotation-queues/{queueId}/items/{itemId}` */
  annotationQueues_deleteQueueItem: Of<{
    params: { queueId: string; itemId: string };
    answer: Types.DeleteAnnotationQueueItemResponse;
  }>;
  /** `POST /api/public/annotation-queues/{queueId}/assignments` */
  annotationQueues_createQueueAssignment: Of<{
    params: { queueId: string };
    body: Types.AnnotationQueueAssignmentRequest;
    answer: Types.CreateAnnotationQueueAssignmentResponse;
  }>;
  /** `DELETE /api/public/annotation-queues/{queueId}/assignments` */
  annotationQueues_deleteQueueAssignment: Of<{
    params: { queueId: string };
    body: Types.AnnotationQueueAssignmentRequest;
    answer: Types.DeleteAnnotationQueueAssignmentResponse;
  }>;
  /** `GET /api/public/integrations/blob-storage` */
  blobStorageIntegrations_getBlobStorageIntegrations: Of<{
    answer: Types.BlobStorageIntegrationsResponse;
  }>;
  /** `PUT /api/public/integrations/blob-storage` */
  blobStorageIntegrations_upsertBlobStorageIntegration: Of<{
    body: Types.CreateBlobStorageIntegrationRequest;
    answer: Types.BlobStorageIntegrationResponse;
  }>;
  /** `GET /api/public/integrations/blob-storage/{id}` */
  blobStorageIntegrations_getBlobStorageIntegrationStatus: Of<{
    params: { id: string };
    answer: Types.BlobStorageIntegrationStatusResponse;
  }>;
  /** `DELETE /api/public/integrations/blob-storage/{id}` */
  blobStorageIntegrations_deleteBlobStorageIntegration: Of<{
    params: { id: string };
    answer: Types.BlobStorageIntegrationDeletionResponse;
  }>;
  /** `POST /api/public/comments` */
  comments_create: Of<{
    body: Types.CreateCommentRequest;
    answer: Types.CreateCommentResponse;
  }>;
  /** `GET /api/public/comments` */
  comments_get: Of<{
    query: {
      page: number;
      limit: number;
      objectType?: Types.CommentObjectType;
      objectId?: string;
      authorUserId?: string;
    };
    answer: Types.GetCommentsResponse;
  }>;
  /** `GET /api/public/comments/{commentId}` */
  comments_getById: Of<{
    params: { commentId: string };
    answer: Types.Comment;
  }>;
  /** `POST /api/public/dataset-items` */
  datasetItems_create: Of<{
    body: Types.CreateDatasetItemRequest;
    answer: Types.DatasetItem;
  }>;
  /** `GET /api/public/dataset-items` */
  datasetItems_list: Of<{
    query: {
      datasetName?: string;
      sourceTraceId?: string;
      sourceObservationId?: string;
      version?: string;
      page: number;
      limit: number;
    };
    answer: Types.PaginatedDatasetItems;
  }>;
  /** `GET /api/public/dataset-items/{id}` */
  datasetItems_get: Of<{
    params: { id: string };
    answer: Types.DatasetItem;
  }>;
  /** `DELETE /api/public/dataset-items/{id}` */
  datasetItems_delete: Of<{
    params: { id: string };
    answer: Types.DeleteDatasetItemResponse;
  }>;
  /** `GET /api/public/v2/datasets` */
  datasets_list: Of<{
    query: { page: number; limit: number };
    answer: Types.PaginatedDatasets;
  }>;
  /** `POST /api/public/v2/datasets` */
  datasets_create: Of<{
    body: Types.CreateDatasetRequest;
    answer: Types.Dataset;
  }>;
  /** `GET /api/public/v2/datasets/{datasetName}` */
  datasets_get: Of<{
    params: { datasetName: string };
    answer: Types.Dataset;
  }>;
  /** `POST /api/public/v2/evaluation-rules` */
  evaluationRules_create: Of<{
    body: Types.CreateEvaluationRuleRequest;
    answer: Types.EvaluationRule;
  }>;
  /** `GET /api/public/v2/evaluation-rules` */
  evaluationRules_list: Of<{
    query: { limit: number; cursor?: string };
    answer: Types.EvaluationRulesPage;
  }>;
  /** `GET /api/public/v2/evaluation-rules/{evaluationRuleId}` */
  evaluationRules_get: Of<{
    params: { evaluationRuleId: string };
    answer: Types.EvaluationRule;
  }>;
  /** `PATCH /api/public/v2/evaluation-rules/{evaluationRuleId}` */
  evaluationRules_update: Of<{
    params: { evaluationRuleId: string };
    body: Types.UpdateEvaluationRuleRequest;
    answer: Types.EvaluationRule;
  }>;
  /** `DELETE /api/public/v2/evaluation-rules/{evaluationRuleId}` */
  evaluationRules_delete: Of<{
    params: { evaluationRuleId: string };
    answer: Types.DeletedEvaluationRule;
  }>;
  /** `POST /api/public/v2/evaluators` */
  evaluators_create: Of<{
    body: Types.CreateEvaluatorRequest;
    answer: Types.Evaluator;
  }>;
  /** `GET /api/public/v2/evaluators` */
  evaluators_list: Of<{
    query: { limit: number; cursor?: string };
    answer: Types.EvaluatorsPage;
  }>;
  /** `GET /api/public/v2/evaluators/{evaluatorId}` */
  evaluators_get: Of<{
    params: { evaluatorId: string };
    answer: Types.Evaluator;
  }>;
  /** `PATCH /api/public/v2/evaluators/{evaluatorId}` */
  evaluators_update: Of<{
    params: { evaluatorId: string };
    body: Types.UpdateEvaluatorRequest;
    answer: Types.Evaluator;
  }>;
  /** `DELETE /api/public/v2/evaluators/{evaluatorId}` */
  evaluators_delete: Of<{
    params: { evaluatorId: string };
    answer: Types.DeletedEvaluator;
  }>;
  /** `GET /api/public/v2/evaluators/{evaluatorId}/versions` */
  evaluators_listVersions: Of<{
    params: { evaluatorId: string };
    query: { limit: number; cursor?: string };
    answer: Types.EvaluatorVersionsPage;
  }>;
  /** `GET /api/public/experiments` */
  experiments_list: Of<{
    query: {
      fields?: string;
      limit: number;
      cursor?: string;
      scoreLimit: number;
      fromStartTime: string;
      toStartTime?: string;
      id?: string;
      name?: string;
      datasetId?: string;
      filter?: string;
    };
    answer: Types.ExperimentsResponse;
  }>;
  /** `GET /api/public/experiment-items` */
  experiments_listItems: Of<{
    query: {
      fields?: string;
      limit: number;
      cursor?: string;
      scoreLimit: number;
      fromStartTime: string;
      toStartTime?: string;
      experimentId?: string;
      experimentName?: string;
      experimentItemId?: string;
      datasetId?: string;
      filter?: string;
    };
    answer: Types.ExperimentItemsResponse;
  }>;
  /** `POST /api/public/feedback` */
  feedback_submit: Of<{
    body: Types.SubmitFeedbackRequest;
    answer: Types.SubmitFeedbackResponse;
  }>;
  /** `GET /api/public/health` */
  health_health: Of<{
    answer: Types.HealthResponse;
  }>;
  /** `POST /api/public/ingestion` */
  ingestion_batch: Of<{
    body: Types.IngestionRequest;
    answer: Types.IngestionResponse;
  }>;
  /** `GET /api/public/llm-connections` */
  llmConnections_list: Of<{
    query: { page: number; limit: number };
    answer: Types.PaginatedLlmConnections;
  }>;
  /** `PUT /api/public/llm-connections` */
  llmConnections_upsert: Of<{
    body: Types.UpsertLlmConnectionRequest;
    answer: Types.LlmConnection;
  }>;
  /** `DELETE /api/public/llm-connections/{id}` */
  llmConnections_delete: Of<{
    params: { id: string };
    answer: Types.DeleteLlmConnectionResponse;
  }>;
  /** `POST /api/public/media` */
  media_getUploadUrl: Of<{
    body: Types.GetMediaUploadUrlRequest;
    answer: Types.GetMediaUploadUrlResponse;
  }>;
  /** `GET /api/public/media/{mediaId}` */
  media_get: Of<{
    params: { mediaId: string };
    answer: Types.GetMediaResponse;
  }>;
  /** `PATCH /api/public/media/{mediaId}` */
  media_patch: Of<{
    params: { mediaId: string };
    body: Types.PatchMediaBody;
    answer: Types.Acknowledgement;
  }>;
  /** `GET /api/public/v2/metrics` */
  metrics_metrics: Of<{
    query: { query: string };
    answer: Types.MetricsV2Response;
  }>;
  /** `POST /api/public/models` */
  models_create: Of<{
    body: Types.CreateModelRequest;
    answer: Types.Model;
  }>;
  /** `GET /api/public/models` */
  models_list: Of<{
    query: { page: number; limit: number };
    answer: Types.PaginatedModels;
  }>;
  /** `GET /api/public/models/{id}` */
  models_get: Of<{
    params: { id: string };
    answer: Types.Model;
  }>;
  /** `PUT /api/public/models/{id}` */
  models_upsert: Of<{
    params: { id: string };
    body: Types.CreateModelRequest;
    answer: Types.Model;
  }>;
  /** `DELETE /api/public/models/{id}` */
  models_delete: Of<{
    params: { id: string };
    answer: Types.Acknowledgement;
  }>;
  /** `GET /api/public/v2/observations` */
  observations_getMany: Of<{
    query: {
      fields?: string;
      expandMetadata?: string;
      limit: number;
      cursor?: string;
      parseIoAsJson: boolean;
      name?: string;
      userId?: string;
      sessionId?: string;
      type?: string;
      traceId?: string;
      level?: Types.ObservationLevel;
      parentObservationId?: string;
      isRootObservation?: boolean;
      environment?: string | Array<string>;
      fromStartTime?: string;
      toStartTime?: string;
      version?: string;
      filter?: string;
    };
    answer: Types.ObservationsV2Response;
  }>;
  /** `POST /api/public/otel/v1/traces` */
  opentelemetry_exportTraces: Of<{
    body: Types.OtelTraceRequest;
    answer: Types.OtelTraceResponse;
  }>;
  /** `GET /api/public/organizations/memberships` */
  organizations_getOrganizationMemberships: Of<{
    answer: Types.MembershipsResponse;
  }>;
  /** `PUT /api/public/organizations/memberships` */
  organizations_updateOrganizationMembership: Of<{
    body: Types.MembershipRequest;
    answer: Types.MembershipResponse;
  }>;
  /** `DELETE /api/public/organizations/memberships` */
  organizations_deleteOrganizationMembership: Of<{
    body: Types.DeleteMembershipRequest;
    answer: Types.MembershipDeletionResponse;
  }>;
  /** `GET /api/public/projects/{projectId}/memberships` */
  organizations_getProjectMemberships: Of<{
    params: { projectId: string };
    answer: Types.MembershipsResponse;
  }>;
  /** `PUT /api/public/projects/{projectId}/memberships` */
  organizations_updateProjectMembership: Of<{
    params: { projectId: string };
    body: Types.MembershipRequest;
    answer: Types.MembershipResponse;
  }>;
  /** `DELETE /api/public/projects/{projectId}/memberships` */
  organizations_deleteProjectMembership: Of<{
    params: { projectId: string };
    body: Types.DeleteMembershipRequest;
    answer: Types.MembershipDeletionResponse;
  }>;
  /** `GET /api/public/organizations/projects` */
  organizations_getOrganizationProjects: Of<{
    answer: Types.OrganizationProjectsResponse;
  }>;
  /** `GET /api/public/organizations/apiKeys` */
  organizations_getOrganizationApiKeys: Of<{
    answer: Types.OrganizationApiKeysResponse;
  }>;
  /** `GET /api/public/projects` */
  projects_get: Of<{
    answer: Types.Projects;
  }>;
  /** `POST /api/public/projects` */
  projects_create: Of<{
    body: Types.CreateProjectRequest;
    answer: Types.Project;
  }>;
  /** `PUT /api/public/projects/{projectId}` */
  projects_update: Of<{
    params: { projectId: string };
    body: Types.UpdateProjectRequest;
    answer: Types.Project;
  }>;
  /** `DELETE /api/public/projects/{projectId}` */
  projects_delete: Of<{
    params: { projectId: string };
    answer: Types.ProjectDeletionResponse;
  }>;
  /** `GET /api/public/projects/{projectId}/apiKeys` */
  projects_getApiKeys: Of<{
    params: { projectId: string };
    answer: Types.ApiKeyList;
  }>;
  /** `POST /api/public/projects/{projectId}/apiKeys` */
  projects_createApiKey: Of<{
    params: { projectId: string };
    body: Types.CreateApiKeyRequest | undefined;
    answer: Types.ApiKeyResponse;
  }>;
  /** `DELETE /api/public/projects/{projectId}/apiKeys/{apiKeyId}` */
  projects_deleteApiKey: Of<{
    params: { projectId: string; apiKeyId: string };
    answer: Types.ApiKeyDeletionResponse;
  }>;
  /** `PATCH /api/public/v2/prompts/{name}/versions/{version}` */
  promptVersion_update: Of<{
    params: { name: string; version: string };
    body: Types.UpdatePromptRequest;
    answer: Types.Prompt;
  }>;
  /** `GET /api/public/v2/prompts/{promptName}` */
  prompts_get: Of<{
    params: { promptName: string };
    query: { version?: number; label?: string; resolve: boolean };
    answer: Types.Prompt;
  }>;
  /** `DELETE /api/public/v2/prompts/{promptName}` */
  prompts_delete: Of<{
    params: { promptName: string };
    query: { label?: string; version?: number };
  }>;
  /** `GET /api/public/v2/prompts` */
  prompts_list: Of<{
    query: {
      name?: string;
      label?: string;
      tag?: string;
      page: number;
      limit: number;
      fromUpdatedAt?: string;
      toUpdatedAt?: string;
    };
    answer: Types.PromptMetaListResponse;
  }>;
  /** `POST /api/public/v2/prompts` */
  prompts_create: Of<{
    body: Types.CreatePromptRequest;
    answer: Types.Prompt;
  }>;
  /** `GET /api/public/scim/ServiceProviderConfig` */
  scim_getServiceProviderConfig: Of<{
    answer: Types.ServiceProviderConfig;
  }>;
  /** `GET /api/public/scim/ResourceTypes` */
  scim_getResourceTypes: Of<{
    answer: Types.ResourceTypesResponse;
  }>;
  /** `GET /api/public/scim/Schemas` */
  scim_getSchemas: Of<{
    answer: Types.SchemasResponse;
  }>;
  /** `GET /api/public/scim/Users` */
  scim_listUsers: Of<{
    query: { filter?: string; startIndex: number; count: number };
    answer: Types.ScimUsersListResponse;
  }>;
  /** `POST /api/public/scim/Users` */
  scim_createUser: Of<{
    body: Types.CreateUserRequest;
    answer: Types.ScimUser;
  }>;
  /** `GET /api/public/scim/Users/{userId}` */
  scim_getUser: Of<{
    params: { userId: string };
    answer: Types.ScimUser;
  }>;
  /** `PUT /api/public/scim/Users/{userId}` */
  scim_replaceUser: Of<{
    params: { userId: string };
    body: Types.CreateUserRequest;
    answer: Types.ScimUser;
  }>;
  /** `PATCH /api/public/scim/Users/{userId}` */
  scim_patchUser: Of<{
    params: { userId: string };
    body: Types.ScimPatchRequest;
    answer: Types.ScimUser;
  }>;
  /** `DELETE /api/public/scim/Users/{userId}` */
  scim_deleteUser: Of<{
    params: { userId: string };
  }>;
  /** `POST /api/public/score-configs` */
  scoreConfigs_create: Of<{
    body: Types.CreateScoreConfigRequest;
    answer: Types.ScoreConfig;
  }>;
  /** `GET /api/public/score-configs` */
  scoreConfigs_get: Of<{
    query: { page: number; limit: number };
    answer: Types.ScoreConfigs;
  }>;
  /** `GET /api/public/score-configs/{configId}` */
  scoreConfigs_getById: Of<{
    params: { configId: string };
    answer: Types.ScoreConfig;
  }>;
  /** `PATCH /api/public/score-configs/{configId}` */
  scoreConfigs_update: Of<{
    params: { configId: string };
    body: Types.UpdateScoreConfigRequest;
    answer: Types.ScoreConfig;
  }>;
  /** `GET /api/public/v3/scores` */
  scoresV3_getManyV3: Of<{
    query: {
      limit: number;
      cursor?: string;
      fields?: string;
      id?: string;
      name?: string;
      source?: string;
      dataType?: string;
      environment?: string;
      configId?: string;
      queueId?: string;
      authorUserId?: string;
      value?: string;
      valueMin?: number;
      valueMax?: number;
      traceId?: string;
      sessionId?: string;
      observationId?: string;
      experimentId?: string;
      fromTimestamp?: string;
      toTimestamp?: string;
    };
    answer: Types.GetScoresV3Response;
  }>;
  /** `POST /api/public/scores` */
  scores_create: Of<{
    body: Types.CreateScoresRequest;
    answer: Types.CreateScoreResponse | Types.CreateScoreBatchResponse | Types.CreateScoreBatchResults;
  }>;
  /** `DELETE /api/public/scores/{scoreId}` */
  scores_delete: Of<{
    params: { scoreId: string };
    answer: Types.DeleteScoreResponse;
  }>;
  /** `DELETE /api/public/traces/{traceId}` */
  trace_delete: Of<{
    params: { traceId: string };
    answer: Types.DeleteTraceResponse;
  }>;
  /** `DELETE /api/public/traces` */
  trace_deleteMultiple: Of<{
    body: Types.DeleteTracesRequest;
    answer: Types.DeleteTraceResponse;
  }>;
  /** `GET /api/public/unstable/dashboard-widgets` */
  unstable_dashboardWidgets_list: Of<{
    query: { page: number; limit: number };
    answer: Types.DashboardWidgetList;
  }>;
  /** `POST /api/public/unstable/dashboard-widgets` */
  unstable_dashboardWidgets_create: Of<{
    body: Types.CreateDashboardWidgetRequest;
    answer: Types.DashboardWidget;
  }>;
  /** `GET /api/public/unstable/dashboard-widgets/{widgetId}` */
  unstable_dashboardWidgets_get: Of<{
    params: { widgetId: string };
    answer: Types.DashboardWidget;
  }>;
  /** `PATCH /api/public/unstable/dashboard-widgets/{widgetId}` */
  unstable_dashboardWidgets_update: Of<{
    params: { widgetId: string };
    body: Types.UpdateDashboardWidgetRequest;
    answer: Types.DashboardWidget;
  }>;
  /** `DELETE /api/public/unstable/dashboard-widgets/{widgetId}` */
  unstable_dashboardWidgets_delete: Of<{
    params: { widgetId: string };
    answer: Types.DeleteDashboardWidgetResponse;
  }>;
  /** `GET /api/public/unstable/dashboards` */
  unstable_dashboards_list: Of<{
    query: { page: number; limit: number };
    answer: Types.DashboardList;
  }>;
  /** `POST /api/public/unstable/dashboards` */
  unstable_dashboards_create: Of<{
    body: Types.CreateDashboardRequest;
    answer: Types.Dashboard;
  }>;
  /** `GET /api/public/unstable/dashboards/{dashboardId}` */
  unstable_dashboards_get: Of<{
    params: { dashboardId: string };
    answer: Types.Dashboard;
  }>;
  /** `PATCH /api/public/unstable/dashboards/{dashboardId}` */
  unstable_dashboards_update: Of<{
    params: { dashboardId: string };
    body: Types.UpdateDashboardRequest;
    answer: Types.Dashboard;
  }>;
  /** `DELETE /api/public/unstable/dashboards/{dashboardId}` */
  unstable_dashboards_delete: Of<{
    params: { dashboardId: string };
    answer: Types.DeleteDashboardResponse;
  }>;
  /** `POST /api/public/unstable/dashboards/{dashboardId}/placements` */
  unstable_dashboards_addPlacement: Of<{
    params: { dashboardId: string };
    body: Types.CreateDashboardPlacementRequest;
    answer: Types.DashboardPlacement;
  }>;
  /** `PATCH /api/public/unstable/dashboards/{dashboardId}/placements/{placementId}` */
  unstable_dashboards_updatePlacement: Of<{
    params: { dashboardId: string; placementId: string };
    body: Types.UpdateDashboardPlacementRequest;
    answer: Types.DashboardPlacement;
  }>;
  /** `DELETE /api/public/unstable/dashboards/{dashboardId}/placements/{placementId}` */
  unstable_dashboards_deletePlacement: Of<{
    params: { dashboardId: string; placementId: string };
    answer: Types.DeleteDashboardPlacementResponse;
  }>;
  /** `GET /api/public/unstable/skills` */
  unstable_skills_list: Of<{
    query: {
      name?: string;
      search?: string;
      tag?: string;
      page: number;
      limit: number;
      fromUpdatedAt?: string;
      toUpdatedAt?: string;
    };
    answer: Types.SkillList;
  }>;
  /** `POST /api/public/unstable/skills` */
  unstable_skills_createVersion: Of<{
    body: Types.CreateSkillVersionRequest;
    answer: Types.SkillVersion;
  }>;
  /** `GET /api/public/unstable/skills/{skillName}` */
  unstable_skills_get: Of<{
    params: { skillName: string };
    query: { version?: number; label?: string };
    answer: Types.SkillVersion;
  }>;
  /** `PATCH /api/public/unstable/skills/{skillName}` */
  unstable_skills_update: Of<{
    params: { skillName: string };
    body: Types.UpdateSkillRequest;
    answer: Types.SkillVersion;
  }>;
  /** `GET /api/public/unstable/skills/files/content` */
  unstable_skills_getFileContent: Of<{
    query: { sha256Hashes: string };
    answer: Types.SkillFileContentList;
  }>;
  /** `PATCH /api/public/unstable/skills/{skillName}/versions/{skillVersion}` */
  unstable_skills_setLabels: Of<{
    params: { skillName: string; skillVersion: string };
    body: Types.SetSkillLabelsRequest;
    answer: Types.SkillVersion;
  }>;
  /** `DELETE /api/public/unstable/skills/{skillName}/versions/{skillVersion}` */
  unstable_skills_deleteVersion: Of<{
    params: { skillName: string; skillVersion: string };
    answer: Types.DeleteSkillVersionResponse;
  }>;
}
