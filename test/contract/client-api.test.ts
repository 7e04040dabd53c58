import { SvcAPIClient } from "@svc/core/api";
import { createRequire } from "node:module";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startRecordingService, type RecordingService } from "../support/http/recording-service.ts";

type Row = [operation: string, args: unknown[], request: string];

/** Every operation with its arguments and the expected request. A body is always the last argument. */
const OPERATIONS: Row[] = [
  ["annotationQueues.listQueues", [{ page: 2, limit: 5 }], "GET /annotation-queues?page=2&limit=5"],
  ["annotationQueues.createQueue", [{ name: "q", scoreConfigIds: ["c"] }], "POST /annotation-queues"],
  ["annotationQueues.getQueue", ["q/1"], "GET /annotation-queues/q%2F1"],
  ["annotationQueues.listQueueItems", ["q", { status: "PENDING" }], "GET /annotation-queues/q/items?status=PENDING"],
  ["annotationQueues.getQueueItem", ["q", "i"], "GET /annotation-queues/q/items/i"],
  [
    "annotationQueues.createQueueItem",
    ["q", { objectId: "o", objectType: "TRACE" }],
    "POST /annotation-queues/q/items",
  ],
  ["annotationQueues.updateQueueItem", ["q", "i", { status: "COMPLETED" }], "PATCH /annotation-queues/q/items/i"],
  ["annotationQueues.deleteQueueItem", ["q", "i"], "DELETE /annotation-queues/q/items/i"],
  ["annotationQueues.createQueueAssignment", ["q", { userId: "u" }], "POST /annotation-queues/q/assignments"],
  ["annotationQueues.deleteQueueAssignment", ["q", { userId: "u" }], "DELETE /annotation-queues/q/assignments"],
  ["blobStorageIntegrations.getBlobStorageIntegrations", [], "GET /integrations/blob-storage"],
  [
    "blobStorageIntegrations.upsertBlobStorageIntegration",
    [
      {
        projectId: "p",
        type: "S3",
        bucketName: "b",
        region: "r",
        exportFrequency: "every_20_minutes",
        enabled: true,
        forcePathStyle: false,
        fileType: "JSONL",
        exportMode: "FULL_HISTORY",
      },
    ],
    "PUT /integrations/blob-storage",
  ],
  ["blobStorageIntegrations.getBlobStorageIntegrationStatus", ["i"], "GET /integrations/blob-storage/i"],
  ["blobStorageIntegrations.deleteBlobStorageIntegration", ["i"], "DELETE /integrations/blob-storage/i"],
  ["comments.create", [{ projectId: "p", objectType: "TRACE", objectId: "t", content: "ä" }], "POST /comments"],
  ["comments.get", [{ objectType: "PROMPT", objectId: "p" }], "GET /comments?objectType=PROMPT&objectId=p"],
  ["comments.getById", ["c"], "GET /comments/c"],
  ["datasetItems.create", [{ datasetName: "d", input: { a: 1 }, expectedOutput: null }], "POST /dataset-items"],
  ["datasetItems.get", ["i"], "GET /dataset-items/i"],
  [
    "datasetItems.list",
    [{ datasetName: "a/b c", version: "2026-01-01T00:00:00Z" }],
    "GET /dataset-items?datasetName=a%2Fb+c&version=2026-01-01T00%3A00%3A00Z",
  ],
  ["datasetItems.delete", ["i"], "DELETE /dataset-items/i"],
  ["datasets.list", [{ limit: 100 }], "GET /v2/datasets?limit=100"],
  ["datasets.get", ["folder/ä"], "GET /v2/datasets/folder%2F%C3%A4"],
  ["datasets.create", [{ name: "d", metadata: { a: [1] } }], "POST /v2/datasets"],
  [
    "evaluators.create",
    [{ type: "code", name: "e", sourceCode: "return 1", sourceCodeLanguage: "TYPESCRIPT" }],
    "POST /v2/evaluators",
  ],
  ["evaluators.list", [{ cursor: "c=" }], "GET /v2/evaluators?cursor=c%3D"],
  ["evaluators.get", ["e"], "GET /v2/evaluators/e"],
  ["evaluators.update", ["e", { name: "n" }], "PATCH /v2/evaluators/e"],
  ["evaluators.delete", ["e"], "DELETE /v2/evaluators/e"],
  ["evaluators.listVersions", ["e", { limit: 1 }], "GET /v2/evaluators/e/versions?limit=1"],
  ["evaluationRules.create", [{ name: "r", enabled: false, evaluatorAssignments: [] }], "POST /v2/evaluation-rules"],
  ["evaluationRules.list", [], "GET /v2/evaluation-rules"],
  ["evaluationRules.get", ["r"], "GET /v2/evaluation-rules/r"],
  ["evaluationRules.update", ["r", { enabled: true }], "PATCH /v2/evaluation-rules/r"],
  ["evaluationRules.delete", ["r"], "DELETE /v2/evaluation-rules/r"],
  [
    "experiments.list",
    [{ fromStartTime: "2026-01-01T00:00:00Z", datasetId: "d" }],
    "GET /experiments?fromStartTime=2026-01-01T00%3A00%3A00Z&datasetId=d",
  ],
  [
    "experiments.listItems",
    [{ fromStartTime: "2026-01-01T00:00:00Z", datasetId: "d", experimentName: "e", cursor: "c" }],
    "GET /experiment-items?fromStartTime=2026-01-01T00%3A00%3A00Z&datasetId=d&experimentName=e&cursor=c",
  ],
  ["feedback.submit", [{ targetType: "docs", target: "t", feedback: "f" }], "POST /feedback"],
  ["health.health", [], "GET /health"],
  [
    "ingestion.batch",
    [{ batch: [{ id: "1", timestamp: "2026-01-01T00:00:00Z", type: "trace-create", body: {} }] }],
    "POST /ingestion",
  ],
  ["llmConnections.list", [], "GET /llm-connections"],
  ["llmConnections.upsert", [{ provider: "p", adapter: "google-vertex-ai", secretKey: "s" }], "PUT /llm-connections"],
  ["llmConnections.delete", ["l"], "DELETE /llm-connections/l"],
  [
    "media.getUploadUrl",
    [{ traceId: "t", contentType: "image/svg+xml", contentLength: 1, sha256Hash: "h", field: "input" }],
    "POST /media",
  ],
  ["media.get", ["m"], "GET /media/m"],
  ["media.patch", ["m", { uploadedAt: "2026-01-01T00:00:00Z", uploadHttpStatus: 200 }], "PATCH /media/m"],
  [
    "metrics.metrics",
    [{ query: '{"view":"observations"}' }],
    "GET /v2/metrics?query=%7B%22view%22%3A%22observations%22%7D",
  ],
  ["models.create", [{ modelName: "m", matchPattern: "^m$", inputPrice: 0.1 }], "POST /models"],
  ["models.list", [{ page: 3 }], "GET /models?page=3"],
  ["models.get", ["m"], "GET /models/m"],
  ["models.upsert", ["m", { modelName: "m", matchPattern: "^m$", totalPrice: 1 }], "PUT /models/m"],
  ["models.delete", ["m"], "DELETE /models/m"],
  [
    "observations.getMany",
    [
      {
        traceId: "t",
        sessionId: "s",
        isRootObservation: true,
        environment: ["a", "b"],
        fields: "core,io",
        filter: "[]",
        limit: 1000,
      },
    ],
    "GET /v2/observations?traceId=t&sessionId=s&isRootObservation=true&environment=a&environment=b&fields=core%2Cio&filter=%5B%5D&limit=1000",
  ],
  ["opentelemetry.exportTraces", [{ resourceSpans: [] }], "POST /otel/v1/traces"],
  ["organizations.getOrganizationMemberships", [], "GET /organizations/memberships"],
  ["organizations.updateOrganizationMembership", [{ userId: "u", role: "ADMIN" }], "PUT /organizations/memberships"],
  ["organizations.deleteOrganizationMembership", [{ userId: "u" }], "DELETE /organizations/memberships"],
  ["organizations.getProjectMemberships", ["p"], "GET /projects/p/memberships"],
  ["organizations.updateProjectMembership", ["p", { userId: "u", role: "VIEWER" }], "PUT /projects/p/memberships"],
  ["organizations.deleteProjectMembership", ["p", { userId: "u" }], "DELETE /projects/p/memberships"],
  ["organizations.getOrganizationProjects", [], "GET /organizations/projects"],
  ["organizations.getOrganizationApiKeys", [], "GET /organizations/apiKeys"],
  ["projects.get", [], "GET /projects"],
  ["projects.create", [{ name: "abc", retention: 0 }], "POST /projects"],
  ["projects.update", ["p", { name: "abc" }], "PUT /projects/p"],
  ["projects.delete", ["p"], "DELETE /projects/p"],
  ["projects.getApiKeys", ["p"], "GET /projects/p/apiKeys"],
  ["projects.createApiKey", ["p", { note: "n" }], "POST /projects/p/apiKeys"],
  ["projects.deleteApiKey", ["p", "k"], "DELETE /projects/p/apiKeys/k"],
  ["promptVersion.update", ["a/b", 3, { newLabels: ["production"] }], "PATCH /v2/prompts/a%2Fb/versions/3"],
  ["prompts.get", ["a/b", { version: 2, resolve: false }], "GET /v2/prompts/a%2Fb?version=2&resolve=false"],
  ["prompts.list", [{ tag: "t" }], "GET /v2/prompts?tag=t"],
  [
    "prompts.create",
    [{ name: "p", type: "chat", prompt: [{ type: "placeholder", name: "history" }] }],
    "POST /v2/prompts",
  ],
  ["prompts.delete", ["p", { label: "l" }], "DELETE /v2/prompts/p?label=l"],
  ["scim.getServiceProviderConfig", [], "GET /scim/ServiceProviderConfig"],
  ["scim.getResourceTypes", [], "GET /scim/ResourceTypes"],
  ["scim.getSchemas", [], "GET /scim/Schemas"],
  [
    "scim.listUsers",
    [{ filter: 'userName eq "u"', startIndex: 1 }],
    "GET /scim/Users?filter=userName+eq+%22u%22&startIndex=1",
  ],
  ["scim.createUser", [{ userName: "u", name: { formatted: "U" } }], "POST /scim/Users"],
  ["scim.getUser", ["u"], "GET /scim/Users/u"],
  ["scim.replaceUser", ["u", { userName: "u" }], "PUT /scim/Users/u"],
  ["scim.patchUser", ["u", { Operations: [{ op: "replace", path: "active", value: false }] }], "PATCH /scim/Users/u"],
  ["scim.deleteUser", ["u"], "DELETE /scim/Users/u"],
  ["scoreConfigs.create", [{ name: "c", dataType: "NUMERIC", minValue: 0 }], "POST /score-configs"],
  ["scoreConfigs.get", [{ page: 1 }], "GET /score-configs?page=1"],
  ["scoreConfigs.getById", ["c"], "GET /score-configs/c"],
  ["scoreConfigs.update", ["c", { isArchived: true }], "PATCH /score-configs/c"],
  [
    "scores.create",
    [
      [
        { name: "s", value: 1, traceId: "t" },
        { name: "s", value: "good", sessionId: "x" },
      ],
    ],
    "POST /scores",
  ],
  ["scores.delete", ["s"], "DELETE /scores/s"],
  [
    "scoresV3.getManyV3",
    [{ traceId: "t", valueMin: 0.5, dataType: "NUMERIC" }],
    "GET /v3/scores?traceId=t&valueMin=0.5&dataType=NUMERIC",
  ],
  ["trace.delete", ["t"], "DELETE /traces/t"],
  ["trace.deleteMultiple", [{ traceIds: ["a", "b"] }], "DELETE /traces"],
  ["unstable.dashboardWidgets.list", [], "GET /unstable/dashboard-widgets"],
  [
    "unstable.dashboardWidgets.create",
    [
      {
        name: "w",
        view: "observations",
        dimensions: [],
        metrics: [{ measure: "count", agg: "count" }],
        filters: [],
        chartType: "NUMBER",
      },
    ],
    "POST /unstable/dashboard-widgets",
  ],
  ["unstable.dashboardWidgets.get", ["w"], "GET /unstable/dashboard-widgets/w"],
  ["unstable.dashboardWidgets.update", ["w", { name: "n" }], "PATCH /unstable/dashboard-widgets/w"],
  ["unstable.dashboardWidgets.delete", ["w"], "DELETE /unstable/dashboard-widgets/w"],
  ["unstable.dashboards.list", [{ page: 1, limit: 2 }], "GET /unstable/dashboards?page=1&limit=2"],
  ["unstable.dashboards.create", [{ name: "d" }], "POST /unstable/dashboards"],
  ["unstable.dashboards.get", ["d"], "GET /unstable/dashboards/d"],
  ["unstable.dashboards.update", ["d", { description: "" }], "PATCH /unstable/dashboards/d"],
  ["unstable.dashboards.delete", ["d"], "DELETE /unstable/dashboards/d"],
  [
    "unstable.dashboards.addPlacement",
    ["d", { type: "widget", widgetId: "w" }],
    "POST /unstable/dashboards/d/placements",
  ],
  ["unstable.dashboards.updatePlacement", ["d", "p", { x: 1 }], "PATCH /unstable/dashboards/d/placements/p"],
  ["unstable.dashboards.deletePlacement", ["d", "p"], "DELETE /unstable/dashboards/d/placements/p"],
  ["unstable.skills.list", [{ search: "s" }], "GET /unstable/skills?search=s"],
  ["unstable.skills.createVersion", [{ files: [{ path: "SKILL.md", content: "---" }] }], "POST /unstable/skills"],
  ["unstable.skills.get", ["s", { version: 1 }], "GET /unstable/skills/s?version=1"],
  ["unstable.skills.update", ["s", { tags: ["t"] }], "PATCH /unstable/skills/s"],
  [
    "unstable.skills.getFileContent",
    [{ sha256Hashes: "a,b" }],
    "GET /unstable/skills/files/content?sha256Hashes=a%2Cb",
  ],
  ["unstable.skills.setLabels", ["s", 2, { labels: ["production"] }], "PATCH /unstable/skills/s/versions/2"],
  ["unstable.skills.deleteVersion", ["s", 2], "DELETE /unstable/skills/s/versions/2"],
];

