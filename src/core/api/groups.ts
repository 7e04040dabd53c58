// Generated from src/core/api/openapi by `npm run generate`. Do not edit.

import { Group, Groups, type NoRequest } from "./group.ts";
import type { RequestOptions } from "./request-options.ts";
import type { APIPromise } from "./api-promise.ts";
import type * as Types from "./types.ts";

/** Queues of traces, observations and sessions that people are to score. */
export class AnnotationQueuesGroup extends Group {
  /** Lists the queues of the project. `GET /api/public/annotation-queues` */
  listQueues(
    request: Types.GetAnnotationQueuesRequest = {},
    options?: RequestOptions,
  ): APIPromise<Types.PaginatedAnnotationQueues> {
    return this.send("GET", ["annotation-queues"], { query: request }, options);
  }

  /** Creates a queue. `POST /api/public/annotation-queues` */
  createQueue(
    request: Types.CreateAnnotationQueueRequest,
    options?: RequestOptions,
  ): APIPromise<Types.AnnotationQueue> {
    return this.send("POST", ["annotation-queues"], { body: request }, options);
  }

  /** Reads one queue. `GET /api/public/annotation-queues/{queueId}` */
  getQueue(queueId: string, _request?: NoRequest, options?: RequestOptions): APIPromise<Types.AnnotationQueue> {
    return this.send("GET", ["annotation-queues", queueId], {}, options);
  }

  /** Lists the items of a queue, newest first. `GET /api/public/annotation-queues/{queueId}/items` */
  listQueueItems(
    queueId: string,
    request: Types.GetAnnotationQueueItemsRequest = {},
    options?: RequestOptions,
  ): APIPromise<Types.PaginatedAnnotationQueueItems> {
    return this.send("GET", ["annotation-queues", queueId, "items"], { query: request }, options);
  }

  /** Puts an object into a queue. One that is in it stays the item that it is, with its status. `POST /api/public/annotation-queues/{queueId}/items` */
  createQueueItem(
    queueId: string,
    request: Types.CreateAnnotationQueueItemRequest,
    options?: RequestOptions,
  ): APIPromise<Types.AnnotationQueueItem> {
    return this.send("POST", ["annotation-queues", queueId, "items"], { body: request }, options);
  }

  /** Reads one item of a queue. `GET /api/public/annotation-queues/{queueId}/items/{itemId}` */
  getQueueItem(
    queueId: string,
    itemId: string,
    _request?: NoRequest,
    options?: RequestOptions,
  ): APIPromise<Types.AnnotationQueueItem> {
    return this.send("GET", ["annotation-queues", queueId, "items", itemId], {}, options);
  }

  /** Changes the status of an item. `PATCH /api/public/annotation-queues/{queueId}/items/{itemId}` */
  updateQueueItem(
    queueId: string,
    itemId: string,
    request: Types.UpdateAnnotationQueueItemRequest,
    options?: RequestOptions,
  ): APIPromise<Types.AnnotationQueueItem> {
    return this.send("PATCH", ["annotation-queues", queueId, "items", itemId], { body: request }, options);
  }

  /** Takes an item out of a queue. `DELETE /api/public/annotation-queues/{queueId}/items/{itemId}` */
  deleteQueueItem(
    queueId: string,
    itemId: string,
    _request?: NoRequest,
    options?: RequestOptions,
  ): APIPromise<Types.DeleteAnnotationQueueItemResponse> {
    return this.send("DELETE", ["annotation-queues", queueId, "items", itemId], {}, options);
  }

  /** Assigns a user to a queue. `POST /api/public/annotation-queues/{queueId}/assignments` */
  createQueueAssignment(
    queueId: string,
    request: Types.AnnotationQueueAssignmentRequest,
    options?: RequestOptions,
  ): APIPromise<Types.CreateAnnotationQueueAssignmentResponse> {
    return this.send("POST", ["annotation-queues", queueId, "assignments"], { body: request }, options);
  }

  /** Ends the assignment of a user to a queue. `DELETE /api/public/annotation-queues/{queueId}/assignments` */
  deleteQueueAssignment(
    queueId: string,
    request: Types.AnnotationQueueAssignmentRequest,
    options?: RequestOptions,
  ): APIPromise<Types.DeleteAnnotationQueueAssignmentResponse> {
    return this.send("DELETE", ["annotation-queues", queueId, "assignments"], { body: request }, options);
  }
}

/** Regular exports into a blob storage. Needs an organization key. */
export class BlobStorageIntegrationsGroup extends Group {
  /** Lists the integrations of the organization. `GET /api/public/integrations/blob-storage` */
  getBlobStorageIntegrations(
    _request?: NoRequest,
    options?: RequestOptions,
  ): APIPromise<Types.BlobStorageIntegrationsResponse> {
    return this.send("GET", ["integrations", "blob-storage"], {}, options);
  }

  /** Creates the integration of a project, or replaces it. `PUT /api/public/integrations/blob-storage` */
  upsertBlobStorageIntegration(
    request: Types.CreateBlobStorageIntegrationRequest,
    options?: RequestOptions,
  ): APIPromise<Types.BlobStorageIntegrationResponse> {
    return this.send("PUT", ["integrations", "blob-storage"], { body: request }, options);
  }

  /** Says how the exports of an integration stand. `GET /api/public/integrations/blob-storage/{id}` */
  getBlobStorageIntegrationStatus(
    id: string,
    _request?: NoRequest,
    options?: RequestOptions,
  ): APIPromise<Types.BlobStorageIntegrationStatusResponse> {
    return this.send("GET", ["integrations", "blob-storage", id], {}, options);
  }

