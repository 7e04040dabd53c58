// Generated from src/core/api/openapi by `npm run generate`. Do not edit.

/** Position of a page among all pages. */
export type MetaResponse = {
  page: number;
  limit: number;
  totalItems: number;
  /** 0 when there are no items. */
  totalPages: number;
};

/** Who gave the score: a person, a program, an evaluator. */
export const ScoreSource = { Annotation: "ANNOTATION", Api: "API", Eval: "EVAL" } as const;
export type ScoreSource = (typeof ScoreSource)[keyof typeof ScoreSource];

export const ScoreDataType = {
  Numeric: "NUMERIC",
  Boolean: "BOOLEAN",
  Categorical: "CATEGORICAL",
  Correction: "CORRECTION",
  Text: "TEXT",
} as const;
export type ScoreDataType = (typeof ScoreDataType)[keyof typeof ScoreDataType];

export const ObservationLevel = { Debug: "DEBUG", Default: "DEFAULT", Warning: "WARNING", Error: "ERROR" } as const;
export type ObservationLevel = (typeof ObservationLevel)[keyof typeof ObservationLevel];

/** Description of an error. */
export type Problem = {
  message: string;
  /** Name of the error, such as `SvcNotFoundError`. */
  error?: string | undefined;
};

/** Problem of one part of a request. */
export type RequestIssue = { code: string; message: string; path: (string | number)[] };

/** Why a request cannot be used. */
export type InvalidRequestProblem = {
  message: string;
  /** Name of the error, or what is wrong with each part of the request. */
  error?: (string | RequestIssue[]) | undefined;
};

/** That the rate limit is reached, and until when. */
export type RateLimitedProblem = {
  message: string;
  code?: "rate_limited" | undefined;
  details?:
    | {
        retryAfterSeconds?: number | undefined;
        limit?: number | undefined;
        remaining?: number | undefined;
        resetAt?: string | undefined;
      }
    | undefined;
};

export const EvaluationProblemCode = {
  AuthenticationFailed: "authentication_failed",
  AccessDenied: "access_denied",
  InvalidRequest: "invalid_request",
  InvalidQuery: "invalid_query",
  InvalidBody: "invalid_body",
  ResourceNotFound: "resource_not_found",
  Conflict: "conflict",
  RateLimited: "rate_limited",
  MethodNotAllowed: "method_not_allowed",
  InternalError: "internal_error",
} as const;
export type EvaluationProblemCode = (typeof EvaluationProblemCode)[keyof typeof EvaluationProblemCode];

export type EvaluationProblemDetails = {
  issues?: RequestIssue[] | undefined;
  retryAfterSeconds?: number | undefined;
  limit?: number | undefined;
  remaining?: number | undefined;
  resetAt?: string | undefined;
};

/** Error of an evaluator or an evaluation rule. */
export type EvaluationProblem = {
  message: string;
  code: EvaluationProblemCode;
  details?: EvaluationProblemDetails | undefined;
};

export const UnstableProblemCode = {
  AuthenticationFailed: "authentication_failed",
  AccessDenied: "access_denied",
  InvalidRequest: "invalid_request",
  InvalidQuery: "invalid_query",
  InvalidBody: "invalid_body",
  InvalidFilterValue: "invalid_filter_value",
  InvalidJsonPath: "invalid_json_path",
  InvalidVariableMapping: "invalid_variable_mapping",
  MissingVariableMapping: "missing_variable_mapping",
  DuplicateVariableMapping: "duplicate_variable_mapping",
  ResourceNotFound: "resource_not_found",
  NameConflict: "name_conflict",
  EvaluatorInUse: "evaluator_in_use",
  EvaluatorPreflightFailed: "evaluator_preflight_failed",
  Conflict: "conflict",
  UnprocessableContent: "unprocessable_content",
  RateLimited: "rate_limited",
  MethodNotAllowed: "method_not_allowed",
  InternalError: "internal_error",
} as const;
export type UnstableProblemCode = (typeof UnstableProblemCode)[keyof typeof UnstableProblemCode];

/** Error of an unstable operation. */
export type UnstableProblem = { message: string; code: UnstableProblemCode; details?: unknown };

/** Error of a SCIM operation. */
export type ScimProblem = {
  /** `urn:ietf:params:scim:api:messages:2.0:Error` */
  schemas: string[];
  /** Kind of the mistake, such as `uniqueness` or `invalidValue`. */
  scimType?: string | undefined;
  /** Field that cannot be used, and the reason. */
  detail: string;
  status: number | string;
};

/** Why a trace export is refused. */
export type OtlpProblem = { error: string };

export const AnnotationQueueStatus = { Pending: "PENDING", Completed: "COMPLETED" } as const;
export type AnnotationQueueStatus = (typeof AnnotationQueueStatus)[keyof typeof AnnotationQueueStatus];

export const AnnotationQueueObjectType = { Trace: "TRACE", Observation: "OBSERVATION", Session: "SESSION" } as const;
export type AnnotationQueueObjectType = (typeof AnnotationQueueObjectType)[keyof typeof AnnotationQueueObjectType];

export type AnnotationQueue = {
  id: string;
  name: string;
  description: string | null;
  scoreConfigIds: string[];
  createdAt: string;
  updatedAt: string;
};

export type AnnotationQueueItem = {
  id: string;
  queueId: string;
  objectId: string;
  objectType: AnnotationQueueObjectType;
  status: AnnotationQueueStatus;
  /** When the status became `COMPLETED`. */
  completedAt?: (string | null) | undefined;
  createdAt: string;
  updatedAt: string;
};

export type PaginatedAnnotationQueues = { data: AnnotationQueue[]; meta: MetaResponse };

export type PaginatedAnnotationQueueItems = { data: AnnotationQueueItem[]; meta: MetaResponse };

export type CreateAnnotationQueueRequest = {
  /** Unique in the project. */
  name: string;
  description?: (string | null) | undefined;
  /** The score configs an item is to be scored with. */
  scoreConfigIds: string[];
};

export type CreateAnnotationQueueItemRequest = {
  objectId: string;
  objectType: AnnotationQueueObjectType;
  /** Default: `PENDING`. */
  status?: AnnotationQueueStatus | undefined;
};

export type UpdateAnnotationQueueItemRequest = { status?: AnnotationQueueStatus | undefined };

export type DeleteAnnotationQueueItemResponse = { success: boolean; message: string };

export type AnnotationQueueAssignmentRequest = { userId: string };

export type DeleteAnnotationQueueAssignmentResponse = { success: boolean };

export type CreateAnnotationQueueAssignmentResponse = { userId: string; queueId: string; projectId: string };

export const BlobStorageIntegrationType = {
  S3: "S3",
  S3Compatible: "S3_COMPATIBLE",
  AzureBlobStorage: "AZURE_BLOB_STORAGE",
} as const;
export type BlobStorageIntegrationType = (typeof BlobStorageIntegrationType)[keyof typeof BlobStorageIntegrationType];

export const BlobStorageIntegrationFileType = { Json: "JSON", Csv: "CSV", Jsonl: "JSONL", Parquet: "PARQUET" } as const;
export type BlobStorageIntegrationFileType =
  (typeof BlobStorageIntegrationFileType)[keyof typeof BlobStorageIntegrationFileType];

export const BlobStorageIntegrationFileTypeResponse = {
  Json: "JSON",
  Csv: "CSV",
  Jsonl: "JSONL",
  Parquet: "PARQUET",
} as const;
export type BlobStorageIntegrationFileTypeResponse =
  (typeof BlobStorageIntegrationFileTypeResponse)[keyof typeof BlobStorageIntegrationFileTypeResponse];

export const BlobStorageExportMode = {
  FullHistory: "FULL_HISTORY",
  FromToday: "FROM_TODAY",
  FromCustomDate: "FROM_CUSTOM_DATE",
} as const;
export type BlobStorageExportMode = (typeof BlobStorageExportMode)[keyof typeof BlobStorageExportMode];

export const BlobStorageExportFrequency = {
  Every20Minutes: "every_20_minutes",
  Hourly: "hourly",
  Daily: "daily",
  Weekly: "weekly",
} as const;
export type BlobStorageExportFrequency = (typeof BlobStorageExportFrequency)[keyof typeof BlobStorageExportFrequency];

export const BlobStorageExportSource = {
  LegacyTracesObservations: "LEGACY_TRACES_OBSERVATIONS",
  ObservationsV2: "OBSERVATIONS_V2",
  LegacyTracesAndEnrichedObservations: "LEGACY_TRACES_AND_ENRICHED_OBSERVATIONS",
} as const;
export type BlobStorageExportSource = (typeof BlobStorageExportSource)[keyof typeof BlobStorageExportSource];

export const BlobStorageExportFieldGroup = {
  Core: "core",
  Basic: "basic",
  Time: "time",
  Io: "io",
  Metadata: "metadata",
  Model: "model",
  Usage: "usage",
  Prompt: "prompt",
  Metrics: "metrics",
  Tools: "tools",
  TraceContext: "trace_context",
} as const;
export type BlobStorageExportFieldGroup =
  (typeof BlobStorageExportFieldGroup)[keyof typeof BlobStorageExportFieldGroup];

export const BlobStorageSyncStatus = {
  Idle: "idle",
  Running: "running",
  Queued: "queued",
  UpToDate: "up_to_date",
  Disabled: "disabled",
  Error: "error",
} as const;
export type BlobStorageSyncStatus = (typeof BlobStorageSyncStatus)[keyof typeof BlobStorageSyncStatus];