const REMOVED = [
  "trace.get",
  "trace.list",
  "sessions",
  "legacy",
  "scores.getMany",
  "scores.getById",
  "datasetRunItems",
  "datasets.getRun",
  "datasets.getRuns",
  "datasets.deleteRun",
];

/** Document as published, which users of other languages read. */
const { paths } = createRequire(import.meta.url)("@svc/core/openapi.json") as {
  paths: Record<string, Record<string, { operationId: string }>>;
};
const DOCUMENTED = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, { operationId }]) => ({
    name: operationId.replaceAll("_", "."),
    request: `${method.toUpperCase()} ${path}`,
  })),
);

let service: RecordingService;
let api: SvcAPIClient;

beforeAll(async () => {
  service = await startRecordingService();
  api = new SvcAPIClient({ baseUrl: service.url, username: "pk-svc-test", password: "sk-svc-test" });
});
beforeEach(() => service.reset());
afterAll(() => service.close());

/** Returns the property of the client at a dotted name. */
function at(name: string): unknown {
  return name.split(".").reduce<unknown>((value, key) => (value as Record<string, unknown> | undefined)?.[key], api);
}

async function call(name: string, args: unknown[]): Promise<unknown> {
  const names = name.split(".");
  const group = at(names.slice(0, -1).join(".")) as Record<string, (...args: unknown[]) => Promise<unknown>>;
  return group[names.at(-1)!]!(...args);
}