  /** Deletes an integration; what it exported stays. `DELETE /api/public/integrations/blob-storage/{id}` */
  deleteBlobStorageIntegration(
    id: string,
    _request?: NoRequest,
    options?: RequestOptions,
  ): APIPromise<Types.BlobStorageIntegrationDeletionResponse> {
    return this.send("DELETE", ["integrations", "blob-storage", id], {}, options);
  }
}

/** Comments on traces, observations, sessions and prompts. */
export class CommentsGroup extends Group {
  /** Writes a comment. `POST /api/public/comments` */
  create(request: Types.CreateCommentRequest, options?: RequestOptions): APIPromise<Types.CreateCommentResponse> {
    return this.send("POST", ["comments"], { body: request }, options);
  }

  /** Lists comments. `GET /api/public/comments` */
  get(request: Types.GetCommentsRequest = {}, options?: RequestOptions): APIPromise<Types.GetCommentsResponse> {
    return this.send("GET", ["comments"], { query: request }, options);
  }

  /** Reads one comment. `GET /api/public/comments/{commentId}` */
  getById(commentId: string, _request?: NoRequest, options?: RequestOptions): APIPromise<Types.Comment> {
    return this.send("GET", ["comments", commentId], {}, options);
  }
}

/** The items of datasets. Every write makes a version; earlier versions stay readable. */
export class DatasetItemsGroup extends Group {
  /** Creates an item, or replaces the given fields of the item with this `id`. `POST /api/public/dataset-items` */
  create(request: Types.CreateDatasetItemRequest, options?: RequestOptions): APIPromise<Types.DatasetItem> {
    return this.send("POST", ["dataset-items"], { body: request }, options);
  }

  /** Lists active items, newest first. `GET /api/public/dataset-items` */
  list(request: Types.GetDatasetItemsRequest = {}, options?: RequestOptions): APIPromise<Types.PaginatedDatasetItems> {
    return this.send("GET", ["dataset-items"], { query: request }, options);
  }

  /** Reads the latest version of an item. `GET /api/public/dataset-items/{id}` */
  get(id: string, _request?: NoRequest, options?: RequestOptions): APIPromise<Types.DatasetItem> {
    return this.send("GET", ["dataset-items", id], {}, options);
  }

  /** Deletes an item; its history stays readable. `DELETE /api/public/dataset-items/{id}` */
  delete(id: string, _request?: NoRequest, options?: RequestOptions): APIPromise<Types.DeleteDatasetItemResponse> {
    return this.send("DELETE", ["dataset-items", id], {}, options);
  }
}

/** Collections of inputs and expected outputs. */
export class DatasetsGroup extends Group {
  /** Lists the datasets of the project, newest first. `GET /api/public/v2/datasets` */
  list(request: Types.GetDatasetsRequest = {}, options?: RequestOptions): APIPromise<Types.PaginatedDatasets> {
    return this.send("GET", ["v2", "datasets"], { query: request }, options);
  }

  /** Creates a dataset, or changes the given fields of the one with this name. `POST /api/public/v2/datasets` */
  create(request: Types.CreateDatasetRequest, options?: RequestOptions): APIPromise<Types.Dataset> {
    return this.send("POST", ["v2", "datasets"], { body: request }, options);
  }

  /** Reads one dataset, without its items. `GET /api/public/v2/datasets/{datasetName}` */
  get(datasetName: string, _request?: NoRequest, options?: RequestOptions): APIPromise<Types.Dataset> {
    return this.send("GET", ["v2", "datasets", datasetName], {}, options);
  }
}

/** Which observations are evaluated, and by which evaluators. */
export class EvaluationRulesGroup extends Group {
  /** Creates a rule. `POST /api/public/v2/evaluation-rules` */
  create(request: Types.CreateEvaluationRuleRequest, options?: RequestOptions): APIPromise<Types.EvaluationRule> {
    return this.send("POST", ["v2", "evaluation-rules"], { body: request }, options);
  }

  /** Lists the rules, newest first. `GET /api/public/v2/evaluation-rules` */
  list(
    request: Types.ListEvaluationRulesRequest = {},
    options?: RequestOptions,
  ): APIPromise<Types.EvaluationRulesPage> {
    return this.send("GET", ["v2", "evaluation-rules"], { query: request }, options);
  }

  /** Reads one rule. `GET /api/public/v2/evaluation-rules/{evaluationRuleId}` */
  get(evaluationRuleId: string, _request?: NoRequest, options?: RequestOptions): APIPromise<Types.EvaluationRule> {
    return this.send("GET", ["v2", "evaluation-rules", evaluationRuleId], {}, options);
  }

  /** Changes the given fields of a rule. `PATCH /api/public/v2/evaluation-rules/{evaluationRuleId}` */
  update(
    evaluationRuleId: string,
    request: Types.UpdateEvaluationRuleRequest,
    options?: RequestOptions,
  ): APIPromise<Types.EvaluationRule> {
    return this.send("PATCH", ["v2", "evaluation-rules", evaluationRuleId], { body: request }, options);
  }

  /** Deletes a rule; its evaluators and their scores stay. `DELETE /api/public/v2/evaluation-rules/{evaluationRuleId}` */
  delete(
    evaluationRuleId: string,
    _request?: NoRequest,
    options?: RequestOptions,
  ): APIPromise<Types.DeletedEvaluationRule> {
    return this.send("DELETE", ["v2", "evaluation-rules", evaluationRuleId], {}, options);
  }
}