export type CreateBlobStorageIntegrationRequest = {
  /** The project whose integration this is. */
  projectId: string;
  type: BlobStorageIntegrationType;
  bucketName: string;
  /** Address of a storage compatible with S3. */
  endpoint?: (string | null) | undefined;
  region: string;
  accessKeyId?: (string | null) | undefined;
  /** Never given back. */
  secretAccessKey?: (string | null) | undefined;
  /** Path before every file; ends with `/`. Default: `""`. */
  prefix?: string | undefined;
  exportFrequency: BlobStorageExportFrequency;
  enabled: boolean;
  forcePathStyle: boolean;
  fileType: BlobStorageIntegrationFileType;
  exportMode: BlobStorageExportMode;
  /** For `FROM_CUSTOM_DATE`. ISO 8601. */
  exportStartDate?: (string | null) | undefined;
  /** Default: `true`. */
  compressed?: boolean | undefined;
  exportSource?: BlobStorageExportSource | undefined;
  exportFieldGroups?: (BlobStorageExportFieldGroup[] | null) | undefined;
};

export type BlobStorageIntegrationResponse = {
  id: string;
  projectId: string;
  type: BlobStorageIntegrationType;
  bucketName: string;
  endpoint: string | null;
  region: string;
  accessKeyId: string | null;
  prefix: string;
  exportFrequency: BlobStorageExportFrequency;
  enabled: boolean;
  forcePathStyle: boolean;
  fileType: BlobStorageIntegrationFileTypeResponse;
  exportMode: BlobStorageExportMode;
  exportStartDate: string | null;
  compressed: boolean;
  exportSource: BlobStorageExportSource;
  exportFieldGroups: BlobStorageExportFieldGroup[] | null;
  nextSyncAt: string | null;
  lastSyncAt: string | null;
  lastError: string | null;
  lastErrorAt: string | null;
  createdAt: string;
  updatedAt: string;
};

export type BlobStorageIntegrationsResponse = { data: BlobStorageIntegrationResponse[] };

export type BlobStorageIntegrationStatusResponse = {
  id: string;
  projectId: string;
  syncStatus: BlobStorageSyncStatus;
  enabled: boolean;
  lastSyncAt: string | null;
  nextSyncAt: string | null;
  lastError: string | null;
  lastErrorAt: string | null;
};

export type BlobStorageIntegrationDeletionResponse = { message: string };

export const CommentObjectType = {
  Trace: "TRACE",
  Observation: "OBSERVATION",
  Session: "SESSION",
  Prompt: "PROMPT",
} as const;
export type CommentObjectType = (typeof CommentObjectType)[keyof typeof CommentObjectType];

export type Comment = {
  id: string;
  projectId: string;
  createdAt: string;
  updatedAt: string;
  objectType: CommentObjectType;
  objectId: string;
  content: string;
  authorUserId?: (string | null) | undefined;
};

export type CreateCommentRequest = {
  /** Required, but the key decides the project. */
  projectId: string;
  objectType: CommentObjectType;
  objectId: string;
  /** Spaces at either end are cut. 1 to 5000 characters. */
  content: string;
  /** A member of the organization. For a person who is signed in, always that person. */
  authorUserId?: (string | null) | undefined;
};

export type CreateCommentResponse = { id: string };

export type GetCommentsResponse = { data: Comment[]; meta: MetaResponse };

export const DatasetStatus = { Active: "ACTIVE", Archived: "ARCHIVED" } as const;
export type DatasetStatus = (typeof DatasetStatus)[keyof typeof DatasetStatus];

export const DatasetItemMediaReferenceField = {
  Input: "input",
  ExpectedOutput: "expectedOutput",
  Metadata: "metadata",
} as const;
export type DatasetItemMediaReferenceField =
  (typeof DatasetItemMediaReferenceField)[keyof typeof DatasetItemMediaReferenceField];

export type DatasetItemMediaReferenceMedia = {
  mediaId: string;
  contentType: string;
  /** Bytes. */
  contentLength: number;
  url: string;
  urlExpiry: string;
};

export type DatasetItemMediaReference = {
  field: DatasetItemMediaReferenceField;
  referenceString: string;
  /** Path of the reference within the field. */
  jsonPath: string;
  media: DatasetItemMediaReferenceMedia;
};

export type DatasetItem = {
  id: string;
  status: DatasetStatus;
  input: unknown;
  expectedOutput: unknown;
  metadata: unknown;
  sourceTraceId: string | null;
  sourceObservationId: string | null;
  datasetId: string;
  datasetName: string;
  createdAt: string;
  updatedAt: string;
  mediaReferences: DatasetItemMediaReference[];
};

/** A field that is not given keeps its value when the item exists. */
export type CreateDatasetItemRequest = {
  datasetName: string;
  input?: unknown;
  expectedOutput?: unknown;
  metadata?: unknown;
  sourceTraceId?: (string | null) | undefined;
  sourceObservationId?: (string | null) | undefined;
  /** Unique in the project; made by the service when not given. 1 to 255 characters. */
  id?: (string | null) | undefined;
  /** Default of a new item: `ACTIVE`. */
  status?: (DatasetStatus | null) | undefined;
};

export type PaginatedDatasetItems = { data: DatasetItem[]; meta: MetaResponse };

export type DeleteDatasetItemResponse = { message: string };

export type Dataset = {
  id: string;
  name: string;
  description: string | null;
  metadata: unknown;
  inputSchema: unknown;
  expectedOutputSchema: unknown;
  projectId: string;
  createdAt: string;
  updatedAt: string;
};

export type CreateDatasetRequest = {
  /** Folders by `/`, but none at either end and no two in a row; no HTML. */
  name: string;
  description?: (string | null) | undefined;
  metadata?: unknown;
  /** JSON Schema every input follows; null takes it away. */
  inputSchema?: unknown;
  /** JSON Schema every expected output follows; null takes it away. */
  expectedOutputSchema?: unknown;
};

export type PaginatedDatasets = { data: Dataset[]; meta: MetaResponse };

export const EvaluationRuleFilterType = {
  StringOptions: "stringOptions",
  String: "string",
  ArrayOptions: "arrayOptions",
  StringObject: "stringObject",
  Boolean: "boolean",
  Null: "null",
  Number: "number",
} as const;
export type EvaluationRuleFilterType = (typeof EvaluationRuleFilterType)[keyof typeof EvaluationRuleFilterType];

/** `type`, `name`, `environment`, `level`, `traceName`, `experimentId` and `datasetId` take stringOptions; `version`, `userId` and `sessionId` string; `tags` and `calledToolNames` arrayOptions; `metadata` stringObject; `isRootObservation` and `isExperimentItemRootSpan` boolean; `parentObservationId` null; `toolCalls` number. */
export const EvaluationRuleFilterColumn = {
  Type: "type",
  Name: "name",
  Environment: "environment",
  Level: "level",
  TraceName: "traceName",
  ExperimentId: "experimentId",
  DatasetId: "datasetId",
  Version: "version",
  UserId: "userId",
  SessionId: "sessionId",
  Tags: "tags",
  CalledToolNames: "calledToolNames",
  Metadata: "metadata",
  IsRootObservation: "isRootObservation",
  IsExperimentItemRootSpan: "isExperimentItemRootSpan",
  ParentObservationId: "parentObservationId",
  ToolCalls: "toolCalls",
} as const;
export type EvaluationRuleFilterColumn = (typeof EvaluationRuleFilterColumn)[keyof typeof EvaluationRuleFilterColumn];

export type EvaluationRuleFilter = {
  type: EvaluationRuleFilterType;
  column: EvaluationRuleFilterColumn;
  operator: string;
  value?: unknown;
  /** The key of the metadata. */
  key?: (string | null) | undefined;
};

export type EvaluatorAssignment = { evaluatorId: string; variableMapping: PromptVariableMapping[] | null };

export type EvaluatorAssignmentInput = {
  evaluatorId: string;
  variableMapping?: (PromptVariableMappingInput[] | null) | undefined;
};

export type EvaluationRule = {
  id: string;
  name: string;
  createdBy: Creator | null;
  enabled: boolean;
  /** Share of the observations that are evaluated. */
  sampling: number;
  filter: EvaluationRuleFilter[];
  evaluatorAssignments: EvaluatorAssignment[];
  createdAt: string;
  updatedAt: string;
};

export type CreateEvaluationRuleRequest = {
  /** Need not be unique. */
  name: string;
  /** True needs at least one assignment. */
  enabled: boolean;
  /** Share of the observations that are evaluated. 0 to 1. Default: `1`. */
  sampling?: number | undefined;
  /** Default: `[]`. */
  filter?: EvaluationRuleFilter[] | undefined;
  evaluatorAssignments: EvaluatorAssignmentInput[];
};

/** At least one field is given. */
export type UpdateEvaluationRuleRequest = {
  name?: string | undefined;
  enabled?: boolean | undefined;
  /** 0 to 1. */
  sampling?: number | undefined;
  filter?: EvaluationRuleFilter[] | undefined;
  /** Replaces all assignments; an empty list disables the rule. */
  evaluatorAssignments?: EvaluatorAssignmentInput[] | undefined;
};

export type EvaluationRulesPage = { data: EvaluationRule[]; meta: CursorMeta };

export type DeletedEvaluationRule = { id: string };

export const EvaluatorStatus = { Active: "active", Paused: "paused" } as const;
export type EvaluatorStatus = (typeof EvaluatorStatus)[keyof typeof EvaluatorStatus];

export const SourceCodeLanguage = { Python: "PYTHON", Typescript: "TYPESCRIPT" } as const;
export type SourceCodeLanguage = (typeof SourceCodeLanguage)[keyof typeof SourceCodeLanguage];

export type Creator = { id: string; name: string | null };

export const EvaluatorPromptRole = { System: "system", User: "user", Assistant: "assistant" } as const;
export type EvaluatorPromptRole = (typeof EvaluatorPromptRole)[keyof typeof EvaluatorPromptRole];

export type EvaluatorPromptMessage = {
  role: EvaluatorPromptRole;
  /** Variables stand as `{{name}}`. */
  content: string;
};

export type EvaluatorModelConfig = { provider: string; model: string };

export type EvaluationRuleAssignment = {
  evaluationRuleId: string;
  variableMappingOverride?: (PromptVariableMapping[] | null) | undefined;
};

