// Nobody learns whether what they may not see exists: the id of an object of another project is answered as one that nobody has, in status and
// in words. Every operation that takes an id is tried, on the engines that answer by different statements.
import { createHash, randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { basicAuthorization } from "@svc/core/internal";
import { OPERATIONS } from "../../support/server/api-document.ts";
import { type Call, callsOf } from "../../support/server/api-calls.ts";
import { SPAN_ID, TRACE_ID, send } from "../../support/server/otlp-calls.ts";
import { makeOneOfEach } from "../../support/server/sample-records.ts";
import { describeOnEngines } from "../../support/storage/describe-on-engines.ts";
import { OBSERVATION_ENGINES } from "../../support/storage/storage-engines.ts";

/** Request with the name of an id in braces: `{queueId}` is that of another project, and then one that nobody has. */
type Request = readonly [method: string, path: string, body?: unknown];

const SCORE = { name: "n", value: 2, traceId: "t" };
const MODEL = { modelName: "{models_upsert}", matchPattern: "x", inputPrice: 1 };
const EVALUATOR = { name: "e", type: "code", sourceCode: "", sourceCodeLanguage: "PYTHON" };

/** Bodies with which an operation comes to look for the id in its path. */
const BODIES: Readonly<Record<string, unknown>> = {
  annotationQueues_createQueueItem: { objectId: "o", objectType: "TRACE" },
  annotationQueues_updateQueueItem: { status: "COMPLETED" },
  annotationQueues_createQueueAssignment: { userId: "{member}" },
  annotationQueues_deleteQueueAssignment: { userId: "{member}" },
  evaluationRules_update: { enabled: false },
  evaluators_update: EVALUATOR,
  media_patch: { uploadedAt: "2026-01-01T00:00:00Z", uploadHttpStatus: 200 },
  models_upsert: MODEL,
  promptVersion_update: { newLabels: ["x"] },
  scoreConfigs_update: { description: "changed" },
  unstable_dashboardWidgets_update: { name: "changed" },
  unstable_dashboards_update: { name: "changed" },
  unstable_dashboards_addPlacement: { type: "widget", widgetId: "{ownWidget}" },
  unstable_dashboards_updatePlacement: { x: 1 },
  unstable_skills_update: { tags: ["x"] },
  unstable_skills_setLabels: { labels: ["x"] },
};

/** Operations of the organization, which sees all its projects: only the key of another project is one that it cannot have. */
const OF_THE_ORGANIZATION = /^(?:organizations|projects|scim|blobStorage)/;

/** Requests for each id in the path of an operation. */
const BY_PATH: readonly Request[] = OPERATIONS.filter(
  ({ id, path }) => path.includes("{") && !OF_THE_ORGANIZATION.test(id),
).map(({ id, method, path }) => [
  method,
  path.replace("/api/public", "").replaceAll("{id}", `{${id}}`).replaceAll("{name}", `{${id}}`),
  BODIES[id],
]);

/** Requests with an id in the query or the body. */
const BY_CONTENT: readonly Request[] = [
  ["GET", "/comments?objectType=PROMPT&objectId={promptId}"],
  ["GET", "/comments?objectType=TRACE&objectId={trace}"],
  ["GET", "/dataset-items?datasetName={datasetName}"],
  ["GET", "/dataset-items?sourceTraceId={trace}"],
  ["GET", "/experiments?fromStartTime=2026-01-01T00:00:00Z&datasetId={datasetId}"],
  ["GET", "/experiment-items?fromStartTime=2026-01-01T00:00:00Z&datasetId={datasetId}"],
  ["GET", "/unstable/skills/files/content?sha256Hashes={skillHash}"],
  ["GET", "/unstable/skills?name={skillName}"],
  ["GET", "/v2/observations?traceId={trace}"],
  ["GET", "/v2/observations?parentObservationId={observation}"],
  ["GET", "/v2/observations?userId={user}"],
  ["GET", "/v2/observations?sessionId={session}"],
  ["GET", "/v2/prompts?name={promptName}"],
  ["GET", "/v3/scores?id={scoreId}"],
  ["GET", "/v3/scores?configId={configId}"],
  ["GET", "/v3/scores?queueId={queueId}"],
  ["GET", "/v3/scores?traceId={trace}"],
  ["POST", "/annotation-queues", { name: "own queue", scoreConfigIds: ["{configId}"] }],
  ["POST", "/comments", { projectId: "p", objectType: "PROMPT", objectId: "{promptId}", content: "c" }],
  ["POST", "/comments", { projectId: "p", objectType: "TRACE", objectId: "{trace}", content: "c" }],
  ["POST", "/comments", { projectId: "p", objectType: "OBSERVATION", objectId: "{observation}", content: "c" }],
  ["POST", "/comments", { projectId: "p", objectType: "SESSION", objectId: "{session}", content: "c" }],
  ["POST", "/dataset-items", { datasetName: "{datasetName}", input: 1 }],
  ["POST", "/dataset-items", { datasetName: "own", input: 1, sourceTraceId: "{trace}" }],
  ["POST", "/dataset-items", { datasetName: "own", input: 1, id: "{datasetItems_get}" }],
  ["POST", "/dataset-items", { datasetName: "own", input: "@@@svcMedia:type=text/plain|id={mediaId}|source=bytes@@@" }],
  [
    "POST",
    "/media",
    {
      datasetId: "{datasetId}",
      datasetItemId: "i",
      field: "input",
      contentType: "text/plain",
      contentLength: 7,
      sha256Hash: "{sha256Hash}",
    },
  ],
  [
    "POST",
    "/media",
    { traceId: "t", field: "input", contentType: "text/plain", contentLength: 7, sha256Hash: "{sha256Hash}" },
  ],
  ["POST", "/scores", { ...SCORE, id: "{scoreId}" }],
  ["POST", "/scores", { ...SCORE, configId: "{configId}" }],
  ["POST", "/scores", { ...SCORE, queueId: "{queueId}" }],
  ["POST", "/scores", { name: "n", value: 1, observationId: "{observation}", traceId: "{trace}" }],
  ["POST", "/scores", { name: "n", value: 1, sessionId: "{session}" }],
  ["POST", "/unstable/dashboards/{ownDashboard}/placements", { type: "widget", widgetId: "{widgetId}" }],
  ["POST", "/v2/datasets", { name: "{datasetName}" }],
  [
    "POST",
    "/v2/evaluation-rules",
    { name: "own", enabled: true, evaluatorAssignments: [{ evaluatorId: "{evaluatorId}" }] },
  ],
  ["POST", "/v2/prompts", { name: "own", prompt: "@@@svcPrompt:name={promptName}|label=production@@@" }],
  ["DELETE", "/traces", { traceIds: ["{trace}"] }],
  ["DELETE", "/v2/prompts/{promptName}?version=1"],
  ["GET", "/v2/prompts/{promptName}?label=production"],
];

/** Paths of this service alone. */
const LOCAL: readonly string[] = [
  "/api/local/archived-dataset-items?datasetName={datasetName}",
  "/api/local/prompts/{promptName}/history",
  "/api/local/scores/agreement?name=n&source=API&toName=n&toSource=API",
  "/api/local/sessions?search={session}",
  '/api/local/traces/excerpts?ids=["{trace}"]',
  "/api/local/users?search={user}",
  "/api/public/media-content/{projectId}/{mediaId}",
];

/** Value of the same form that nobody has. */
function madeUp(value: string): string {
  if (/^[0-9a-f]{8}-/.test(value)) return randomUUID();
  if (/^[0-9a-f]{16,}$/.test(value)) return value.replaceAll(/[0-9]/g, "e");
  return value.endsWith("=") ? createHash("sha256").update(value).digest("base64") : `${value.slice(0, -1)}~`;
}

describeOnEngines(
  OBSERVATION_ENGINES.filter(({ name }) => /in a file|PostgreSQL/.test(name)),
  "the id of an object of another project",
  (service) => {
    const foreign: Record<string, string> = {};
    const own: Record<string, string> = {};
    let owner: Call;
    let stranger: string;
    let before: unknown;

    beforeAll(async () => {
      const { server } = service();
      owner = callsOf(() => server);
      stranger = await service().projectKeys("stranger");
      const { stdout } = await service().command("keys", "--organization");
      const [publicKey = "", secretKey = ""] = stdout.split("\n").map((line) => line.slice(line.indexOf("=") + 1));
      const made = await makeOneOfEach(owner, basicAuthorization(publicKey, secretKey));
      for (const [name, [first = ""]] of Object.entries(made)) foreign[name] = first;
      Object.assign(foreign, {
        promptId: made["objectId"]?.[0],
        skillHash: made["sha256Hash"]?.[1],
        projectId: "svc-local",
        trace: TRACE_ID,
        traceId: TRACE_ID,
        observation: SPAN_ID,
        user: "ann-of-the-owner",
        session: "monday-of-the-owner",
      });
      await send(server, {
        spans: [{ attributes: { "user.id": "ann-of-the-owner", "session.id": "monday-of-the-owner" } }],
      });
      await upload();
      const asStranger = callsOf(() => server, stranger);
      const idOf = async (path: string, body: object): Promise<string> =>
        (await asStranger("POST", path, body)).body.id;
      await idOf("/v2/datasets", { name: "own" });
      own["ownDashboard"] = await idOf("/unstable/dashboards", { name: "own" });
      own["ownWidget"] = await idOf("/unstable/dashboard-widgets", {
        name: "own",
        view: "observations",
        dimensions: [],
        metrics: [{ measure: "count", agg: "count" }],
        filters: [],
        chartType: "NUMBER",
      });
      // Numbers and labels are no ids.
      for (const name of ["version", "skillVersion"]) own[name] = foreign[name] ?? "";
      own["member"] = foreign["userId"] ?? "";
      before = await everything();
    }, 600_000);

    /** Uploads the content of the owner's media. */
    async function upload(): Promise<void> {
      const announced = {
        traceId: "t",
        field: "input",
        contentType: "text/plain",
        contentLength: 7,
        sha256Hash: foreign["sha256Hash"],
      };
      const { body } = await owner("POST", "/media", announced);
      const put = await fetch(String(body["uploadUrl"]), {
        method: "PUT",
        headers: { "content-type": "text/plain" },
        body: "content",
      });
      expect(put.status).toBe(200);
      await owner("PATCH", `/media/${foreign["mediaId"]}`, {
        uploadedAt: "2026-01-01T00:00:00Z",
        uploadHttpStatus: 200,
      });
    }

    /** Returns what the owner reads of the own objects. */
    async function everything(): Promise<unknown> {
      const lists = OPERATIONS.filter(
        ({ id, method, path }) => method === "GET" && !path.includes("{") && !OF_THE_ORGANIZATION.test(id),
      );
      const query = "limit=50&fromStartTime=2026-01-01T00:00:00Z";
      const read = lists.map(
        async ({ path }) => [path, (await owner("GET", `${path.replace("/api/public", "")}?${query}`)).body] as const,
      );
      return Object.fromEntries(await Promise.all(read));
    }

    const filled = (text: string, of: Readonly<Record<string, string>>): string =>
      text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => of[name] ?? whole);

    /** Returns status and words of the answer to the stranger, without the ids and what is new with each answer. */
    async function answerFor(of: Readonly<Record<string, string>>, [method, path, body]: Request): Promise<string> {
      const encoded = Object.fromEntries(Object.entries(of).map(([name, value]) => [name, encodeURIComponent(value)]));
      const answer = await fetch(service().server.url + filled(path, encoded), {
        method,
        headers: { authorization: stranger, "content-type": "application/json" },
        ...(body !== undefined && { body: filled(JSON.stringify(body), of) }),
      });
      let text = `${answer.status} ${await answer.text()}`;
      const named = Array.from(
        (path + JSON.stringify(body ?? "")).matchAll(/\{(\w+)\}/g),
        ([, name = ""]) => of[name] ?? "",
      );
      for (const value of named.filter(({ length }) => length > 1))
        text = text.replaceAll(value, "ID").replaceAll(encodeURIComponent(value), "ID");
      return (
        text
          .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "TIME")
          .replaceAll(/(expires|signature)=[0-9a-f]+/g, "$1=")
          .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "UUID")
          // The id of a content is the beginning of its hash.
          .replaceAll(/(mediaId":"|UUID\/)[\w-]{22}/g, "$1MEDIA")
      );
    }

    test("is answered as one that nobody has, by each operation that takes one", async () => {
      const requests: Request[] = [
        ...[...BY_PATH, ...BY_CONTENT].map(([method, path, body]): Request => [method, `/api/public${path}`, body]),
        ...LOCAL.map((path): Request => ["GET", path]),
      ];
      const others = new Map(Object.values(foreign).map((value) => [value, madeUp(value)]));
      const nobodys = Object.fromEntries(
        Object.entries(foreign).map(([name, value]) => [name, others.get(value) ?? ""]),
      );
      const different: unknown[] = [];
      for (const request of requests) {
        const [ofOwner, ofNobody] = [
          await answerFor({ ...foreign, ...own }, request),
          await answerFor({ ...nobodys, ...own }, request),
        ];
        if (ofOwner !== ofNobody) different.push([`${request[0]} ${request[1]}`, ofOwner, ofNobody]);
      }
      expect(different).toEqual([]);
    });

    test("changes nothing of that object", async () => {
      expect(await everything()).toEqual(before);
    });
  },
);