/** Evaluators that score observations: an LLM as a judge, or code. */
export class EvaluatorsGroup extends Group {
  /** Creates an evaluator, at version 1. `POST /api/public/v2/evaluators` */
  create(request: Types.CreateEvaluatorRequest, options?: RequestOptions): APIPromise<Types.Evaluator> {
    return this.send("POST", ["v2", "evaluators"], { body: request }, options);
  }

  /** Lists the evaluators, newest first. `GET /api/public/v2/evaluators` */
  list(request: Types.ListEvaluatorsRequest = {}, options?: RequestOptions): APIPromise<Types.EvaluatorsPage> {
    return this.send("GET", ["v2", "evaluators"], { query: request }, options);
  }

  /** Reads one evaluator in its latest version. `GET /api/public/v2/evaluators/{evaluatorId}` */
  get(evaluatorId: string, _request?: NoRequest, options?: RequestOptions): APIPromise<Types.Evaluator> {
    return this.send("GET", ["v2", "evaluators", evaluatorId], {}, options);
  }

  /** Changes name and description, or replaces the whole definition with a new version. `PATCH /api/public/v2/evaluators/{evaluatorId}` */
  update(
    evaluatorId: string,
    request: Types.UpdateEvaluatorRequest,
    options?: RequestOptions,
  ): APIPromise<Types.Evaluator> {
    return this.send("PATCH", ["v2", "evaluators", evaluatorId], { body: request }, options);
  }

  /** Deletes an evaluator with its versions and assignments; its scores stay. `DELETE /api/public/v2/evaluators/{evaluatorId}` */
  delete(evaluatorId: string, _request?: NoRequest, options?: RequestOptions): APIPromise<Types.DeletedEvaluator> {
    return this.send("DELETE", ["v2", "evaluators", evaluatorId], {}, options);
  }

  /** Lists the versions of an evaluator, newest first. `GET /api/public/v2/evaluators/{evaluatorId}/versions` */
  listVersions(
    evaluatorId: string,
    request: Types.ListEvaluatorVersionsRequest = {},
    options?: RequestOptions,
  ): APIPromise<Types.EvaluatorVersionsPage> {
    return this.send("GET", ["v2", "evaluators", evaluatorId, "versions"], { query: request }, options);
  }
}

/** Runs of an application over a dataset or over local data. */
export class ExperimentsGroup extends Group {
  /** Lists experiments, the most recent first. `GET /api/public/experiments` */
  list(request: Types.ListExperimentsRequest, options?: RequestOptions): APIPromise<Types.ExperimentsResponse> {
    return this.send("GET", ["experiments"], { query: request }, options);
  }

  /** Lists items of experiments, the latest first: one row for the root span of each. `GET /api/public/experiment-items` */
  listItems(
    request: Types.ListExperimentItemsRequest,
    options?: RequestOptions,
  ): APIPromise<Types.ExperimentItemsResponse> {
    return this.send("GET", ["experiment-items"], { query: request }, options);
  }
}

/** Feedback of users on the service itself. */
export class FeedbackGroup extends Group {
  /** Sends feedback. `POST /api/public/feedback` */
  submit(request: Types.SubmitFeedbackRequest, options?: RequestOptions): APIPromise<Types.SubmitFeedbackResponse> {
    return this.send("POST", ["feedback"], { body: request }, options);
  }
}

/** Health of the service. */
export class HealthGroup extends Group {
  /** Says that the service answers, and as which version. `GET /api/public/health` */
  health(_request?: NoRequest, options?: RequestOptions): APIPromise<Types.HealthResponse> {
    return this.send("GET", ["health"], {}, options);
  }
}

/** The event batches of clients before OpenTelemetry. The SDK sends none. */
export class IngestionGroup extends Group {
  /** Takes a batch of events, and answers for each of them. `POST /api/public/ingestion` */
  batch(request: Types.IngestionRequest, options?: RequestOptions): APIPromise<Types.IngestionResponse> {
    return this.send("POST", ["ingestion"], { body: request }, options);
  }
}

/** The keys with which evaluators call models. */
export class LlmConnectionsGroup extends Group {
  /** Lists the connections; secrets are never given back. `GET /api/public/llm-connections` */
  list(
    request: Types.GetLlmConnectionsRequest = {},
    options?: RequestOptions,
  ): APIPromise<Types.PaginatedLlmConnections> {
    return this.send("GET", ["llm-connections"], { query: request }, options);
  }

  /** Creates the connection of a provider, or replaces it. `PUT /api/public/llm-connections` */
  upsert(request: Types.UpsertLlmConnectionRequest, options?: RequestOptions): APIPromise<Types.LlmConnection> {
    return this.send("PUT", ["llm-connections"], { body: request }, options);
  }

  /** Deletes a connection. `DELETE /api/public/llm-connections/{id}` */
  delete(id: string, _request?: NoRequest, options?: RequestOptions): APIPromise<Types.DeleteLlmConnectionResponse> {
    return this.send("DELETE", ["llm-connections", id], {}, options);
  }
}

/** Images, sounds and files that stand in inputs and outputs. */
export class MediaGroup extends Group {
  /** Announces media and gets the address to put its content to. `POST /api/public/media` */
  getUploadUrl(
    request: Types.GetMediaUploadUrlRequest,
    options?: RequestOptions,
  ): APIPromise<Types.GetMediaUploadUrlResponse> {
    return this.send("POST", ["media"], { body: request }, options);
  }

  /** Reads what media is and where its content can be loaded. `GET /api/public/media/{mediaId}` */
  get(mediaId: string, _request?: NoRequest, options?: RequestOptions): APIPromise<Types.GetMediaResponse> {
    return this.send("GET", ["media", mediaId], {}, options);
  }