export const PromptVariableSource = {
  Input: "input",
  Output: "output",
  Metadata: "metadata",
  ToolCalls: "tool_calls",
  ExpectedOutput: "expected_output",
  ExperimentItemMetadata: "experiment_item_metadata",
} as const;
export type PromptVariableSource = (typeof PromptVariableSource)[keyof typeof PromptVariableSource];

export type PromptVariableMappingInput = {
  variable: string;
  source: PromptVariableSource;
  /** Path within the source; starts with `$`. */
  jsonPath?: (string | null) | undefined;
};

export type PromptVariableMappingRead = {
  variable: string;
  source: string | null;
  jsonPath?: (string | null) | undefined;
};

export const LegacyVariableObject = {
  Trace: "trace",
  Span: "span",
  Generation: "generation",
  Event: "event",
  Agent: "agent",
  Tool: "tool",
  Chain: "chain",
  Retriever: "retriever",
  Evaluator: "evaluator",
  Embedding: "embedding",
  Guardrail: "guardrail",
  DatasetItem: "dataset_item",
} as const;
export type LegacyVariableObject = (typeof LegacyVariableObject)[keyof typeof LegacyVariableObject];

/** A mapping that was made before mappings named observations only. */
export type LegacyPromptVariableMapping = {
  mappingType: "legacy";
  variable: string;
  svcObject: LegacyVariableObject;
  objectName: string | null;
  source: string;
  jsonPath?: (string | null) | undefined;
};

export type PromptVariableMapping = PromptVariableMappingRead | LegacyPromptVariableMapping;

export type NumericOutputDefinition = {
  dataType: "NUMERIC";
  minValue?: (number | null) | undefined;
  maxValue?: (number | null) | undefined;
  /** Instruction to the judge about the reasoning. */
  scoreReasoning?: (string | null) | undefined;
  /** Instruction to the judge about the score. */
  scoreDescription?: (string | null) | undefined;
};

export type BooleanOutputDefinition = {
  dataType: "BOOLEAN";
  /** Instruction to the judge about the reasoning. */
  scoreReasoning?: (string | null) | undefined;
  /** Instruction to the judge about the score. */
  scoreDescription?: (string | null) | undefined;
};

export type CategoricalOutputDefinition = {
  dataType: "CATEGORICAL";
  categories: string[];
  shouldAllowMultipleMatches: boolean;
  /** Instruction to the judge about the reasoning. */
  scoreReasoning?: (string | null) | undefined;
  /** Instruction to the judge about the score. */
  scoreDescription?: (string | null) | undefined;
};

/** The score a judge gives. */
export type OutputDefinition = NumericOutputDefinition | BooleanOutputDefinition | CategoricalOutputDefinition;

export type BaseEvaluator = {
  id: string;
  name: string;
  description: string | null;
  createdBy: Creator | null;
  status: EvaluatorStatus;
  pausedAt: string | null;
  pausedReason: string | null;
  pausedMessage: string | null;
  evaluationRuleAssignments: EvaluationRuleAssignment[];
  createdAt: string;
  updatedAt: string;
  versionId: string;
  version: number;
  versionCreatedAt: string;
  versionCreatedBy: Creator | null;
};

export type LlmAsJudgeEvaluator = BaseEvaluator & {
  type: "llm_as_judge";
  /** A system message can only be the first. */
  prompt: EvaluatorPromptMessage[];
  variables: string[];
  variableMapping: PromptVariableMappingRead[] | null;
  modelConfig: EvaluatorModelConfig | null;
  outputDefinition: OutputDefinition;
};

export type CodeEvaluator = BaseEvaluator & {
  type: "code";
  sourceCode: string;
  sourceCodeLanguage: SourceCodeLanguage;
};

export type Evaluator = LlmAsJudgeEvaluator | CodeEvaluator;

export type CreateLlmAsJudgeEvaluatorRequest = {
  /** Need not be unique. */
  name: string;
  description?: (string | null) | undefined;
  type: "llm_as_judge";
  prompt: string | EvaluatorPromptMessage[];
  modelConfig?: (EvaluatorModelConfig | null) | undefined;
  variableMapping?: (PromptVariableMappingInput[] | null) | undefined;
  outputDefinition: OutputDefinition;
};

export type CreateCodeEvaluatorRequest = {
  /** Need not be unique. */
  name: string;
  description?: (string | null) | undefined;
  type: "code";
  sourceCode: string;
  sourceCodeLanguage: SourceCodeLanguage;
};

export type CreateEvaluatorRequest = CreateLlmAsJudgeEvaluatorRequest | CreateCodeEvaluatorRequest;

/** Changes the texts and makes no version. At least one field is given. */
export type UpdateEvaluatorTextsRequest = { name?: string | undefined; description?: (string | null) | undefined };

/** Replaces the definition as a whole. */
export type UpdateLlmAsJudgeEvaluatorRequest = {
  name?: string | undefined;
  description?: (string | null) | undefined;
  type: "llm_as_judge";
  prompt: string | EvaluatorPromptMessage[];
  modelConfig?: (EvaluatorModelConfig | null) | undefined;
  variableMapping?: (PromptVariableMappingInput[] | null) | undefined;
  outputDefinition: OutputDefinition;
};

/** Replaces the definition as a whole. */
export type UpdateCodeEvaluatorRequest = {
  name?: string | undefined;
  description?: (string | null) | undefined;
  type: "code";
  sourceCode: string;
  sourceCodeLanguage: SourceCodeLanguage;
};

/** The type of an evaluator cannot change. */
export type UpdateEvaluatorRequest =
  | UpdateEvaluatorTextsRequest
  | UpdateLlmAsJudgeEvaluatorRequest
  | UpdateCodeEvaluatorRequest;

export type BaseEvaluatorVersion = { id: string; version: number; createdAt: string; createdBy: Creator | null };

export type LlmAsJudgeEvaluatorVersion = BaseEvaluatorVersion & {
  type: "llm_as_judge";
  /** A system message can only be the first. */
  prompt: EvaluatorPromptMessage[];
  variables: string[];
  variableMapping: PromptVariableMappingRead[] | null;
  modelConfig: EvaluatorModelConfig | null;
  outputDefinition: OutputDefinition;
};

export type CodeEvaluatorVersion = BaseEvaluatorVersion & {
  type: "code";
  sourceCode: string;
  sourceCodeLanguage: SourceCodeLanguage;
};

export type EvaluatorVersion = LlmAsJudgeEvaluatorVersion | CodeEvaluatorVersion;

export type CursorMeta = {
  /** Absent on the last page. */
  cursor?: (string | null) | undefined;
};

export type EvaluatorsPage = { data: Evaluator[]; meta: CursorMeta };

export type EvaluatorVersionsPage = { data: EvaluatorVersion[]; meta: CursorMeta };

export type DeletedEvaluator = { id: string };

export type ExperimentsResponseMeta = {
  /** Absent on the last page. */
  cursor?: (string | null) | undefined;
};

export type Experiment = {
  id: string;
  name: string;
  description: string | null;
  startTime: string;
  endTime: string;
  itemCount: number;
  datasetId: string | null;
  metadata?: ({ [key: string]: unknown } | null) | undefined;
  scores?: ScoreV3[] | undefined;
};

export type ExperimentsResponse = { data: Experiment[]; meta: ExperimentsResponseMeta };

export type ExperimentItem = {
  id: string;
  traceId: string;
  startTime: string;
  endTime: string | null;
  level: ObservationLevel;
  environment: string;
  experimentId: string;
  experimentName: string;
  experimentItemId: string;
  experimentDatasetId?: (string | null) | undefined;
  experimentItemVersion?: (string | null) | undefined;
  input?: unknown;
  output?: unknown;
  expectedOutput?: unknown;
  metadata?: ({ [key: string]: unknown } | null) | undefined;
  experimentItemMetadata?: ({ [key: string]: unknown } | null) | undefined;
  experimentMetadata?: ({ [key: string]: unknown } | null) | undefined;
  experimentDescription?: (string | null) | undefined;
  scores?: ScoreV3[] | undefined;
};

export type ExperimentItemsResponse = { data: ExperimentItem[]; meta: ExperimentsResponseMeta };

export const FeedbackTargetType = {
  Skill: "skill",
  McpTool: "mcp-tool",
  Cli: "cli",
  Docs: "docs",
  PublicApi: "public-api",
  Other: "other",
} as const;
export type FeedbackTargetType = (typeof FeedbackTargetType)[keyof typeof FeedbackTargetType];

export type SubmitFeedbackRequest = {
  targetType: FeedbackTargetType;
  target: string;
  feedback: string;
  goal?: string | undefined;
  referenceUrl?: string | undefined;
};

export type SubmitFeedbackResponse = { id: string };

export type HealthResponse = {
  version: string;
  /** `OK`, or what is wrong. */
  status: string;
};

export const IngestionEventType = {
  TraceCreate: "trace-create",
  ScoreCreate: "score-create",
  SpanCreate: "span-create",
  SpanUpdate: "span-update",
  GenerationCreate: "generation-create",
  GenerationUpdate: "generation-update",
  EventCreate: "event-create",
  AgentCreate: "agent-create",
  ToolCreate: "tool-create",
  ChainCreate: "chain-create",
  RetrieverCreate: "retriever-create",
  EvaluatorCreate: "evaluator-create",
  EmbeddingCreate: "embedding-create",
  GuardrailCreate: "guardrail-create",
  ObservationCreate: "observation-create",
  ObservationUpdate: "observation-update",
} as const;
export type IngestionEventType = (typeof IngestionEventType)[keyof typeof IngestionEventType];

export type IngestionEvent = {
  /** Of the event; one that was seen before is not taken again. */
  id: string;
  timestamp: string;
  type: IngestionEventType;
  body: { [key: string]: unknown };
  metadata?: unknown;
};

export type IngestionRequest = { batch: IngestionEvent[]; metadata?: unknown };

export type IngestionSuccess = { id: string; status: number };

export type IngestionError = { id: string; status: number; message?: (string | null) | undefined; error?: unknown };

