import * as api from "@svc/core/api";
import { createRequire } from "node:module";
import { describe, expect, it } from "vitest";
import { SERVICE_VERSION } from "../../src/server/api/service-version.ts";

interface Operation {
  operationId: string;
  tags: string[];
  parameters?: Array<{ $ref?: string; schema?: object }>;
  responses: Record<string, unknown>;
}

interface Document {
  openapi: string;
  info: { version: string };
  tags: Array<{ name: string }>;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, { enum?: string[] }> };
}

interface Validator {
  addVocabulary(keywords: string[]): void;
  addSchema(schema: object, name: string): void;
  compile(schema: object): unknown;
  validate(schema: object, value: unknown): boolean;
}

const document = createRequire(import.meta.url)("@svc/core/openapi.json") as Document;
const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));

/** Loads the service's libraries, so that the validator is the one of the service. */
const service = createRequire(new URL("../../src/server/package.json", import.meta.url));
const { default: Ajv2020 } = service("ajv/dist/2020") as { default: new (options: object) => Validator };
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, formats: { name: true, text: true } });
(service("ajv-formats") as (target: Validator) => void)(ajv);
ajv.addVocabulary(Object.keys(document));
ajv.addSchema(document, "openapi");

const isValid = (name: string, value: unknown): boolean =>
  ajv.validate({ $ref: `openapi#/components/schemas/${name}` }, value);

/** Removed types. Contract: "Client API surface". */
const REMOVED_TYPES = [
  "Trace",
  "TraceWithDetails",
  "TraceWithFullDetails",
  "Traces",
  "Session",
  "SessionWithTraces",
  "PaginatedSessions",
  "Observation",
  "Observations",
  "ObservationsView",
  "ObservationsViews",
  "DatasetRun",
  "DatasetRunItem",
  "DatasetRunWithItems",
  "PaginatedDatasetRuns",
  "PaginatedDatasetRunItems",
  "CreateDatasetRunItemRequest",
  "DeleteDatasetRunResponse",
  "ScoreV1",
  "BaseScoreV1",
  "NumericScoreV1",
  "GetScoresResponse",
  "GetScoresResponseData",
  "MetricsResponse",
  "SdkLogEvent",
];

describe("the OpenAPI document", () => {
  it("has OpenAPI version 3.1 and the service's version", () => {
    expect(document.openapi).toMatch(/^3\.1\./);
    expect(document.info.version).toBe(SERVICE_VERSION);
  });

  it("has 112 operations in 29 groups, each named for its group", () => {
    expect(operations).toHaveLength(112);
    const groups = document.tags.map(({ name }) => name);
    expect(groups).toHaveLength(29);
    expect(new Set(operations.flatMap(({ tags }) => tags))).toEqual(new Set(groups));
    for (const { operationId, tags } of operations) expect(operationId).toMatch(`${tags[0]!.replace(".", "_")}_`);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  });

  it("documents the errors of every operation", () => {
    for (const { responses } of operations) {
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(["401", "403", "405", "429", "500"]));
    }
  });

  it("has schemas that are valid in strict mode", () => {
    for (const name of Object.keys(document.components.schemas)) {
      expect(() => ajv.compile({ $ref: `openapi#/components/schemas/${name}` })).not.toThrow();
    }
  });

  it.each<[schema: string, value: unknown, expected: boolean]>([
    ["CreateScoresRequest", { name: "s", value: 1 }, true],
    ["CreateScoresRequest", [{ name: "s", value: "good", timestamp: "2026-01-01T01:00:00+01:00" }], true],
    ["CreateScoresRequest", { name: "", value: 1 }, false],
    ["CreateScoresRequest", { name: "s", value: true }, false],
    ["CreateScoresRequest", { name: "s", value: 1, source: "EVAL" }, false],
    ["DeleteTracesRequest", { traceIds: [] }, false],
    ["DeleteTracesRequest", { traceIds: Array<string>(1_000).fill("t") }, true],
    ["DeleteTracesRequest", { traceIds: Array<string>(1_001).fill("t") }, false],
    ["DeleteTracesRequest", { traceIds: ["t"], more: 1 }, false],
    ["CreateCommentRequest", { projectId: "p", objectType: "TRACE", objectId: "t", content: "c" }, true],
    ["CreateCommentRequest", { projectId: "p", objectType: "TRACE", objectId: "t", content: "c", more: 1 }, false],
    ["CreateCommentRequest", { projectId: "p", objectType: "TRACE", objectId: "t", content: "c".repeat(5_001) }, false],
    ["CreateDatasetRequest", { name: "d", more: 1 }, true],
    ["CreateProjectRequest", { name: "ab", retention: 0 }, false],
    ["CreateProjectRequest", { name: "abc", retention: 2 }, false],
    ["CreateProjectRequest", { name: "abc", retention: 3 }, true],
    ["CreateApiKeyRequest", { publicKey: "pk-1" }, false],
    ["CreatePromptRequest", { name: "p", prompt: "text" }, true],
    ["CreatePromptRequest", { name: "p", type: "chat", prompt: [{ role: "user", content: "hi" }] }, true],
    ["CreatePromptRequest", { name: "p", type: "chat", prompt: "text" }, false],
    ["CreatePromptRequest", { name: "p", prompt: "text", labels: ["Not This"] }, false],
    ["UpdateEvaluatorRequest", {}, false],
    ["UpdateEvaluatorRequest", { name: "n" }, true],
    ["UpdateEvaluatorRequest", { name: "n", type: "code" }, false],
    ["OutputDefinition", { dataType: "CATEGORICAL", categories: ["a"], shouldAllowMultipleMatches: false }, false],
    ["CreateScoreConfigRequest", { name: "n".repeat(36), dataType: "NUMERIC" }, false],
    ["UpdateDashboardRequest", {}, false],
  ])("%s: %j is valid: %s", (schema, value, expected) => {
    expect(isValid(schema, value)).toBe(expected);
  });

  it.each(REMOVED_TYPES)("has no %s", (name) => {
    expect(document.components.schemas).not.toHaveProperty(name);
    expect(api).not.toHaveProperty(name);
  });

  it("has its enumerations as objects in the client", () => {
    const enumerations = Object.entries(document.components.schemas).filter(([, schema]) => schema.enum);
    expect(enumerations.length).toBeGreaterThan(40);
    for (const [name, { enum: values }] of enumerations) {
      expect(Object.values((api as unknown as Record<string, object>)[name] ?? {})).toEqual(values);
    }
    expect(api.ObservationLevel.Warning).toBe("WARNING");
    expect(api.LlmAdapter.GoogleVertexAi).toBe("google-vertex-ai");
  });
});