  /** Says how an upload went. `PATCH /api/public/media/{mediaId}` */
  patch(mediaId: string, request: Types.PatchMediaBody, options?: RequestOptions): APIPromise<void> {
    return this.sendForNothing("PATCH", ["media", mediaId], { body: request }, options);
  }
}

/** Numbers over observations and scores. */
export class MetricsGroup extends Group {
  /** Counts, sums and distributions, by dimensions and time. `GET /api/public/v2/metrics` */
  metrics(request: Types.GetMetricsV2Request, options?: RequestOptions): APIPromise<Types.MetricsV2Response> {
    return this.send("GET", ["v2", "metrics"], { query: request }, options);
  }
}

/** Models and their prices. */
export class ModelsGroup extends Group {
  /** Creates a model of the project. `POST /api/public/models` */
  create(request: Types.CreateModelRequest, options?: RequestOptions): APIPromise<Types.Model> {
    return this.send("POST", ["models"], { body: request }, options);
  }

  /** Lists the models of the project and the built-in ones. `GET /api/public/models` */
  list(request: Types.GetModelsRequest = {}, options?: RequestOptions): APIPromise<Types.PaginatedModels> {
    return this.send("GET", ["models"], { query: request }, options);
  }

  /** Reads one model. `GET /api/public/models/{id}` */
  get(id: string, _request?: NoRequest, options?: RequestOptions): APIPromise<Types.Model> {
    return this.send("GET", ["models", id], {}, options);
  }

  /** Creates the model with this id, or replaces it. `PUT /api/public/models/{id}` */
  upsert(id: string, request: Types.CreateModelRequest, options?: RequestOptions): APIPromise<Types.Model> {
    return this.send("PUT", ["models", id], { body: request }, options);
  }

  /** Deletes a model of the project. `DELETE /api/public/models/{id}` */
  delete(id: string, _request?: NoRequest, options?: RequestOptions): APIPromise<void> {
    return this.sendForNothing("DELETE", ["models", id], {}, options);
  }
}

/** Spans, generations and events of an application. */
export class ObservationsGroup extends Group {
  /** Lists observations, the latest first. `GET /api/public/v2/observations` */
  getMany(
    request: Types.GetObservationsV2Request = {},
    options?: RequestOptions,
  ): APIPromise<Types.ObservationsV2Response> {
    return this.send("GET", ["v2", "observations"], { query: request }, options);
  }
}

/** Traces in the OpenTelemetry protocol. */
export class OpentelemetryGroup extends Group {
  /** Takes an OTLP trace export, as JSON or protobuf, plain or compressed with gzip or deflate. `POST /api/public/otel/v1/traces` */
  exportTraces(request: Types.OtelTraceRequest, options?: RequestOptions): APIPromise<Types.OtelTraceResponse> {
    return this.send("POST", ["otel", "v1", "traces"], { body: request }, options);
  }
}

/** Members, projects and keys of an organization. Needs an organization key. */
export class OrganizationsGroup extends Group {
  /** Lists the members of the organization. `GET /api/public/organizations/memberships` */
  getOrganizationMemberships(_request?: NoRequest, options?: RequestOptions): APIPromise<Types.MembershipsResponse> {
    return this.send("GET", ["organizations", "memberships"], {}, options);
  }

  /** Makes a user a member, or changes the role. `PUT /api/public/organizations/memberships` */
  updateOrganizationMembership(
    request: Types.MembershipRequest,
    options?: RequestOptions,
  ): APIPromise<Types.MembershipResponse> {
    return this.send("PUT", ["organizations", "memberships"], { body: request }, options);
  }

  /** Ends a membership. `DELETE /api/public/organizations/memberships` */
  deleteOrganizationMembership(
    request: Types.DeleteMembershipRequest,
    options?: RequestOptions,
  ): APIPromise<Types.MembershipDeletionResponse> {
    return this.send("DELETE", ["organizations", "memberships"], { body: request }, options);
  }

  /** Lists the members of a project. `GET /api/public/projects/{projectId}/memberships` */
  getProjectMemberships(
    projectId: string,
    _request?: NoRequest,
    options?: RequestOptions,
  ): APIPromise<Types.MembershipsResponse> {
    return this.send("GET", ["projects", projectId, "memberships"], {}, options);
  }

  /** Makes a user a member of a project, or changes the role. `PUT /api/public/projects/{projectId}/memberships` */
  updateProjectMembership(
    projectId: string,
    request: Types.MembershipRequest,
    options?: RequestOptions,
  ): APIPromise<Types.MembershipResponse> {
    return this.send("PUT", ["projects", projectId, "memberships"], { body: request }, options);
  }

  /** Ends a membership in a project. `DELETE /api/public/projects/{projectId}/memberships` */
  deleteProjectMembership(
    projectId: string,
    request: Types.DeleteMembershipRequest,
    options?: RequestOptions,
  ): APIPromise<Types.MembershipDeletionResponse> {
    return this.send("DELETE", ["projects", projectId, "memberships"], { body: request }, options);
  }

  /** Lists the projects of the organization. `GET /api/public/organizations/projects` */
  getOrganizationProjects(
    _request?: NoRequest,
    options?: RequestOptions,
  ): APIPromise<Types.OrganizationProjectsResponse> {
    return this.send("GET", ["organizations", "projects"], {}, options);
  }

  /** Lists the keys of the organization, without their secrets. `GET /api/public/organizations/apiKeys` */
  getOrganizationApiKeys(
    _request?: NoRequest,
    options?: RequestOptions,
  ): APIPromise<Types.OrganizationApiKeysResponse> {
    return this.send("GET", ["organizations", "apiKeys"], {}, options);
  }
}