export type IngestionResponse = { successes: IngestionSuccess[]; errors: IngestionError[] };

export const LlmAdapter = {
  Anthropic: "anthropic",
  Openai: "openai",
  Azure: "azure",
  Bedrock: "bedrock",
  GoogleVertexAi: "google-vertex-ai",
  GoogleAiStudio: "google-ai-studio",
} as const;
export type LlmAdapter = (typeof LlmAdapter)[keyof typeof LlmAdapter];

export type LlmConnection = {
  id: string;
  provider: string;
  adapter: string;
  /** The key, masked. */
  displaySecretKey: string;
  baseURL?: (string | null) | undefined;
  customModels: string[];
  withDefaultModels: boolean;
  /** Names of the extra headers, without their values. */
  extraHeaderKeys: string[];
  config?: ({ [key: string]: unknown } | null) | undefined;
  createdAt: string;
  updatedAt: string;
};

export type UpsertLlmConnectionRequest = {
  /** Name of the connection, unique in the project. */
  provider: string;
  adapter: LlmAdapter;
  secretKey: string;
  baseURL?: (string | null) | undefined;
  /** Default: `[]`. */
  customModels?: string[] | undefined;
  /** Default: `true`. */
  withDefaultModels?: boolean | undefined;
  extraHeaders?: { [key: string]: string } | undefined;
  config?: ({ [key: string]: unknown } | null) | undefined;
};

export type PaginatedLlmConnections = { data: LlmConnection[]; meta: MetaResponse };

export type DeleteLlmConnectionResponse = { message: string };

export const MediaContentType = {
  ImagePng: "image/png",
  ImageJpeg: "image/jpeg",
  ImageJpg: "image/jpg",
  ImageWebp: "image/webp",
  ImageGif: "image/gif",
  ImageSvgXml: "image/svg+xml",
  ImageTiff: "image/tiff",
  ImageBmp: "image/bmp",
  ImageAvif: "image/avif",
  ImageHeic: "image/heic",
  AudioMpeg: "audio/mpeg",
  AudioMp3: "audio/mp3",
  AudioWav: "audio/wav",
  AudioOgg: "audio/ogg",
  AudioOga: "audio/oga",
  AudioAac: "audio/aac",
  AudioMp4: "audio/mp4",
  AudioFlac: "audio/flac",
  AudioOpus: "audio/opus",
  AudioWebm: "audio/webm",
  VideoMp4: "video/mp4",
  VideoWebm: "video/webm",
  VideoOgg: "video/ogg",
  VideoMpeg: "video/mpeg",
  VideoQuicktime: "video/quicktime",
  VideoXMsvideo: "video/x-msvideo",
  VideoXMatroska: "video/x-matroska",
  TextPlain: "text/plain",
  TextHtml: "text/html",
  TextCss: "text/css",
  TextCsv: "text/csv",
  TextMarkdown: "text/markdown",
  TextXPython: "text/x-python",
  ApplicationJavascript: "application/javascript",
  TextXTypescript: "text/x-typescript",
  ApplicationXYaml: "application/x-yaml",
  ApplicationPdf: "application/pdf",
  ApplicationMsword: "application/msword",
  ApplicationVndMsExcel: "application/vnd.ms-excel",
  ApplicationVndOpenxmlformatsOfficedocumentSpreadsheetmlSheet:
    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
  ApplicationZip: "application/zip",
  ApplicationJson: "application/json",
  ApplicationXml: "application/xml",
  ApplicationOctetStream: "application/octet-stream",
  ApplicationVndOpenxmlformatsOfficedocumentWordprocessingmlDocument:
    "application/vnd.openxmlformats-officedocument.wordprocessingml.document",
  ApplicationVndOpenxmlformatsOfficedocumentPresentationmlPresentation:
    "application/vnd.openxmlformats-officedocument.presentationml.presentation",
  ApplicationRtf: "application/rtf",
  ApplicationXNdjson: "application/x-ndjson",
  ApplicationVndApacheParquet: "application/vnd.apache.parquet",
  ApplicationGzip: "application/gzip",
  ApplicationXTar: "application/x-tar",
  ApplicationX7zCompressed: "application/x-7z-compressed",
} as const;
export type MediaContentType = (typeof MediaContentType)[keyof typeof MediaContentType];

export type GetMediaResponse = {
  mediaId: string;
  contentType: string;
  /** Bytes. */
  contentLength: number;
  uploadedAt: string;
  url: string;
  /** Until when `url` can be used; one hour by default. */
  urlExpiry: string;
};

export type PatchMediaBody = {
  /** ISO 8601. */
  uploadedAt: string;
  /** 0 to 999. */
  uploadHttpStatus: number;
  uploadHttpError?: (string | null) | undefined;
  /** Milliseconds. 0 to 9007199254740991. */
  uploadTimeMs?: (number | null) | undefined;
};

export type GetMediaUploadUrlRequest = {
  traceId?: (string | null) | undefined;
  observationId?: (string | null) | undefined;
  datasetId?: (string | null) | undefined;
  datasetItemId?: (string | null) | undefined;
  contentType: MediaContentType;
  /** Bytes. 1 to 1000000000. */
  contentLength: number;
  /** SHA-256 of the content, in base64. 44 to 44 characters. */
  sha256Hash: string;
  /** `input`, `output` or `metadata` of a trace; `input`, `expectedOutput` or `metadata` of a dataset item. */
  field: string;
};

export type GetMediaUploadUrlResponse = {
  /** Null when the service has this content already. */
  uploadUrl?: (string | null) | undefined;
  /** The first 22 characters of the hash, in the URL-safe alphabet. */
  mediaId: string;
};

export type Acknowledgement = { message: string };

export type MetricsV2Response = {
  /** One object per row: dimensions, `time_dimension` (the moment at which a step begins, in UTC) and `<aggregation>_<measure>`; numbers may be texts. */
  data: { [key: string]: unknown }[];
};

export const ModelUsageUnit = {
  Characters: "CHARACTERS",
  Tokens: "TOKENS",
  Milliseconds: "MILLISECONDS",
  Seconds: "SECONDS",
  Images: "IMAGES",
  Requests: "REQUESTS",
} as const;
export type ModelUsageUnit = (typeof ModelUsageUnit)[keyof typeof ModelUsageUnit];

export type ModelPrice = { price: number };

export const PricingTierOperator = { Gt: "gt", Gte: "gte", Lt: "lt", Lte: "lte", Eq: "eq", Neq: "neq" } as const;
export type PricingTierOperator = (typeof PricingTierOperator)[keyof typeof PricingTierOperator];

export const PricingTierAttributeSource = { ModelParameters: "model_parameters", Metadata: "metadata" } as const;
export type PricingTierAttributeSource = (typeof PricingTierAttributeSource)[keyof typeof PricingTierAttributeSource];

export type PricingTierUsageCondition = {
  /** Regular expression for usage types; the values of those it finds are added up. */
  usageDetailPattern: string;
  operator: PricingTierOperator;
  value: number;
  caseSensitive: boolean;
};

export type PricingTierAttributeCondition = {
  source: PricingTierAttributeSource;
  key: string;
  operator: "in";
  values: string[];
};

export type PricingTierCondition = PricingTierUsageCondition | PricingTierAttributeCondition;

export type PricingTier = {
  id: string;
  name: string;
  isDefault: boolean;
  priority: number;
  conditions: PricingTierCondition[];
  /** Price of one unit in USD, by usage type. */
  prices: { [key: string]: number };
};

export type PricingTierInput = {
  name: string;
  isDefault: boolean;
  priority: number;
  conditions: PricingTierCondition[];
  /** Price of one unit in USD, by usage type. */
  prices: { [key: string]: number };
};

export type Model = {
  id: string;
  modelName: string;
  matchPattern: string;
  startDate: string | null;
  unit?: (ModelUsageUnit | null) | undefined;
  inputPrice: number | null;
  outputPrice: number | null;
  totalPrice: number | null;
  tokenizerId: string | null;
  tokenizerConfig: unknown;
  /** True for a built-in model. */
  isSvcManaged: boolean;
  createdAt: string;
  prices: { [key: string]: ModelPrice };
  pricingTiers: PricingTier[];
};

/** Either prices or `pricingTiers` are given. */
export type CreateModelRequest = {
  modelName: string;
  /** Regular expression for the names this model is known by. */
  matchPattern: string;
  /** From when on the prices hold. ISO 8601. */
  startDate?: (string | null) | undefined;
  unit?: (ModelUsageUnit | null) | undefined;
  /** USD per unit. */
  inputPrice?: (number | null) | undefined;
  /** USD per unit. */
  outputPrice?: (number | null) | undefined;
  /** USD per unit; not together with the other two. */
  totalPrice?: (number | null) | undefined;
  pricingTiers?: (PricingTierInput[] | null) | undefined;
  /** `openai` or `claude`. */
  tokenizerId?: (string | null) | undefined;
  tokenizerConfig?: unknown;
};

export type PaginatedModels = { data: Model[]; meta: MetaResponse };

