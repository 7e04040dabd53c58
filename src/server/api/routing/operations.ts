// Generated from src/core/api/openapi by `npm run generate`. Do not edit.

import type * as Types from "@svc/core/api";

/**
 * Parameters, body and successful answer of each operation. `params` is text as the path has it. `query` has the defaults of
 * the document. `body` is undefined for an operation that takes none, and for a request without an optional one.
 */
export interface Operations {
  /** `GET /api/public/annotation-queues` */
  annotationQueues_listQueues: {
    params: object;
    query: { page: number; limit: number };
    body: undefined;
    answer: Types.PaginatedAnnotationQueues;
  };
  /** `POST /api/public/annotation-queues` */
  annotationQueues_createQueue: {
    params: object;
    query: object;
    body: Types.CreateAnnotationQueueRequest;
    answer: Types.AnnotationQueue;
  };
  /** `GET /api/public/annotation-queues/{queueId}` */
  annotationQueues_getQueue: {
    params: { queueId: string };
    query: object;
    body: undefined;
    answer: Types.AnnotationQueue;
  };
  /** `GET /api/public/annotation-queues/{queueId}/items` */
  annotationQueues_listQueueItems: {
    params: { queueId: string };
    query: { status?: Types.AnnotationQueueStatus; page: number; limit: number };
    body: undefined;
    answer: Types.PaginatedAnnotationQueueItems;
  };
  /** `POST /api/public/annotation-queues/{queueId}/items` */
  annotationQueues_createQueueItem: {
    params: { queueId: string };
    query: object;
    body: Types.CreateAnnotationQueueItemRequest;
    answer: Types.AnnotationQueueItem;
  };
  /** `GET /api/public/annotation-queues/{queueId}/items/{itemId}` */
  annotationQueues_getQueueItem: {
    params: { queueId: string; itemId: string };
    query: object;
    body: undefined;
    answer: Types.AnnotationQueueItem;
  };
  /** `PATCH /api/public/annotation-queues/{queueId}/items/{itemId}` */
  annotationQueues_updateQueueItem: {
    params: { queueId: string; itemId: string };
    query: object;
    body: Types.UpdateAnnotationQueueItemRequest;
    answer: Types.AnnotationQueueItem;
  };
  /** `DELETE /api/public/annotation-queues/{queueId}/items/{itemId}` */
  annotationQueues_deleteQueueItem: {
    params: { queueId: string; itemId: string };
    query: object;
    body: undefined;
    answer: Types.DeleteAnnotationQueueItemResponse;
  };
  /** `POST /api/public/annotation-queues/{queueId}/assignments` */
  annotationQueues_createQueueAssignment: {
    params: { queueId: string };
    query: object;
    body: Types.AnnotationQueueAssignmentRequest;
    answer: Types.CreateAnnotationQueueAssignmentResponse;
  };
  /** `DELETE /api/public/annotation-queues/{queueId}/assignments` */
  annotationQueues_deleteQueueAssignment: {
    params: { queueId: string };
    query: object;
    body: Types.AnnotationQueueAssignmentRequest;
    answer: Types.DeleteAnnotationQueueAssignmentResponse;
  };
  /** `GET /api/public/integrations/blob-storage` */
  blobStorageIntegrations_getBlobStorageIntegrations: {
    params: object;
    query: object;
    body: undefined;
    answer: Types.BlobStorageIntegrationsResponse;
  };
  /** `PUT /api/public/integrations/blob-storage` */
  blobStorageIntegrations_upsertBlobStorageIntegration: {
    params: object;
    query: object;
    body: Types.CreateBlobStorageIntegrationRequest;
    answer: Types.BlobStorageIntegrationResponse;
  };
  /** `GET /api/public/integrations/blob-storage/{id}` */
  blobStorageIntegrations_getBlobStorageIntegrationStatus: {
    params: { id: string };
    query: object;
    body: undefined;
    answer: Types.BlobStorageIntegrationStatusResponse;
  };
  /** `DELETE /api/public/integrations/blob-storage/{id}` */
  blobStorageIntegrations_deleteBlobStorageIntegration: {
    params: { id: string };
    query: object;
    body: undefined;
    answer: Types.BlobStorageIntegrationDeletionResponse;
  };
  /** `POST /api/public/comments` */
  comments_create: {
    params: object;
    query: object;
    body: Types.CreateCommentRequest;
    answer: Types.CreateCommentResponse;
  };
  /** `GET /api/public/comments` */
  comments_get: {
    params: object;
    query: {
      page: number;
      limit: number;
      objectType?: Types.CommentObjectType;
      objectId?: string;
      authorUserId?: string;
    };
    body: undefined;
    answer: Types.GetCommentsResponse;
  };
  /** `GET /api/public/comments/{commentId}` */
  comments_getById: {
    params: { commentId: string };
    query: object;
    body: undefined;
    answer: Types.Comment;
  };
  /** `POST /api/public/dataset-items` */
  datasetItems_create: {
    params: object;
    query: object;
    body: Types.CreateDatasetItemRequest;
    answer: Types.DatasetItem;
  };
  /** `GET /api/public/dataset-items` */
  datasetItems_list: {
    params: object;
    query: {
      datasetName?: string;
      sourceTraceId?: string;
      sourceObservationId?: string;
      version?: string;
      page: number;
      limit: number;
    };
    body: undefined;
    answer: Types.PaginatedDatasetItems;
  };
  /** `GET /api/public/dataset-items/{id}` */
  datasetItems_get: {
    params: { id: string };
    query: object;
    body: undefined;
    answer: Types.DatasetItem;
  };
  /** `DELETE /api/public/dataset-items/{id}` */
  datasetItems_delete: {
    params: { id: string };
    query: object;
    body: undefined;
    answer: Types.DeleteDatasetItemResponse;
  };
  /** `GET /api/public/v2/datasets` */
  datasets_list: {
    params: object;
    query: { page: number; limit: number };
    body: undefined;
    answer: Types.PaginatedDatasets;
  };
  /** `POST /api/public/v2/datasets` */
  datasets_create: {
    params: object;
    query: object;
    body: Types.CreateDatasetRequest;
    answer: Types.Dataset;
  };
  /** `GET /api/public/v2/datasets/{datasetName}` */
  datasets_get: {
    params: { datasetName: string };
    query: object;
    body: undefined;
    answer: Types.Dataset;
  };
  /** `POST /api/public/v2/evaluation-rules` */
  evaluationRules_create: {
    params: object;
    query: object;
    body: Types.CreateEvaluationRuleRequest;
    answer: Types.EvaluationRule;
  };
  /** `GET /api/public/v2/evaluation-rules` */
  evaluationRules_list: {
    params: object;
    query: { limit: number; cursor?: string };
    body: undefined;
    answer: Types.EvaluationRulesPage;
  };
  /** `GET /api/public/v2/evaluation-rules/{evaluationRuleId}` */
  evaluationRules_get: {
    params: { evaluationRuleId: string };
    query: object;
    body: undefined;
    answer: Types.EvaluationRule;
  };
  /** `PATCH /api/public/v2/evaluation-rules/{evaluationRuleId}` */
  evaluationRules_update: {
    params: { evaluationRuleId: string };
    query: object;
    body: Types.UpdateEvaluationRuleRequest;
    answer: Types.EvaluationRule;
  };
  /** `DELETE /api/public/v2/evaluation-rules/{evaluationRuleId}` */
  evaluationRules_delete: {
    params: { evaluationRuleId: string };
    query: object;
    body: undefined;
    answer: Types.DeletedEvaluationRule;
  };
  /** `POST /api/public/v2/evaluators` */
  evaluators_create: {
    params: object;
    query: object;
    body: Types.CreateEvaluatorRequest;
    answer: Types.Evaluator;
  };
  /** `GET /api/public/v2/evaluators` */
  evaluators_list: {
    params: object;
    query: { limit: number; cursor?: string };
    body: undefined;
    answer: Types.EvaluatorsPage;
  };
  /** `GET /api/public/v2/evaluators/{evaluatorId}` */
  evaluators_get: {
    params: { evaluatorId: string };
    query: object;
    body: undefined;
    answer: Types.Evaluator;
  };
  /** `PATCH /api/public/v2/evaluators/{evaluatorId}` */
  evaluators_update: {
    params: { evaluatorId: string };
    query: object;
    body: Types.UpdateEvaluatorRequest;
    answer: Types.Evaluator;
  };
  /** `DELETE /api/public/v2/evaluators/{evaluatorId}` */
  evaluators_delete: {
    params: { evaluatorId: string };
    query: object;
    body: undefined;
    answer: Types.DeletedEvaluator;
  };
  /** `GET /api/public/v2/evaluators/{evaluatorId}/versions` */
  evaluators_listVersions: {
    params: { evaluatorId: string };
    query: { limit: number; cursor?: string };
    body: undefined;
    answer: Types.EvaluatorVersionsPage;
  };
  /** `GET /api/public/experiments` */
  experiments_list: {
    params: object;
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
    body: undefined;
    answer: Types.ExperimentsResponse;
  };
  /** `GET /api/public/experiment-items` */
  experiments_listItems: {
    params: object;
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
    body: undefined;
    answer: Types.ExperimentItemsResponse;
  };
  /** `POST /api/public/feedback` */
  feedback_submit: {
    params: object;
    query: object;
    body: Types.SubmitFeedbackRequest;
    answer: Types.SubmitFeedbackResponse;
  };
  /** `GET /api/public/health` */
  health_health: {
    params: object;
    query: object;
    body: undefined;
    answer: Types.HealthResponse;
  };
  /** `POST /api/public/ingestion` */
  ingestion_batch: {
    params: object;
    query: object;
    body: Types.IngestionRequest;
    answer: Types.IngestionResponse;
  };
  /** `GET /api/public/llm-connections` */
  llmConnections_list: {
    params: object;
    query: { page: number; limit: number };
    body: undefined;
    answer: Types.PaginatedLlmConnections;
  };
  /** `PUT /api/public/llm-connections` */
  llmConnections_upsert: {
    params: object;
    query: object;
    body: Types.UpsertLlmConnectionRequest;
    answer: Types.LlmConnection;
  };
  /** `DELETE /api/public/llm-connections/{id}` */
  llmConnections_delete: {
    params: { id: string };
    query: object;
    body: undefined;
    answer: Types.DeleteLlmConnectionResponse;
  };
  /** `POST /api/public/media` */
  media_getUploadUrl: {
    params: object;
    query: object;
    body: Types.GetMediaUploadUrlRequest;
    answer: Types.GetMediaUploadUrlResponse;
  };
  /** `GET /api/public/media/{mediaId}` */
  media_get: {
    params: { mediaId: string };
    query: object;
    body: undefined;
    answer: Types.GetMediaResponse;
  };
  /** `PATCH /api/public/media/{mediaId}` */
  media_patch: {
    params: { mediaId: string };
    query: object;
    body: Types.PatchMediaBody;
    answer: Types.Acknowledgement;
  };
  /** `GET /api/public/v2/metrics` */
  metrics_metrics: {
    params: object;
    query: { query: string };
    body: undefined;
    answer: Types.MetricsV2Response;
  };
  /** `POST /api/public/models` */
  models_create: {
    params: object;
    query: object;
    body: Types.CreateModelRequest;
    answer: Types.Model;
  };
  /** `GET /api/public/models` */
  models_list: {
    params: object;
    query: { page: number; limit: number };
    body: undefined;
    answer: Types.PaginatedModels;
  };
  /** `GET /api/public/models/{id}` */
  models_get: {
    params: { id: string };
    query: object;
    body: undefined;
    answer: Types.Model;
  };
  /** `PUT /api/public/models/{id}` */
  models_upsert: {
    params: { id: string };
    query: object;
    body: Types.CreateModelRequest;
    answer: Types.Model;
  };
  /** `DELETE /api/public/models/{id}` */
  models_delete: {
    params: { id: string };
    query: object;
    body: undefined;
    answer: Types.Acknowledgement;
  };
  /** `GET /api/public/v2/observations` */
  observations_getMany: {
    params: object;
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
    body: undefined;
    answer: Types.ObservationsV2Response;
  };
  /** `POST /api/public/otel/v1/traces` */
  opentelemetry_exportTraces: {
    params: object;
    query: object;
    body: Types.OtelTraceRequest;
    answer: Types.OtelTraceResponse;
  };
  /** `GET /api/public/organizations/memberships` */
  organizations_getOrganizationMemberships: {
    params: object;
    query: object;
    body: undefined;
    answer: Types.MembershipsResponse;
  };
  /** `PUT /api/public/organizations/memberships` */
  organizations_updateOrganizationMembership: {
    params: object;
    query: object;
    body: Types.MembershipRequest;
    answer: Types.MembershipResponse;
  };
  /** `DELETE /api/public/organizations/memberships` */
  organizations_deleteOrganizationMembership: {
    params: object;
    query: object;
    body: Types.DeleteMembershipRequest;
    answer: Types.MembershipDeletionResponse;
  };
  /** `GET /api/public/projects/{projectId}/memberships` */
  organizations_getProjectMemberships: {
    params: { projectId: string };
    query: object;
    body: undefined;
    answer: Types.MembershipsResponse;
  };
  /** `PUT /api/public/projects/{projectId}/memberships` */
  organizations_updateProjectMembership: {
    params: { projectId: string };
    query: object;
    body: Types.MembershipRequest;
    answer: Types.MembershipResponse;
  };
  /** `DELETE /api/public/projects/{projectId}/memberships` */
  organizations_deleteProjectMembership: {
    params: { projectId: string };
    query: object;
    body: Types.DeleteMembershipRequest;
    answer: Types.MembershipDeletionResponse;
  };
  /** `GET /api/public/organizations/projects` */
  organizations_getOrganizationProjects: {
    params: object;
    query: object;
    body: undefined;
    answer: Types.OrganizationProjectsResponse;
  };
  /** `GET /api/public/organizations/apiKeys` */
  organizations_getOrganizationApiKeys: {
    params: object;
    query: object;
    body: undefined;
    answer: Types.OrganizationApiKeysResponse;
  };
  /** `GET /api/public/projects` */
  projects_get: {
    params: object;
    query: object;
    body: undefined;
    answer: Types.Projects;
  };
  /** `POST /api/public/projects` */
  projects_create: {
    params: object;
    query: object;
    body: Types.CreateProjectRequest;
    answer: Types.Project;
  };
  /** `PUT /api/public/projects/{projectId}` */
  projects_update: {
    params: { projectId: string };
    query: object;
    body: Types.UpdateProjectRequest;
    answer: Types.Project;
  };
  /** `DELETE /api/public/projects/{projectId}` */
  projects_delete: {
    params: { projectId: string };
    query: object;
    body: undefined;
    answer: Types.ProjectDeletionResponse;
  };
  /** `GET /api/public/projects/{projectId}/apiKeys` */
  projects_getApiKeys: {
    params: { projectId: string };
    query: object;
    body: undefined;
    answer: Types.ApiKeyList;
  };
  /** `POST /api/public/projects/{projectId}/apiKeys` */
  projects_createApiKey: {
    params: { projectId: string };
    query: object;
    body: Types.CreateApiKeyRequest | undefined;
    answer: Types.ApiKeyResponse;
  };
  /** `DELETE /api/public/projects/{projectId}/apiKeys/{apiKeyId}` */
  projects_deleteApiKey: {
    params: { projectId: string; apiKeyId: string };
    query: object;
    body: undefined;
    answer: Types.ApiKeyDeletionResponse;
  };
  /** `PATCH /api/public/v2/prompts/{name}/versions/{version}` */
  promptVersion_update: {
    params: { name: string; version: string };
    query: object;
    body: Types.UpdatePromptRequest;
    answer: Types.Prompt;
  };
  /** `GET /api/public/v2/prompts/{promptName}` */
  prompts_get: {
    params: { promptName: string };
    query: { version?: number; label?: string; resolve: boolean };
    body: undefined;
    answer: Types.Prompt;
  };
  /** `DELETE /api/public/v2/prompts/{promptName}` */
  prompts_delete: {
    params: { promptName: string };
    query: { label?: string; version?: number };
    body: undefined;
    answer: undefined;
  };
  /** `GET /api/public/v2/prompts` */
  prompts_list: {
    params: object;
    query: {
      name?: string;
      label?: string;
      tag?: string;
      page: number;
      limit: number;
      fromUpdatedAt?: string;
      toUpdatedAt?: string;
    };
    body: undefined;
    answer: Types.PromptMetaListResponse;
  };
  /** `POST /api/public/v2/prompts` */
  prompts_create: {
    params: object;
    query: object;
    body: Types.CreatePromptRequest;
    answer: Types.Prompt;
  };
  /** `GET /api/public/scim/ServiceProviderConfig` */
  scim_getServiceProviderConfig: {
    params: object;
    query: object;
    body: undefined;
    answer: Types.ServiceProviderConfig;
  };
  /** `GET /api/public/scim/ResourceTypes` */
  scim_getResourceTypes: {
    params: object;
    query: object;
    body: undefined;
    answer: Types.ResourceTypesResponse;
  };
  /** `GET /api/public/scim/Schemas` */
  scim_getSchemas: {
    params: object;
    query: object;
    body: undefined;
    answer: Types.SchemasResponse;
  };
  /** `GET /api/public/scim/Users` */
  scim_listUsers: {
    params: object;
    query: { filter?: string; startIndex: number; count: number };
    body: undefined;
    answer: Types.ScimUsersListResponse;
  };
  /** `POST /api/public/scim/Users` */
  scim_createUser: {
    params: object;
    query: object;
    body: Types.CreateUserRequest;
    answer: Types.ScimUser;
  };
  /** `GET /api/public/scim/Users/{userId}` */
  scim_getUser: {
    params: { userId: string };
    query: object;
    body: undefined;
    answer: Types.ScimUser;
  };
  /** `PUT /api/public/scim/Users/{userId}` */
  scim_replaceUser: {
    params: { userId: string };
    query: object;
    body: Types.CreateUserRequest;
    answer: Types.ScimUser;
  };
  /** `PATCH /api/public/scim/Users/{userId}` */
  scim_patchUser: {
    params: { userId: string };
    query: object;
    body: Types.ScimPatchRequest;
    answer: Types.ScimUser;
  };
  /** `DELETE /api/public/scim/Users/{userId}` */
  scim_deleteUser: {
    params: { userId: string };
    query: object;
    body: undefined;
    answer: undefined;
  };
  /** `POST /api/public/score-configs` */
  scoreConfigs_create: {
    params: object;
    query: object;
    body: Types.CreateScoreConfigRequest;
    answer: Types.ScoreConfig;
  };
  /** `GET /api/public/score-configs` */
  scoreConfigs_get: {
    params: object;
    query: { page: number; limit: number };
    body: undefined;
    answer: Types.ScoreConfigs;
  };
  /** `GET /api/public/score-configs/{configId}` */
  scoreConfigs_getById: {
    params: { configId: string };
    query: object;
    body: undefined;
    answer: Types.ScoreConfig;
  };
  /** `PATCH /api/public/score-configs/{configId}` */
  scoreConfigs_update: {
    params: { configId: string };
    query: object;
    body: Types.UpdateScoreConfigRequest;
    answer: Types.ScoreConfig;
  };
  /** `GET /api/public/v3/scores` */
  scoresV3_getManyV3: {
    params: object;
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
    body: undefined;
    answer: Types.GetScoresV3Response;
  };
  /** `POST /api/public/scores` */
  scores_create: {
    params: object;
    query: object;
    body: Types.CreateScoresRequest;
    answer: Types.CreateScoreResponse | Types.CreateScoreBatchResponse | Types.CreateScoreBatchResults;
  };
  /** `DELETE /api/public/scores/{scoreId}` */
  scores_delete: {
    params: { scoreId: string };
    query: object;
    body: undefined;
    answer: Types.DeleteScoreResponse;
  };
  /** `DELETE /api/public/traces/{traceId}` */
  trace_delete: {
    params: { traceId: string };
    query: object;
    body: undefined;
    answer: Types.DeleteTraceResponse;
  };
  /** `DELETE /api/public/traces` */
  trace_deleteMultiple: {
    params: object;
    query: object;
    body: Types.DeleteTracesRequest;
    answer: Types.DeleteTraceResponse;
  };
  /** `GET /api/public/unstable/dashboard-widgets` */
  unstable_dashboardWidgets_list: {
    params: object;
    query: { page: number; limit: number };
    body: undefined;
    answer: Types.DashboardWidgetList;
  };
  /** `POST /api/public/unstable/dashboard-widgets` */
  unstable_dashboardWidgets_create: {
    params: object;
    query: object;
    body: Types.CreateDashboardWidgetRequest;
    answer: Types.DashboardWidget;
  };
  /** `GET /api/public/unstable/dashboard-widgets/{widgetId}` */
  unstable_dashboardWidgets_get: {
    params: { widgetId: string };
    query: object;
    body: undefined;
    answer: Types.DashboardWidget;
  };
  /** `PATCH /api/public/unstable/dashboard-widgets/{widgetId}` */
  unstable_dashboardWidgets_update: {
    params: { widgetId: string };
    query: object;
    body: Types.UpdateDashboardWidgetRequest;
    answer: Types.DashboardWidget;
  };
  /** `DELETE /api/public/unstable/dashboard-widgets/{widgetId}` */
  unstable_dashboardWidgets_delete: {
    params: { widgetId: string };
    query: object;
    body: undefined;
    answer: Types.DeleteDashboardWidgetResponse;
  };
  /** `GET /api/public/unstable/dashboards` */
  unstable_dashboards_list: {
    params: object;
    query: { page: number; limit: number };
    body: undefined;
    answer: Types.DashboardList;
  };
  /** `POST /api/public/unstable/dashboards` */
  unstable_dashboards_create: {
    params: object;
    query: object;
    body: Types.CreateDashboardRequest;
    answer: Types.Dashboard;
  };
  /** `GET /api/public/unstable/dashboards/{dashboardId}` */
  unstable_dashboards_get: {
    params: { dashboardId: string };
    query: object;
    body: undefined;
    answer: Types.Dashboard;
  };
  /** `PATCH /api/public/unstable/dashboards/{dashboardId}` */
  unstable_dashboards_update: {
    params: { dashboardId: string };
    query: object;
    body: Types.UpdateDashboardRequest;
    answer: Types.Dashboard;
  };
  /** `DELETE /api/public/unstable/dashboards/{dashboardId}` */
  unstable_dashboards_delete: {
    params: { dashboardId: string };
    query: object;
    body: undefined;
    answer: Types.DeleteDashboardResponse;
  };
  /** `POST /api/public/unstable/dashboards/{dashboardId}/placements` */
  unstable_dashboards_addPlacement: {
    params: { dashboardId: string };
    query: object;
    body: Types.CreateDashboardPlacementRequest;
    answer: Types.DashboardPlacement;
  };
  /** `PATCH /api/public/unstable/dashboards/{dashboardId}/placements/{placementId}` */
  unstable_dashboards_updatePlacement: {
    params: { dashboardId: string; placementId: string };
    query: object;
    body: Types.UpdateDashboardPlacementRequest;
    answer: Types.DashboardPlacement;
  };
  /** `DELETE /api/public/unstable/dashboards/{dashboardId}/placements/{placementId}` */
  unstable_dashboards_deletePlacement: {
    params: { dashboardId: string; placementId: string };
    query: object;
    body: undefined;
    answer: Types.DeleteDashboardPlacementResponse;
  };
  /** `GET /api/public/unstable/skills` */
  unstable_skills_list: {
    params: object;
    query: {
      name?: string;
      search?: string;
      tag?: string;
      page: number;
      limit: number;
      fromUpdatedAt?: string;
      toUpdatedAt?: string;
    };
    body: undefined;
    answer: Types.SkillList;
  };
  /** `POST /api/public/unstable/skills` */
  unstable_skills_createVersion: {
    params: object;
    query: object;
    body: Types.CreateSkillVersionRequest;
    answer: Types.SkillVersion;
  };
  /** `GET /api/public/unstable/skills/{skillName}` */
  unstable_skills_get: {
    params: { skillName: string };
    query: { version?: number; label?: string };
    body: undefined;
    answer: Types.SkillVersion;
  };
  /** `PATCH /api/public/unstable/skills/{skillName}` */
  unstable_skills_update: {
    params: { skillName: string };
    query: object;
    body: Types.UpdateSkillRequest;
    answer: Types.SkillVersion;
  };
  /** `GET /api/public/unstable/skills/files/content` */
  unstable_skills_getFileContent: {
    params: object;
    query: { sha256Hashes: string };
    body: undefined;
    answer: Types.SkillFileContentList;
  };
  /** `PATCH /api/public/unstable/skills/{skillName}/versions/{skillVersion}` */
  unstable_skills_setLabels: {
    params: { skillName: string; skillVersion: string };
    query: object;
    body: Types.SetSkillLabelsRequest;
    answer: Types.SkillVersion;
  };
  /** `DELETE /api/public/unstable/skills/{skillName}/versions/{skillVersion}` */
  unstable_skills_deleteVersion: {
    params: { skillName: string; skillVersion: string };
    query: object;
    body: undefined;
    answer: Types.DeleteSkillVersionResponse;
  };
}