/** The project of the keys, and, with an organization key, all projects and their keys. */
export class ProjectsGroup extends Group {
  /** Gives the project the keys belong to, as a list of one. `GET /api/public/projects` */
  get(_request?: NoRequest, options?: RequestOptions): APIPromise<Types.Projects> {
    return this.send("GET", ["projects"], {}, options);
  }

  /** Creates a project. `POST /api/public/projects` */
  create(request: Types.CreateProjectRequest, options?: RequestOptions): APIPromise<Types.Project> {
    return this.send("POST", ["projects"], { body: request }, options);
  }

  /** Changes a project. `PUT /api/public/projects/{projectId}` */
  update(projectId: string, request: Types.UpdateProjectRequest, options?: RequestOptions): APIPromise<Types.Project> {
    return this.send("PUT", ["projects", projectId], { body: request }, options);
  }

  /** Deletes a project and everything in it, later. `DELETE /api/public/projects/{projectId}` */
  delete(projectId: string, _request?: NoRequest, options?: RequestOptions): APIPromise<Types.ProjectDeletionResponse> {
    return this.send("DELETE", ["projects", projectId], {}, options);
  }

  /** Lists the keys of a project, without their secrets. `GET /api/public/projects/{projectId}/apiKeys` */
  getApiKeys(projectId: string, _request?: NoRequest, options?: RequestOptions): APIPromise<Types.ApiKeyList> {
    return this.send("GET", ["projects", projectId, "apiKeys"], {}, options);
  }

  /** Makes a key pair; this answer alone holds the secret key. `POST /api/public/projects/{projectId}/apiKeys` */
  createApiKey(
    projectId: string,
    request: Types.CreateApiKeyRequest = {},
    options?: RequestOptions,
  ): APIPromise<Types.ApiKeyResponse> {
    return this.send("POST", ["projects", projectId, "apiKeys"], { body: request }, options);
  }

  /** Deletes a key pair. `DELETE /api/public/projects/{projectId}/apiKeys/{apiKeyId}` */
  deleteApiKey(
    projectId: string,
    apiKeyId: string,
    _request?: NoRequest,
    options?: RequestOptions,
  ): APIPromise<Types.ApiKeyDeletionResponse> {
    return this.send("DELETE", ["projects", projectId, "apiKeys", apiKeyId], {}, options);
  }
}

/** One version of a prompt. */
export class PromptVersionGroup extends Group {
  /** Adds labels to a version, and takes them from the other versions. `PATCH /api/public/v2/prompts/{name}/versions/{version}` */
  update(
    name: string,
    version: number,
    request: Types.UpdatePromptRequest,
    options?: RequestOptions,
  ): APIPromise<Types.Prompt> {
    return this.send("PATCH", ["v2", "prompts", name, "versions", version], { body: request }, options);
  }
}

/** Prompts with versions and labels. */
export class PromptsGroup extends Group {
  /** Reads one version of a prompt; by default the one labelled `production`. `GET /api/public/v2/prompts/{promptName}` */
  get(promptName: string, request: Types.GetPromptRequest = {}, options?: RequestOptions): APIPromise<Types.Prompt> {
    return this.send("GET", ["v2", "prompts", promptName], { query: request }, options);
  }

  /** Deletes a prompt, or those versions that match. `DELETE /api/public/v2/prompts/{promptName}` */
  delete(promptName: string, request: Types.DeletePromptRequest = {}, options?: RequestOptions): APIPromise<void> {
    return this.sendForNothing("DELETE", ["v2", "prompts", promptName], { query: request }, options);
  }

  /** Lists prompts by name, with their versions and labels. `GET /api/public/v2/prompts` */
  list(request: Types.ListPromptsMetaRequest = {}, options?: RequestOptions): APIPromise<Types.PromptMetaListResponse> {
    return this.send("GET", ["v2", "prompts"], { query: request }, options);
  }

  /** Creates the next version of a prompt. `POST /api/public/v2/prompts` */
  create(request: Types.CreatePromptRequest, options?: RequestOptions): APIPromise<Types.Prompt> {
    return this.send("POST", ["v2", "prompts"], { body: request }, options);
  }
}

/** Users of an organization, for identity providers (RFC 7643, RFC 7644). Needs an organization key, as Basic or, with the secret key alone, as Bearer. Takes and answers `application/scim+json` as well as `application/json`. */
export class ScimGroup extends Group {
  /** Says which parts of SCIM are supported. `GET /api/public/scim/ServiceProviderConfig` */
  getServiceProviderConfig(_request?: NoRequest, options?: RequestOptions): APIPromise<Types.ServiceProviderConfig> {
    return this.send("GET", ["scim", "ServiceProviderConfig"], {}, options);
  }

  /** Lists the types of resources. `GET /api/public/scim/ResourceTypes` */
  getResourceTypes(_request?: NoRequest, options?: RequestOptions): APIPromise<Types.ResourceTypesResponse> {
    return this.send("GET", ["scim", "ResourceTypes"], {}, options);
  }

  /** Lists the schemas of the resources. `GET /api/public/scim/Schemas` */
  getSchemas(_request?: NoRequest, options?: RequestOptions): APIPromise<Types.SchemasResponse> {
    return this.send("GET", ["scim", "Schemas"], {}, options);
  }

  /** Lists the users of the organization. `GET /api/public/scim/Users` */
  listUsers(request: Types.ListUsersRequest = {}, options?: RequestOptions): APIPromise<Types.ScimUsersListResponse> {
    return this.send("GET", ["scim", "Users"], { query: request }, options);
  }