export type ObservationV2 = {
  id: string;
  traceId: string | null;
  startTime: string;
  endTime: string | null;
  projectId: string;
  parentObservationId: string | null;
  /** `SPAN`, `GENERATION`, `EVENT`, `AGENT`, `TOOL`, `CHAIN`, `RETRIEVER`, `EVALUATOR`, `EMBEDDING` or `GUARDRAIL`. */
  type: string;
  isRootObservation?: boolean | undefined;
  name?: (string | null) | undefined;
  level?: ObservationLevel | undefined;
  statusMessage?: (string | null) | undefined;
  version?: (string | null) | undefined;
  environment?: (string | null) | undefined;
  bookmarked?: boolean | undefined;
  public?: boolean | undefined;
  userId?: (string | null) | undefined;
  sessionId?: (string | null) | undefined;
  completionStartTime?: (string | null) | undefined;
  createdAt?: string | undefined;
  updatedAt?: string | undefined;
  input?: unknown;
  output?: unknown;
  metadata?: unknown;
  providedModelName?: (string | null) | undefined;
  internalModelId?: (string | null) | undefined;
  modelParameters?: unknown;
  usageDetails?: { [key: string]: number } | undefined;
  /** USD. */
  costDetails?: { [key: string]: number } | undefined;
  /** USD. */
  totalCost?: (number | null) | undefined;
  usagePricingTierName?: (string | null) | undefined;
  promptId?: (string | null) | undefined;
  promptName?: (string | null) | undefined;
  promptVersion?: (number | null) | undefined;
  /** Seconds. */
  latency?: (number | null) | undefined;
  /** Seconds. */
  timeToFirstToken?: (number | null) | undefined;
  modelId: string | null;
  /** Decimal text. */
  inputPrice: string | null;
  /** Decimal text. */
  outputPrice: string | null;
  /** Decimal text. */
  totalPrice: string | null;
  traceName?: (string | null) | undefined;
  tags?: (string[] | null) | undefined;
  release?: (string | null) | undefined;
};

export type ObservationsV2Meta = {
  /** Absent on the last page. */
  cursor?: string | undefined;
};

export type ObservationsV2Response = { data: ObservationV2[]; meta: ObservationsV2Meta };

export type OtelTraceRequest = { resourceSpans: OtelResourceSpan[] };

export type OtelResourceSpan = { resource?: OtelResource | undefined; scopeSpans?: OtelScopeSpan[] | undefined };

export type OtelResource = { attributes?: OtelAttribute[] | undefined };

export type OtelScopeSpan = { scope?: OtelScope | undefined; spans?: OtelSpan[] | undefined };

export type OtelScope = {
  name?: string | undefined;
  version?: string | undefined;
  attributes?: OtelAttribute[] | undefined;
};

export type OtelSpan = {
  /** 32 hexadecimal digits, or 16 bytes. */
  traceId?: unknown;
  /** 16 hexadecimal digits, or 8 bytes. */
  spanId?: unknown;
  parentSpanId?: unknown;
  name?: string | undefined;
  kind?: number | undefined;
  /** Nanoseconds since 1970, as text or number. */
  startTimeUnixNano?: unknown;
  endTimeUnixNano?: unknown;
  attributes?: OtelAttribute[] | undefined;
  status?: unknown;
};

export type OtelAttribute = { key?: string | undefined; value?: OtelAttributeValue | undefined };

export type OtelAttributeValue = {
  stringValue?: string | undefined;
  /** As text where a number is too small for it. */
  intValue?: (number | string) | undefined;
  doubleValue?: number | undefined;
  boolValue?: boolean | undefined;
};

/** Empty when all spans were stored, and stay. */
export type OtelTraceResponse = { partialSuccess?: OtelPartialSuccess | undefined };

export type OtelPartialSuccess = {
  /** Number of spans that were refused; 0 for a warning. */
  rejectedSpans?: string | undefined;
  /** Reasons of the refusals, and warnings. */
  errorMessage?: string | undefined;
};

export const MembershipRole = { Owner: "OWNER", Admin: "ADMIN", Member: "MEMBER", Viewer: "VIEWER" } as const;
export type MembershipRole = (typeof MembershipRole)[keyof typeof MembershipRole];

export type MembershipRequest = { userId: string; role: MembershipRole };

export type DeleteMembershipRequest = { userId: string };

export type MembershipResponse = { userId: string; role: MembershipRole; email: string; name: string };

export type MembershipDeletionResponse = { message: string; userId: string };

export type MembershipsResponse = { memberships: MembershipResponse[] };

export type OrganizationProject = {
  id: string;
  name: string;
  metadata?: { [key: string]: unknown } | undefined;
  createdAt: string;
  updatedAt: string;
};

export type OrganizationProjectsResponse = { projects: OrganizationProject[] };

export type OrganizationApiKey = {
  id: string;
  createdAt: string;
  expiresAt?: (string | null) | undefined;
  lastUsedAt?: (string | null) | undefined;
  note?: (string | null) | undefined;
  publicKey: string;
  /** The secret key, masked. */
  displaySecretKey: string;
};

export type OrganizationApiKeysResponse = { apiKeys: OrganizationApiKey[] };

export type Organization = { id: string; name: string };

export type Project = {
  id: string;
  name: string;
  organization: Organization;
  metadata: { [key: string]: unknown };
  /** 0 or absent: for ever. */
  retentionDays?: (number | null) | undefined;
};

export type Projects = { data: Project[] };

export type CreateProjectRequest = {
  /** Unique in the organization. 3 to 60 characters. */
  name: string;
  metadata?: ({ [key: string]: unknown } | null) | undefined;
  /** Days data is kept: 0 for ever, else from 3 to 99,999. 0 to 99999. */
  retention: number;
};

export type UpdateProjectRequest = {
  /** Unique in the organization. 3 to 60 characters. */
  name: string;
  metadata?: ({ [key: string]: unknown } | null) | undefined;
  /** Days data is kept: 0 for ever, else from 3 to 99,999. 0 to 99999. */
  retention?: number | undefined;
};

export type ProjectDeletionResponse = { success: boolean; message: string };

export type ApiKeySummary = {
  id: string;
  createdAt: string;
  expiresAt?: (string | null) | undefined;
  lastUsedAt?: (string | null) | undefined;
  note?: (string | null) | undefined;
  publicKey: string;
  /** The secret key, masked. */
  displaySecretKey: string;
};

export type ApiKeyList = { apiKeys: ApiKeySummary[] };

export type CreateApiKeyRequest = {
  note?: (string | null) | undefined;
  /** Given together with `secretKey` or not at all; starts with `pk-`. */
  publicKey?: string | undefined;
  /** Given together with `publicKey` or not at all; starts with `sk-`. */
  secretKey?: string | undefined;
};

export type ApiKeyResponse = {
  id: string;
  createdAt: string;
  publicKey: string;
  /** Never given again. */
  secretKey: string;
  displaySecretKey: string;
  note?: (string | null) | undefined;
};

export type ApiKeyDeletionResponse = { success: boolean };

export type UpdatePromptRequest = { newLabels: string[] };

export const PromptType = { Chat: "chat", Text: "text" } as const;
export type PromptType = (typeof PromptType)[keyof typeof PromptType];

export const CreateChatPromptType = { Chat: "chat" } as const;
export type CreateChatPromptType = (typeof CreateChatPromptType)[keyof typeof CreateChatPromptType];

export const CreateTextPromptType = { Text: "text" } as const;
export type CreateTextPromptType = (typeof CreateTextPromptType)[keyof typeof CreateTextPromptType];

export const ChatMessageType = { Chatmessage: "chatmessage" } as const;
export type ChatMessageType = (typeof ChatMessageType)[keyof typeof ChatMessageType];

export const PlaceholderMessageType = { Placeholder: "placeholder" } as const;
export type PlaceholderMessageType = (typeof PlaceholderMessageType)[keyof typeof PlaceholderMessageType];

export type ChatMessage = { role: string; content: string; type?: ChatMessageType | undefined };

/** Place of messages that are inserted when the prompt is used. */
export type PlaceholderMessage = { name: string; type?: PlaceholderMessageType | undefined };

export type ChatMessageWithPlaceholders = ChatMessage | PlaceholderMessage;

export type BasePrompt = {
  name: string;
  version: number;
  config: unknown;
  labels: string[];
  tags: string[];
  commitMessage?: (string | null) | undefined;
  /** Which prompts were put in; null when none were. */
  resolutionGraph?: ({ [key: string]: unknown } | null) | undefined;
  id?: string | undefined;
  createdAt?: string | undefined;
  updatedAt?: string | undefined;
  projectId?: string | undefined;
  createdBy?: string | undefined;
  isActive?: (boolean | null) | undefined;
};

export type TextPrompt = BasePrompt & { type: "text"; prompt: string };

export type ChatPrompt = BasePrompt & { type: "chat"; prompt: ChatMessageWithPlaceholders[] };

export type Prompt = ChatPrompt | TextPrompt;

export type PromptMeta = {
  name: string;
  type: PromptType;
  versions: number[];
  labels: string[];
  tags: string[];
  lastUpdatedAt: string;
  /** Of the newest version that matches. */
  lastConfig: unknown;
};

export type PromptMetaListResponse = {
  data: PromptMeta[];
  meta: MetaResponse;
  /** A copy of `meta`. */
  pagination?: MetaResponse | undefined;
};

export type CreateChatPromptRequest = {
  /** Folders by `/`, but none at either end and no two in a row; no HTML, no `|`. */
  name: string;
  prompt: ChatMessageWithPlaceholders[];
  type: CreateChatPromptType;
  config?: unknown;
  /** Taken from the other versions; `latest` is set by the service. Default: `[]`. */
  labels?: string[] | undefined;
  /** Of all versions; those of the version before when not given. */
  tags?: (string[] | null) | undefined;
  /** 0 to 500 characters. */
  commitMessage?: (string | null) | undefined;
};

export type CreateTextPromptRequest = {
  /** Folders by `/`, but none at either end and no two in a row; no HTML, no `|`. */
  name: string;
  prompt: string;
  type?: CreateTextPromptType | undefined;
  config?: unknown;
  /** Taken from the other versions; `latest` is set by the service. Default: `[]`. */
  labels?: string[] | undefined;
  /** Of all versions; those of the version before when not given. */
  tags?: (string[] | null) | undefined;
  /** 0 to 500 characters. */
  commitMessage?: (string | null) | undefined;
};

export type CreatePromptRequest = CreateChatPromptRequest | CreateTextPromptRequest;

export type ScimFeatureSupport = { supported: boolean };

export type BulkConfig = { supported: boolean; maxOperations: number; maxPayloadSize: number };

export type FilterConfig = { supported: boolean; maxResults: number };

export type ResourceMeta = {
  resourceType: string;
  /** Path of the resource. */
  location: string;
};

export type AuthenticationScheme = {
  name: string;
  description: string;
  specUri: string;
  type: string;
  primary: boolean;
};