describe("Client API surface", () => {
  it.each(OPERATIONS)("%s", async (name, args, request) => {
    const isBodiless = request.startsWith("GET ") || request.includes("?") || typeof args.at(-1) !== "object";
    await call(name, args);
    expect(service.requests).toHaveLength(1);
    const [{ method, target, body, headers }] = service.requests as [RecordingService["requests"][0]];
    expect(`${method} ${target}`).toBe(request.replace(" ", " /api/public"));
    expect(body).toEqual(isBodiless ? undefined : args.at(-1));
    expect(headers["content-type"]).toBe(isBodiless ? undefined : "application/json");
  });

  it("names the same operations as the document, on the same paths", () => {
    const pattern = (request: string): string => request.replace(/\?.*/, "").replace(" ", " /api/public");
    const documented = new Map(DOCUMENTED.map(({ name, request }) => [name, request]));
    expect(OPERATIONS.map(([name]) => name).toSorted()).toEqual([...documented.keys()].toSorted());
    for (const [name, , request] of OPERATIONS) {
      const shape = new RegExp(`^${documented.get(name)!.replaceAll(/\{\w+\}/g, "[^/]+")}$`);
      expect(pattern(request)).toMatch(shape);
    }
  });

  it("sends one score as an object and returns its id", async () => {
    service.answer = (response) => void response.writeHead(200).end('{"id":"s"}');
    const score = { name: "s", value: 1, traceId: "t", timestamp: "2026-01-01T00:00:00.000Z" };
    const answer = await api.scores.create(score);
    expect(service.requests[0]?.body).toEqual(score);
    expect("id" in answer && answer.id).toBe("s");
  });

  it("returns the answer for a partly accepted list of scores", async () => {
    const results = { accepted: 1, rejected: 1, errors: [{ message: "s: no such config" }] };
    service.answer = (response) => void response.writeHead(207).end(JSON.stringify(results));
    const { data, rawResponse } = await api.scores.create([{ name: "s", value: 1 }]).withRawResponse();
    expect(rawResponse.status).toBe(207);
    expect(data).toEqual(results);
  });

  it.each(REMOVED)("%s is removed", (name) => {
    expect(at(name)).toBeUndefined();
    expect(DOCUMENTED.filter((operation) => `${operation.name}.`.startsWith(`${name}.`))).toEqual([]);
  });

  it("builds each group once", () => {
    expect(api.datasets).toBe(api.datasets);
    expect(api.unstable.skills).toBe(api.unstable.skills);
  });
});