  /** Makes a user a member of the organization. `POST /api/public/scim/Users` */
  createUser(request: Types.CreateUserRequest, options?: RequestOptions): APIPromise<Types.ScimUser> {
    return this.send("POST", ["scim", "Users"], { body: request }, options);
  }

  /** Reads one user. `GET /api/public/scim/Users/{userId}` */
  getUser(userId: string, _request?: NoRequest, options?: RequestOptions): APIPromise<Types.ScimUser> {
    return this.send("GET", ["scim", "Users", userId], {}, options);
  }

  /** Changes a user to what the body has. Without `active` or roles, those stay. `PUT /api/public/scim/Users/{userId}` */
  replaceUser(userId: string, request: Types.CreateUserRequest, options?: RequestOptions): APIPromise<Types.ScimUser> {
    return this.send("PUT", ["scim", "Users", userId], { body: request }, options);
  }

  /** Changes single attributes of a user. `active` false ends every right and session at once. `PATCH /api/public/scim/Users/{userId}` */
  patchUser(userId: string, request: Types.ScimPatchRequest, options?: RequestOptions): APIPromise<Types.ScimUser> {
    return this.send("PATCH", ["scim", "Users", userId], { body: request }, options);
  }

  /** Ends the membership of a user; the user stays. `DELETE /api/public/scim/Users/{userId}` */
  deleteUser(userId: string, _request?: NoRequest, options?: RequestOptions): APIPromise<Types.EmptyResponse> {
    return this.send("DELETE", ["scim", "Users", userId], {}, options);
  }
}

/** Rules for the scores of one name. */
export class ScoreConfigsGroup extends Group {
  /** Creates a score config. `POST /api/public/score-configs` */
  create(request: Types.CreateScoreConfigRequest, options?: RequestOptions): APIPromise<Types.ScoreConfig> {
    return this.send("POST", ["score-configs"], { body: request }, options);
  }

  /** Lists the score configs. `GET /api/public/score-configs` */
  get(request: Types.GetScoreConfigsRequest = {}, options?: RequestOptions): APIPromise<Types.ScoreConfigs> {
    return this.send("GET", ["score-configs"], { query: request }, options);
  }

  /** Reads one score config. `GET /api/public/score-configs/{configId}` */
  getById(configId: string, _request?: NoRequest, options?: RequestOptions): APIPromise<Types.ScoreConfig> {
    return this.send("GET", ["score-configs", configId], {}, options);
  }

  /** Changes the given fields of a score config. `PATCH /api/public/score-configs/{configId}` */
  update(
    configId: string,
    request: Types.UpdateScoreConfigRequest,
    options?: RequestOptions,
  ): APIPromise<Types.ScoreConfig> {
    return this.send("PATCH", ["score-configs", configId], { body: request }, options);
  }
}

/** Reading scores. */
export class ScoresV3Group extends Group {
  /** Lists scores, the latest first. `GET /api/public/v3/scores` */
  getManyV3(request: Types.GetScoresV3Request = {}, options?: RequestOptions): APIPromise<Types.GetScoresV3Response> {
    return this.send("GET", ["v3", "scores"], { query: request }, options);
  }
}

/** Judgements of traces, observations, sessions and experiments. */
export class ScoresGroup extends Group {
  /** Sends one score, or a list of scores. `POST /api/public/scores` */
  create(request: Types.CreateScoresRequest, options?: RequestOptions): APIPromise<Types.CreateScoresResponse> {
    return this.send("POST", ["scores"], { body: request }, options);
  }

  /** Deletes a score of any kind, later; an unknown one too is answered with 202. `DELETE /api/public/scores/{scoreId}` */
  delete(scoreId: string, _request?: NoRequest, options?: RequestOptions): APIPromise<Types.DeleteScoreResponse> {
    return this.send("DELETE", ["scores", scoreId], {}, options);
  }
}

/** Deleting traces. */
export class TraceGroup extends Group {
  /** Deletes a trace with its observations and scores, later; an unknown one is answered the same. `DELETE /api/public/traces/{traceId}` */
  delete(traceId: string, _request?: NoRequest, options?: RequestOptions): APIPromise<Types.DeleteTraceResponse> {
    return this.send("DELETE", ["traces", traceId], {}, options);
  }

  /** Deletes traces with their observations and scores, later. `DELETE /api/public/traces` */
  deleteMultiple(request: Types.DeleteTracesRequest, options?: RequestOptions): APIPromise<Types.DeleteTraceResponse> {
    return this.send("DELETE", ["traces"], { body: request }, options);
  }
}

/** Charts for dashboards. May change without notice. */
export class UnstableDashboardWidgetsGroup extends Group {
  /** Lists the widgets. `GET /api/public/unstable/dashboard-widgets` */
  list(
    request: Types.ListDashboardWidgetsRequest = {},
    options?: RequestOptions,
  ): APIPromise<Types.DashboardWidgetList> {
    return this.send("GET", ["unstable", "dashboard-widgets"], { query: request }, options);
  }

  /** Creates a widget. `POST /api/public/unstable/dashboard-widgets` */
  create(request: Types.CreateDashboardWidgetRequest, options?: RequestOptions): APIPromise<Types.DashboardWidget> {
    return this.send("POST", ["unstable", "dashboard-widgets"], { body: request }, options);
  }

  /** Reads one widget. `GET /api/public/unstable/dashboard-widgets/{widgetId}` */
  get(widgetId: string, _request?: NoRequest, options?: RequestOptions): APIPromise<Types.DashboardWidget> {
    return this.send("GET", ["unstable", "dashboard-widgets", widgetId], {}, options);
  }