export type ServiceProviderConfig = {
  schemas: string[];
  documentationUri: string;
  patch: ScimFeatureSupport;
  bulk: BulkConfig;
  filter: FilterConfig;
  changePassword: ScimFeatureSupport;
  sort: ScimFeatureSupport;
  etag: ScimFeatureSupport;
  authenticationSchemes: AuthenticationScheme[];
  meta: ResourceMeta;
};

export type SchemaExtension = { schema: string; required: boolean };

export type ResourceType = {
  schemas?: string[] | undefined;
  id: string;
  name: string;
  endpoint: string;
  description: string;
  schema: string;
  schemaExtensions: SchemaExtension[];
  meta: ResourceMeta;
};

export type ResourceTypesResponse = { schemas: string[]; totalResults: number; Resources: ResourceType[] };

export type SchemaResource = {
  schemas?: string[] | undefined;
  id: string;
  name: string;
  description: string;
  attributes: unknown[];
  meta: ResourceMeta;
};

export type SchemasResponse = { schemas: string[]; totalResults: number; Resources: SchemaResource[] };

export type ScimName = { formatted?: string | undefined };

export type ScimEmail = { primary: boolean; value: string; type: string };

export type UserMeta = {
  resourceType: string;
  created?: (string | null) | undefined;
  lastModified?: (string | null) | undefined;
  /** Path of the user. */
  location?: string | undefined;
};

export type ScimUser = {
  /** `urn:ietf:params:scim:schemas:core:2.0:User` */
  schemas: string[];
  id: string;
  /** Id of the user at the identity provider. */
  externalId?: string | undefined;
  /** The e-mail address. */
  userName: string;
  name: ScimName;
  displayName?: string | undefined;
  /** False for a user whom the identity provider has deactivated. */
  active?: boolean | undefined;
  emails: ScimEmail[];
  roles?: ScimRole[] | undefined;
  meta: UserMeta;
};

export type ScimUsersListResponse = {
  /** `urn:ietf:params:scim:api:messages:2.0:ListResponse` */
  schemas: string[];
  totalResults: number;
  startIndex: number;
  itemsPerPage: number;
  Resources: ScimUser[];
};

export type ScimRole = { value: string; primary?: boolean | undefined };

/** User as identity providers send it. Names of attributes have no case; attributes beside these are taken and not kept. */
export type CreateUserRequest = {
  /** The e-mail address with which the user signs in. Compared without case and spaces around it. */
  userName: string;
  name?: ScimName | undefined;
  /** Id of the user at the identity provider. */
  externalId?: (string | null) | undefined;
  /** False to deactivate the user, also as the text `False`. Without it, a new user is active. */
  active?: (boolean | string) | undefined;
  displayName?: (string | null) | undefined;
  /** Roles in the organization, of which the highest counts. Without any, a new user is MEMBER. */
  roles?: (string | ScimRole)[] | undefined;
};

export type ScimPatchRequest = {
  /** `urn:ietf:params:scim:api:messages:2.0:PatchOp` */
  schemas?: string[] | undefined;
  Operations: ScimPatchOperation[];
};

export type ScimPatchOperation = {
  /** `add`, `replace` or `remove`, in any case. */
  op: string;
  /** Attribute. Without it, the value is an object of attributes. */
  path?: (string | null) | undefined;
  /** New value of the attribute. */
  value?: unknown;
};

/** Nothing but success. */
export type EmptyResponse = Record<string, never>;

export const ScoreConfigDataType = {
  Numeric: "NUMERIC",
  Boolean: "BOOLEAN",
  Categorical: "CATEGORICAL",
  Text: "TEXT",
} as const;
export type ScoreConfigDataType = (typeof ScoreConfigDataType)[keyof typeof ScoreConfigDataType];

export type ConfigCategory = { value: number; label: string };

export type ScoreConfig = {
  id: string;
  name: string;
  createdAt: string;
  updatedAt: string;
  projectId: string;
  dataType: ScoreConfigDataType;
  /** An archived config takes no new scores. */
  isArchived: boolean;
  minValue?: (number | null) | undefined;
  maxValue?: (number | null) | undefined;
  categories?: (ConfigCategory[] | null) | undefined;
  description?: (string | null) | undefined;
};

export type ScoreConfigs = { data: ScoreConfig[]; meta: MetaResponse };

export type CreateScoreConfigRequest = {
  /** 1 to 35 characters. */
  name: string;
  dataType: ScoreConfigDataType;
  /** For `CATEGORICAL` only; labels and values are unique. `BOOLEAN` has True (1) and False (0) by itself. */
  categories?: (ConfigCategory[] | null) | undefined;
  /** For `NUMERIC` only; at most `maxValue`. */
  minValue?: (number | null) | undefined;
  /** For `NUMERIC` only. */
  maxValue?: (number | null) | undefined;
  description?: (string | null) | undefined;
};

/** At least one field is given. */
export type UpdateScoreConfigRequest = {
  isArchived?: boolean | undefined;
  /** 1 to 35 characters. */
  name?: string | undefined;
  /** For `CATEGORICAL` only; labels and values are unique. `BOOLEAN` has True (1) and False (0) by itself. */
  categories?: (ConfigCategory[] | null) | undefined;
  /** For `NUMERIC` only; at most `maxValue`. */
  minValue?: (number | null) | undefined;
  /** For `NUMERIC` only. */
  maxValue?: (number | null) | undefined;
  description?: (string | null) | undefined;
};

export type ScoreSubjectTraceV3 = { kind: "trace"; id: string };

export type ScoreSubjectObservationV3 = { kind: "observation"; id: string; traceId?: (string | null) | undefined };

export type ScoreSubjectSessionV3 = { kind: "session"; id: string };

export type ScoreSubjectExperimentV3 = { kind: "experiment"; id: string };

/** Target of a score. */
export type ScoreSubjectV3 =
  | ScoreSubjectTraceV3
  | ScoreSubjectObservationV3
  | ScoreSubjectSessionV3
  | ScoreSubjectExperimentV3;

/** Writer of a score; null for one that was stored before the service kept it. */
export type ScoreWriterV3 = {
  kind: "PUBLIC_KEY" | "KEY_PAIR" | "PERSON";
  /** The public key, or the id of the member. */
  id: string | null;
} | null;

/** A value that another replaced. Of a text, the first 2,000 characters are kept. */
export type ReplacedScoreV3 = {
  name: string;
  value: number | string | boolean;
  dataType: ScoreDataType;
  comment: string | null;
  source: ScoreSource;
  authorUserId: string | null;
  writtenBy: ScoreWriterV3;
  timestamp: string;
  replacedAt: string;
};

export type BaseScoreV3 = {
  id: string;
  projectId: string;
  name: string;
  source: ScoreSource;
  timestamp: string;
  environment: string;
  createdAt: string;
  updatedAt: string;
  /** Group `details`. */
  comment?: (string | null) | undefined;
  /** Group `details`. */
  configId?: (string | null) | undefined;
  /** Group `details`. */
  metadata?: { [key: string]: unknown } | undefined;
  /** Group `annotation`. */
  authorUserId?: (string | null) | undefined;
  /** Group `annotation`. */
  queueId?: (string | null) | undefined;
  /** Group `subject`. */
  subject?: ScoreSubjectV3 | undefined;
  /** Group `history`. */
  writtenBy?: ScoreWriterV3 | undefined;
  /** Group `history`: the replaced values, the latest first, at most 20. */
  history?: ReplacedScoreV3[] | undefined;
};

export type NumericScoreV3 = BaseScoreV3 & { dataType: "NUMERIC"; value: number };

export type BooleanScoreV3 = BaseScoreV3 & { dataType: "BOOLEAN"; value: boolean };

export type CategoricalScoreV3 = BaseScoreV3 & { dataType: "CATEGORICAL"; value: string };

export type TextScoreV3 = BaseScoreV3 & { dataType: "TEXT"; value: string };

export type CorrectionScoreV3 = BaseScoreV3 & { dataType: "CORRECTION"; value: string };

export type ScoreV3 = NumericScoreV3 | BooleanScoreV3 | CategoricalScoreV3 | TextScoreV3 | CorrectionScoreV3;

export type GetScoresV3Meta = {
  limit: number;
  /** Absent on the last page. */
  cursor?: string | undefined;
};

export type GetScoresV3Response = { data: ScoreV3[]; meta: GetScoresV3Meta };

export const CreateScoreSource = { Api: "API", Annotation: "ANNOTATION" } as const;
export type CreateScoreSource = (typeof CreateScoreSource)[keyof typeof CreateScoreSource];

/** Has exactly one target: a trace (and an observation in it), a session or an experiment. */
export type CreateScoreRequest = {
  /** A score with this id is replaced; made by the service when empty or not given. */
  id?: (string | null) | undefined;
  /** The trace that is scored. */
  traceId?: (string | null) | undefined;
  /** The session that is scored. */
  sessionId?: (string | null) | undefined;
  /** The observation that is scored; needs `traceId`. */
  observationId?: (string | null) | undefined;
  /** The experiment that is scored. */
  datasetRunId?: (string | null) | undefined;
  /** With `configId` the name of the config. */
  name: string;
  /** A number for `NUMERIC`, 0 or 1 for `BOOLEAN`, a text for the others; of 1 to 500 characters for `TEXT`. */
  value: number | string;
  comment?: (string | null) | undefined;
  metadata?: unknown;
  /** Default: `default`. */
  environment?: (string | null) | undefined;
  queueId?: (string | null) | undefined;
  /** Default: that of the config; else `NUMERIC` for a number and `CATEGORICAL` for a text. */
  dataType?: (ScoreDataType | null) | undefined;
  /** The score config the score follows. */
  configId?: (string | null) | undefined;
  /** A member of the organization, whose judgement the score is. For a person who is signed in, always that person. */
  authorUserId?: (string | null) | undefined;
  /** Default: `API`. `ANNOTATION` needs `configId`, unless the score is a correction. */
  source?: (CreateScoreSource | null) | undefined;
  /** When the score was given; default: when it arrives. ISO 8601. */
  timestamp?: (string | null) | undefined;
};