  /** Changes the given fields of a widget. `PATCH /api/public/unstable/dashboard-widgets/{widgetId}` */
  update(
    widgetId: string,
    request: Types.UpdateDashboardWidgetRequest,
    options?: RequestOptions,
  ): APIPromise<Types.DashboardWidget> {
    return this.send("PATCH", ["unstable", "dashboard-widgets", widgetId], { body: request }, options);
  }

  /** Deletes a widget. `DELETE /api/public/unstable/dashboard-widgets/{widgetId}` */
  delete(
    widgetId: string,
    _request?: NoRequest,
    options?: RequestOptions,
  ): APIPromise<Types.DeleteDashboardWidgetResponse> {
    return this.send("DELETE", ["unstable", "dashboard-widgets", widgetId], {}, options);
  }
}

/** Dashboards. May change without notice. */
export class UnstableDashboardsGroup extends Group {
  /** Lists the dashboards. `GET /api/public/unstable/dashboards` */
  list(request: Types.ListDashboardsRequest = {}, options?: RequestOptions): APIPromise<Types.DashboardList> {
    return this.send("GET", ["unstable", "dashboards"], { query: request }, options);
  }

  /** Creates a dashboard. `POST /api/public/unstable/dashboards` */
  create(request: Types.CreateDashboardRequest, options?: RequestOptions): APIPromise<Types.Dashboard> {
    return this.send("POST", ["unstable", "dashboards"], { body: request }, options);
  }

  /** Reads one dashboard. `GET /api/public/unstable/dashboards/{dashboardId}` */
  get(dashboardId: string, _request?: NoRequest, options?: RequestOptions): APIPromise<Types.Dashboard> {
    return this.send("GET", ["unstable", "dashboards", dashboardId], {}, options);
  }

  /** Changes the given fields of a dashboard. `PATCH /api/public/unstable/dashboards/{dashboardId}` */
  update(
    dashboardId: string,
    request: Types.UpdateDashboardRequest,
    options?: RequestOptions,
  ): APIPromise<Types.Dashboard> {
    return this.send("PATCH", ["unstable", "dashboards", dashboardId], { body: request }, options);
  }

  /** Deletes a dashboard. `DELETE /api/public/unstable/dashboards/{dashboardId}` */
  delete(
    dashboardId: string,
    _request?: NoRequest,
    options?: RequestOptions,
  ): APIPromise<Types.DeleteDashboardResponse> {
    return this.send("DELETE", ["unstable", "dashboards", dashboardId], {}, options);
  }

  /** Puts a widget or a preset on a dashboard; at the end when no place is given. `POST /api/public/unstable/dashboards/{dashboardId}/placements` */
  addPlacement(
    dashboardId: string,
    request: Types.CreateDashboardPlacementRequest,
    options?: RequestOptions,
  ): APIPromise<Types.DashboardPlacement> {
    return this.send("POST", ["unstable", "dashboards", dashboardId, "placements"], { body: request }, options);
  }

  /** Moves or resizes what is on a dashboard. `PATCH /api/public/unstable/dashboards/{dashboardId}/placements/{placementId}` */
  updatePlacement(
    dashboardId: string,
    placementId: string,
    request: Types.UpdateDashboardPlacementRequest,
    options?: RequestOptions,
  ): APIPromise<Types.DashboardPlacement> {
    return this.send(
      "PATCH",
      ["unstable", "dashboards", dashboardId, "placements", placementId],
      { body: request },
      options,
    );
  }

  /** Takes a widget or a preset off a dashboard. `DELETE /api/public/unstable/dashboards/{dashboardId}/placements/{placementId}` */
  deletePlacement(
    dashboardId: string,
    placementId: string,
    _request?: NoRequest,
    options?: RequestOptions,
  ): APIPromise<Types.DeleteDashboardPlacementResponse> {
    return this.send("DELETE", ["unstable", "dashboards", dashboardId, "placements", placementId], {}, options);
  }
}

/** Skills: folders of instructions, with versions and labels. May change without notice. */
export class UnstableSkillsGroup extends Group {
  /** Lists skills. `GET /api/public/unstable/skills` */
  list(request: Types.ListSkillsRequest = {}, options?: RequestOptions): APIPromise<Types.SkillList> {
    return this.send("GET", ["unstable", "skills"], { query: request }, options);
  }

  /** Creates the next version of the skill its `SKILL.md` names. `POST /api/public/unstable/skills` */
  createVersion(request: Types.CreateSkillVersionRequest, options?: RequestOptions): APIPromise<Types.SkillVersion> {
    return this.send("POST", ["unstable", "skills"], { body: request }, options);
  }

  /** Reads one version of a skill; by default the one labelled `production`. `GET /api/public/unstable/skills/{skillName}` */
  get(
    skillName: string,
    request: Types.GetSkillRequest = {},
    options?: RequestOptions,
  ): APIPromise<Types.SkillVersion> {
    return this.send("GET", ["unstable", "skills", skillName], { query: request }, options);
  }

  /** Replaces the tags of all versions. `PATCH /api/public/unstable/skills/{skillName}` */
  update(
    skillName: string,
    request: Types.UpdateSkillRequest,
    options?: RequestOptions,
  ): APIPromise<Types.SkillVersion> {
    return this.send("PATCH", ["unstable", "skills", skillName], { body: request }, options);
  }

  /** Reads the content of files. `GET /api/public/unstable/skills/files/content` */
  getFileContent(
    request: Types.GetSkillFileContentRequest,
    options?: RequestOptions,
  ): APIPromise<Types.SkillFileContentList> {
    return this.send("GET", ["unstable", "skills", "files", "content"], { query: request }, options);
  }