export type CreateScoresRequest = CreateScoreRequest | CreateScoreRequest[];

/** The answer to one score. */
export type CreateScoreResponse = { id: string };

/** All scores of a list were taken. */
export type CreateScoreBatchResponse = { message: string };

export type CreateScoreBatchError = {
  /** Which score, and why it was not taken. */
  message: string;
};

/** Some scores of a list were not taken. */
export type CreateScoreBatchResults = { accepted: number; rejected: number; errors: CreateScoreBatchError[] };

/** Look for `id` in it before reading that. */
export type CreateScoresResponse = CreateScoreResponse | CreateScoreBatchResponse | CreateScoreBatchResults;

export type DeleteScoreResponse = { message: string };

export type DeleteTracesRequest = {
  /** 1 to 1000 items. */
  traceIds: string[];
};

export type DeleteTraceResponse = { message: string };

export const DashboardWidgetView = {
  Observations: "observations",
  ScoresNumeric: "scores-numeric",
  ScoresBoolean: "scores-boolean",
  ScoresCategorical: "scores-categorical",
} as const;
export type DashboardWidgetView = (typeof DashboardWidgetView)[keyof typeof DashboardWidgetView];

/** `traces` is only read, never written. */
export const DashboardWidgetViewWithLegacy = {
  Observations: "observations",
  ScoresNumeric: "scores-numeric",
  ScoresBoolean: "scores-boolean",
  ScoresCategorical: "scores-categorical",
  Traces: "traces",
} as const;
export type DashboardWidgetViewWithLegacy =
  (typeof DashboardWidgetViewWithLegacy)[keyof typeof DashboardWidgetViewWithLegacy];

export const DashboardWidgetChartType = {
  LineTimeSeries: "LINE_TIME_SERIES",
  AreaTimeSeries: "AREA_TIME_SERIES",
  BarTimeSeries: "BAR_TIME_SERIES",
  HorizontalBar: "HORIZONTAL_BAR",
  VerticalBar: "VERTICAL_BAR",
  Pie: "PIE",
  Number: "NUMBER",
  Histogram: "HISTOGRAM",
  PivotTable: "PIVOT_TABLE",
} as const;
export type DashboardWidgetChartType = (typeof DashboardWidgetChartType)[keyof typeof DashboardWidgetChartType];

export const DashboardWidgetMetricAggregation = {
  Sum: "sum",
  Avg: "avg",
  Count: "count",
  Max: "max",
  Min: "min",
  P50: "p50",
  P75: "p75",
  P90: "p90",
  P95: "p95",
  P99: "p99",
  Histogram: "histogram",
  Uniq: "uniq",
} as const;
export type DashboardWidgetMetricAggregation =
  (typeof DashboardWidgetMetricAggregation)[keyof typeof DashboardWidgetMetricAggregation];

export type DashboardWidgetDimension = { field: string };

export type DashboardWidgetMetric = { measure: string; agg: DashboardWidgetMetricAggregation };

export type DashboardWidgetFilter = {
  column: string;
  operator: string;
  type: string;
  value?: unknown;
  key?: string | undefined;
};

export const DashboardWidgetSortOrder = { Asc: "ASC", Desc: "DESC" } as const;
export type DashboardWidgetSortOrder = (typeof DashboardWidgetSortOrder)[keyof typeof DashboardWidgetSortOrder];

export type DashboardWidgetDefaultSort = { column: string; order: DashboardWidgetSortOrder };

export type DashboardWidgetChartConfig = {
  type: DashboardWidgetChartType;
  row_limit?: number | undefined;
  show_value_labels?: boolean | undefined;
  bins?: number | undefined;
  defaultSort?: DashboardWidgetDefaultSort | undefined;
};

export type DashboardWidgetChartConfigInput = {
  /** Default: `chartType`. */
  type?: DashboardWidgetChartType | undefined;
  row_limit?: number | undefined;
  show_value_labels?: boolean | undefined;
  bins?: number | undefined;
  defaultSort?: DashboardWidgetDefaultSort | undefined;
};

export type DashboardWidget = {
  id: string;
  createdAt: string;
  updatedAt: string;
  name: string;
  description: string;
  view: DashboardWidgetViewWithLegacy;
  dimensions: DashboardWidgetDimension[];
  metrics: DashboardWidgetMetric[];
  filters: DashboardWidgetFilter[];
  chartType: DashboardWidgetChartType;
  chartConfig: DashboardWidgetChartConfig;
};

export type DashboardWidgetList = { data: DashboardWidget[]; meta: MetaResponse };

export type CreateDashboardWidgetRequest = {
  name: string;
  description?: string | undefined;
  view: DashboardWidgetView;
  dimensions: DashboardWidgetDimension[];
  metrics: DashboardWidgetMetric[];
  filters: DashboardWidgetFilter[];
  chartType: DashboardWidgetChartType;
  chartConfig?: DashboardWidgetChartConfigInput | undefined;
};

/** At least one field is given. */
export type UpdateDashboardWidgetRequest = {
  name?: string | undefined;
  description?: string | undefined;
  view?: DashboardWidgetView | undefined;
  dimensions?: DashboardWidgetDimension[] | undefined;
  metrics?: DashboardWidgetMetric[] | undefined;
  filters?: DashboardWidgetFilter[] | undefined;
  chartType?: DashboardWidgetChartType | undefined;
  chartConfig?: DashboardWidgetChartConfigInput | undefined;
};

export type DeleteDashboardWidgetResponse = { message: string };

export type WidgetPlacement = {
  type: "widget";
  id: string;
  widgetId: string;
  x: number;
  y: number;
  width: number;
  height: number;
};

export type PresetPlacement = {
  type: "preset";
  id: string;
  presetId: string;
  x: number;
  y: number;
  width: number;
  height: number;
};

export type DashboardPlacement = WidgetPlacement | PresetPlacement;

export type CreateWidgetPlacement = {
  type: "widget";
  id?: string | undefined;
  widgetId: string;
  x?: number | undefined;
  y?: number | undefined;
  width?: number | undefined;
  height?: number | undefined;
};

export type CreatePresetPlacement = {
  type: "preset";
  id?: string | undefined;
  presetId: string;
  x?: number | undefined;
  y?: number | undefined;
  width?: number | undefined;
  height?: number | undefined;
};

export type CreateDashboardPlacementRequest = CreateWidgetPlacement | CreatePresetPlacement;

export type UpdateDashboardPlacementRequest = {
  x?: number | undefined;
  y?: number | undefined;
  width?: number | undefined;
  height?: number | undefined;
};

export type DeleteDashboardPlacementResponse = { message: string };

export type DashboardDefinition = { widgets: DashboardPlacement[] };

export type Dashboard = {
  id: string;
  createdAt: string;
  updatedAt: string;
  name: string;
  description: string;
  definition: DashboardDefinition;
  filters: DashboardWidgetFilter[];
};

export type DashboardList = { data: Dashboard[]; meta: MetaResponse };

export type CreateDashboardRequest = {
  name: string;
  /** Default: `""`. */
  description?: string | undefined;
  definition?: DashboardDefinition | undefined;
  filters?: DashboardWidgetFilter[] | undefined;
};

/** At least one field is given. */
export type UpdateDashboardRequest = {
  name?: string | undefined;
  description?: string | undefined;
  definition?: DashboardDefinition | undefined;
  filters?: DashboardWidgetFilter[] | undefined;
};

export type DeleteDashboardResponse = { message: string };

export type SkillMeta = {
  name: string;
  description: string;
  tags: string[];
  latestVersion: number;
  latestVersionCreatedAt: string;
  latestVersionLastUpdatedAt: string;
  productionVersion: number | null;
};

export type SkillListMeta = {
  page: number;
  limit: number;
  totalItems: number;
  totalPages: number;
  hasNextPage: boolean;
};

export type SkillList = { data: SkillMeta[]; meta: SkillListMeta };

export type SkillFile = {
  id: string;
  path: string;
  blobId: string;
  /** In base64. */
  sha256Hash: string;
  contentType: string;
  /** Bytes. */
  contentLength: number;
};

export type SkillVersion = {
  id: string;
  createdAt: string;
  updatedAt: string;
  projectId: string;
  createdBy: string;
  name: string;
  description: string;
  tags: string[];
  frontmatter: unknown;
  version: number;
  labels: string[];
  commitMessage: string | null;
  files: SkillFile[];
};

export type SkillFileWithContent = { path: string; content: string };

export type SkillFileWithHash = {
  path: string;
  /** Of a file the project has already. */
  sha256Hash: string;
};

export type SkillFileInput = SkillFileWithContent | SkillFileWithHash;

export type CreateSkillVersionRequest = {
  /** One of them is `SKILL.md`; its frontmatter has the name and the description. */
  files: SkillFileInput[];
  commitMessage?: (string | null) | undefined;
};

export type UpdateSkillRequest = { tags: string[] };

export type SetSkillLabelsRequest = { labels: string[] };

export type SkillFileContent = { sha256Hash: string; content: string };

export type SkillFileContentList = { data: SkillFileContent[] };

export type DeleteSkillVersionResponse = { deleted: boolean };

export type GetAnnotationQueuesRequest = {
  /** Number of the page, from 1. Default: `1`. */
  page?: number | undefined;
  /** Highest number of results. 1 to 100. Default: `50`. */
  limit?: number | undefined;
};

export type GetAnnotationQueueItemsRequest = {
  status?: AnnotationQueueStatus | undefined;
  /** Number of the page, from 1. Default: `1`. */
  page?: number | undefined;
  /** Highest number of results. 1 to 100. Default: `50`. */
  limit?: number | undefined;
};