  /** Gives labels to a version, and takes them from the other versions. `PATCH /api/public/unstable/skills/{skillName}/versions/{skillVersion}` */
  setLabels(
    skillName: string,
    skillVersion: number,
    request: Types.SetSkillLabelsRequest,
    options?: RequestOptions,
  ): APIPromise<Types.SkillVersion> {
    return this.send("PATCH", ["unstable", "skills", skillName, "versions", skillVersion], { body: request }, options);
  }

  /** Deletes one version of a skill. `DELETE /api/public/unstable/skills/{skillName}/versions/{skillVersion}` */
  deleteVersion(
    skillName: string,
    skillVersion: number,
    _request?: NoRequest,
    options?: RequestOptions,
  ): APIPromise<Types.DeleteSkillVersionResponse> {
    return this.send("DELETE", ["unstable", "skills", skillName, "versions", skillVersion], {}, options);
  }
}

/** Operations that may change without notice. */
export class UnstableGroup extends Groups {
  /** Charts for dashboards. May change without notice. */
  get dashboardWidgets(): UnstableDashboardWidgetsGroup {
    return this.group(UnstableDashboardWidgetsGroup);
  }

  /** Dashboards. May change without notice. */
  get dashboards(): UnstableDashboardsGroup {
    return this.group(UnstableDashboardsGroup);
  }

  /** Skills: folders of instructions, with versions and labels. May change without notice. */
  get skills(): UnstableSkillsGroup {
    return this.group(UnstableSkillsGroup);
  }
}

/** Every group of operations. */
export class APIGroups extends Groups {
  /** Queues of traces, observations and sessions that people are to score. */
  get annotationQueues(): AnnotationQueuesGroup {
    return this.group(AnnotationQueuesGroup);
  }

  /** Regular exports into a blob storage. Needs an organization key. */
  get blobStorageIntegrations(): BlobStorageIntegrationsGroup {
    return this.group(BlobStorageIntegrationsGroup);
  }

  /** Comments on traces, observations, sessions and prompts. */
  get comments(): CommentsGroup {
    return this.group(CommentsGroup);
  }

  /** The items of datasets. Every write makes a version; earlier versions stay readable. */
  get datasetItems(): DatasetItemsGroup {
    return this.group(DatasetItemsGroup);
  }

  /** Collections of inputs and expected outputs. */
  get datasets(): DatasetsGroup {
    return this.group(DatasetsGroup);
  }

  /** Which observations are evaluated, and by which evaluators. */
  get evaluationRules(): EvaluationRulesGroup {
    return this.group(EvaluationRulesGroup);
  }

  /** Evaluators that score observations: an LLM as a judge, or code. */
  get evaluators(): EvaluatorsGroup {
    return this.group(EvaluatorsGroup);
  }

  /** Runs of an application over a dataset or over local data. */
  get experiments(): ExperimentsGroup {
    return this.group(ExperimentsGroup);
  }

  /** Feedback of users on the service itself. */
  get feedback(): FeedbackGroup {
    return this.group(FeedbackGroup);
  }

  /** Health of the service. */
  get health(): HealthGroup {
    return this.group(HealthGroup);
  }

  /** The event batches of clients before OpenTelemetry. The SDK sends none. */
  get ingestion(): IngestionGroup {
    return this.group(IngestionGroup);
  }

  /** The keys with which evaluators call models. */
  get llmConnections(): LlmConnectionsGroup {
    return this.group(LlmConnectionsGroup);
  }

  /** Images, sounds and files that stand in inputs and outputs. */
  get media(): MediaGroup {
    return this.group(MediaGroup);
  }

  /** Numbers over observations and scores. */
  get metrics(): MetricsGroup {
    return this.group(MetricsGroup);
  }

  /** Models and their prices. */
  get models(): ModelsGroup {
    return this.group(ModelsGroup);
  }

  /** Spans, generations and events of an application. */
  get observations(): ObservationsGroup {
    return this.group(ObservationsGroup);
  }

  /** Traces in the OpenTelemetry protocol. */
  get opentelemetry(): OpentelemetryGroup {
    return this.group(OpentelemetryGroup);
  }

  /** Members, projects and keys of an organization. Needs an organization key. */
  get organizations(): OrganizationsGroup {
    return this.group(OrganizationsGroup);
  }

  /** The project of the keys, and, with an organization key, all projects and their keys. */
  get projects(): ProjectsGroup {
    return this.group(ProjectsGroup);
  }

  /** One version of a prompt. */
  get promptVersion(): PromptVersionGroup {
    return this.group(PromptVersionGroup);
  }

  /** Prompts with versions and labels. */
  get prompts(): PromptsGroup {
    return this.group(PromptsGroup);
  }

  /** Users of an organization, for identity providers (RFC 7643, RFC 7644). Needs an organization key, as Basic or, with the secret key alone, as Bearer. Takes and answers `application/scim+json` as well as `application/json`. */
  get scim(): ScimGroup {
    return this.group(ScimGroup);
  }

  /** Rules for the scores of one name. */
  get scoreConfigs(): ScoreConfigsGroup {
    return this.group(ScoreConfigsGroup);
  }

  /** Reading scores. */
  get scoresV3(): ScoresV3Group {
    return this.group(ScoresV3Group);
  }

  /** Judgements of traces, observations, sessions and experiments. */
  get scores(): ScoresGroup {
    return this.group(ScoresGroup);
  }

  /** Deleting traces. */
  get trace(): TraceGroup {
    return this.group(TraceGroup);
  }

  /** Operations that may change without notice. */
  get unstable(): UnstableGroup {
    return this.group(UnstableGroup);
  }
}