export type GetCommentsRequest = {
  /** Number of the page, from 1. Default: `1`. */
  page?: number | undefined;
  /** Highest number of results. 1 to 100. Default: `50`. */
  limit?: number | undefined;
  objectType?: CommentObjectType | undefined;
  /** Needs `objectType`. */
  objectId?: string | undefined;
  authorUserId?: string | undefined;
};

export type GetDatasetItemsRequest = {
  datasetName?: string | undefined;
  sourceTraceId?: string | undefined;
  sourceObservationId?: string | undefined;
  /** The items as they were then; needs `datasetName`. ISO 8601. */
  version?: string | undefined;
  /** Number of the page, from 1. Default: `1`. */
  page?: number | undefined;
  /** Highest number of results. 1 to 100. Default: `50`. */
  limit?: number | undefined;
};

export type GetDatasetsRequest = {
  /** Number of the page, from 1. Default: `1`. */
  page?: number | undefined;
  /** Highest number of results. 1 to 100. Default: `50`. */
  limit?: number | undefined;
};

export type ListEvaluationRulesRequest = {
  /** Highest number of results. 1 to 100. Default: `50`. */
  limit?: number | undefined;
  /** `meta.cursor` of the answer before, for what comes after it. */
  cursor?: string | undefined;
};

export type ListEvaluatorsRequest = {
  /** Highest number of results. 1 to 100. Default: `50`. */
  limit?: number | undefined;
  /** `meta.cursor` of the answer before, for what comes after it. */
  cursor?: string | undefined;
};

export type ListEvaluatorVersionsRequest = {
  /** Highest number of results. 1 to 100. Default: `50`. */
  limit?: number | undefined;
  /** `meta.cursor` of the answer before, for what comes after it. */
  cursor?: string | undefined;
};

export type ListExperimentsRequest = {
  /** Groups, separated by commas: `core`, `metadata`, `scores`. Default: `core`. */
  fields?: string | undefined;
  /** Highest number of results. 1 to 100. Default: `50`. */
  limit?: number | undefined;
  /** `meta.cursor` of the answer before, for what comes after it. */
  cursor?: string | undefined;
  /** Number of scores per experiment. 1 to 50. Default: `50`. */
  scoreLimit?: number | undefined;
  /** ISO 8601. */
  fromStartTime: string;
  /** ISO 8601. */
  toStartTime?: string | undefined;
  /** Ids, separated by commas. */
  id?: string | undefined;
  /** Names, separated by commas. */
  name?: string | undefined;
  /** Ids, separated by commas. */
  datasetId?: string | undefined;
  /** JSON list of filters on `id`, `name`, `datasetId`. */
  filter?: string | undefined;
};

export type ListExperimentItemsRequest = {
  /** Groups, separated by commas: `core`, `dataset`, `io`, `metadata`, `itemMetadata`, `experimentMetadata`, `scores`. Default: `core,dataset`. */
  fields?: string | undefined;
  /** Highest number of results. 1 to 100. Default: `50`. */
  limit?: number | undefined;
  /** `meta.cursor` of the answer before, for what comes after it. */
  cursor?: string | undefined;
  /** Number of scores per item. 1 to 50. Default: `50`. */
  scoreLimit?: number | undefined;
  /** ISO 8601. */
  fromStartTime: string;
  /** ISO 8601. */
  toStartTime?: string | undefined;
  /** Ids, separated by commas. */
  experimentId?: string | undefined;
  /** Names, separated by commas. */
  experimentName?: string | undefined;
  /** Ids, separated by commas. */
  experimentItemId?: string | undefined;
  /** Ids, separated by commas. */
  datasetId?: string | undefined;
  /** JSON list of filters on `experimentId`, `experimentName`, `experimentItemId`, `datasetId`. */
  filter?: string | undefined;
};

export type GetLlmConnectionsRequest = {
  /** Number of the page, from 1. Default: `1`. */
  page?: number | undefined;
  /** Highest number of results. 1 to 100. Default: `50`. */
  limit?: number | undefined;
};

export type GetMetricsV2Request = {
  /** JSON text: `view`, `metrics`, `dimensions`, `filters`, `timeDimension`, `fromTimestamp`, `toTimestamp`, `orderBy`, `config`. `timeDimension` is `{granularity, timezone}`: steps of the time, which are minutes, hours, days, weeks from Monday, or months of an IANA time zone such as `Europe/Berlin` (default UTC). Another key is an error. */
  query: string;
};

export type GetModelsRequest = {
  /** Number of the page, from 1. Default: `1`. */
  page?: number | undefined;
  /** Highest number of results. 1 to 100. Default: `50`. */
  limit?: number | undefined;
};

export type GetObservationsV2Request = {
  /** Groups, separated by commas: `core`, `basic`, `time`, `io`, `metadata`, `model`, `usage`, `prompt`, `metrics`, `trace_context`. Default: `core,basic`. */
  fields?: string | undefined;
  /** Keys, separated by commas, whose values are not cut to 200 characters. */
  expandMetadata?: string | undefined;
  /** Highest number of results. 0 to 1000. Default: `50`. */
  limit?: number | undefined;
  /** `meta.cursor` of the answer before, for what comes after it. */
  cursor?: string | undefined;
  /** True is refused: input and output are texts. Default: `false`. */
  parseIoAsJson?: boolean | undefined;
  name?: string | undefined;
  userId?: string | undefined;
  sessionId?: string | undefined;
  type?: string | undefined;
  traceId?: string | undefined;
  level?: ObservationLevel | undefined;
  /** Empty for those without a parent. */
  parentObservationId?: string | undefined;
  isRootObservation?: boolean | undefined;
  /** One, or several as repeated keys. */
  environment?: (string | string[]) | undefined;
  /** ISO 8601. */
  fromStartTime?: string | undefined;
  /** ISO 8601. */
  toStartTime?: string | undefined;
  version?: string | undefined;
  /** JSON list of filters; stronger than the parameter of the same column. */
  filter?: string | undefined;
};

export type GetPromptRequest = {
  /** Not together with `label`. */
  version?: number | undefined;
  /** Not together with `version`. */
  label?: string | undefined;
  /** True to insert the prompts that it refers to. Default: `true`. */
  resolve?: boolean | undefined;
};

export type DeletePromptRequest = { label?: string | undefined; version?: number | undefined };

export type ListPromptsMetaRequest = {
  name?: string | undefined;
  label?: string | undefined;
  tag?: string | undefined;
  /** Number of the page, from 1. Default: `1`. */
  page?: number | undefined;
  /** Highest number of results. 1 to 100. Default: `10`. */
  limit?: number | undefined;
  /** ISO 8601. */
  fromUpdatedAt?: string | undefined;
  /** ISO 8601. */
  toUpdatedAt?: string | undefined;
};

export type ListUsersRequest = {
  /** `userName eq "…"` (in any case), `externalId eq "…"`, `id eq "…"`, or `emails[type eq "work"].value eq "…"`. */
  filter?: string | undefined;
  /** Number of the first user, from 1. A smaller one is 1. Default: `1`. */
  startIndex?: number | undefined;
  /** Highest number of results, at most 100. A negative one is 0. Default: `100`. */
  count?: number | undefined;
};

export type GetScoreConfigsRequest = {
  /** Number of the page, from 1. Default: `1`. */
  page?: number | undefined;
  /** Highest number of results. 1 to 100. Default: `50`. */
  limit?: number | undefined;
};

export type GetScoresV3Request = {
  /** Highest number of results. 1 to 100. Default: `50`. */
  limit?: number | undefined;
  /** `meta.cursor` of the answer before, for what comes after it. */
  cursor?: string | undefined;
  /** Groups beyond the core, separated by commas: `details`, `subject`, `annotation`, `history`. */
  fields?: string | undefined;
  /** Separated by commas. */
  id?: string | undefined;
  /** Separated by commas. */
  name?: string | undefined;
  /** Separated by commas. */
  source?: string | undefined;
  /** Separated by commas. */
  dataType?: string | undefined;
  /** Separated by commas. */
  environment?: string | undefined;
  /** Separated by commas. */
  configId?: string | undefined;
  /** Separated by commas. */
  queueId?: string | undefined;
  /** Separated by commas. */
  authorUserId?: string | undefined;
  /** Separated by commas; needs one `dataType` of `NUMERIC`, `BOOLEAN`, `CATEGORICAL`. */
  value?: string | undefined;
  /** Needs `dataType=NUMERIC`. */
  valueMin?: number | undefined;
  /** Needs `dataType=NUMERIC`. */
  valueMax?: number | undefined;
  /** Separated by commas. */
  traceId?: string | undefined;
  /** Separated by commas. */
  sessionId?: string | undefined;
  /** Separated by commas; needs `traceId`. */
  observationId?: string | undefined;
  /** Separated by commas. */
  experimentId?: string | undefined;
  /** ISO 8601. */
  fromTimestamp?: string | undefined;
  /** ISO 8601. */
  toTimestamp?: string | undefined;
};

export type ListDashboardWidgetsRequest = {
  /** Number of the page, from 1. Default: `1`. */
  page?: number | undefined;
  /** Highest number of results. 1 to 100. Default: `50`. */
  limit?: number | undefined;
};

export type ListDashboardsRequest = {
  /** Number of the page, from 1. Default: `1`. */
  page?: number | undefined;
  /** Highest number of results. 1 to 100. Default: `50`. */
  limit?: number | undefined;
};

export type ListSkillsRequest = {
  name?: string | undefined;
  search?: string | undefined;
  tag?: string | undefined;
  /** Number of the page, from 1. Default: `1`. */
  page?: number | undefined;
  /** Highest number of results. 1 to 100. Default: `50`. */
  limit?: number | undefined;
  /** ISO 8601. */
  fromUpdatedAt?: string | undefined;
  /** ISO 8601. */
  toUpdatedAt?: string | undefined;
};

export type GetSkillRequest = {
  /** Not together with `label`. */
  version?: number | undefined;
  /** Not together with `version`. */
  label?: string | undefined;
};

export type GetSkillFileContentRequest = {
  /** 1 to 50 hashes, separated by commas. */
  sha256Hashes: string;
};
