import { createHash } from "node:crypto";
import type { Call } from "./api-calls.ts";

/**
 * Makes one record of each kind. Returns the values that can refer to the records, by the names of parameters and fields; for
 * parameters called `id`, by the operation.
 */
export async function makeOneOfEach(call: Call, organization: string): Promise<Record<string, string[]>> {
  const make = async (
    method: string,
    path: string,
    body: unknown,
    authorization?: string,
  ): Promise<Record<string, unknown>> => {
    const answered = await call(method, path, body, authorization);
    if (answered.status >= 300)
      throw new Error(`${method} ${path}: ${answered.status} ${JSON.stringify(answered.body)}`);
    return answered.body;
  };
  const id = async (...parameters: Parameters<typeof make>): Promise<string> =>
    String((await make(...parameters))["id"]);
  const several = async (count: number, one: (at: number) => Promise<string>): Promise<string[]> =>
    Promise.all(Array.from({ length: count }, async (_, at) => one(at)));

  const configId = await several(4, (at) =>
    id("POST", "/score-configs", { name: `c${at}`, dataType: at % 2 ? "TEXT" : "NUMERIC" }),
  );
  const scoreId = await several(3, (at) => id("POST", "/scores", { name: "n", value: at, traceId: "t" }));
  const queueId = await several(2, (at) =>
    id("POST", "/annotation-queues", { name: `q${at}`, scoreConfigIds: configId }),
  );
  const itemId = await several(4, () =>
    id("POST", `/annotation-queues/${queueId[0]}/items`, { objectId: "o", objectType: "TRACE" }),
  );
  const userId = await several(3, (at) =>
    id("POST", "/scim/Users", { userName: `u${at}@example.com`, name: {} }, organization),
  );
  await make("POST", `/annotation-queues/${queueId[0]}/assignments`, { userId: userId[0] });

  const promptName = ["p/a", "b"];
  const promptIds = await several(6, (at) =>
    id("POST", "/v2/prompts", { name: promptName[at % 2], prompt: "text", labels: at < 2 ? ["production"] : [] }),
  );
  const commentId = await several(3, (at) =>
    id("POST", "/comments", { projectId: "p", objectType: "PROMPT", objectId: promptIds[at], content: "c" }),
  );

  const datasetName = ["d/a", "e"];
  const datasetIds = await Promise.all(datasetName.map((name) => id("POST", "/v2/datasets", { name })));
  const datasetItems = await several(6, (at) =>
    id("POST", "/dataset-items", { datasetName: datasetName[at % 2], input: at }),
  );
  const sha256Hash = createHash("sha256").update("content").digest("base64");
  const media = await make("POST", "/media", {
    traceId: "t",
    field: "input",
    contentType: "text/plain",
    contentLength: 7,
    sha256Hash,
  });

  const widgetId = await several(3, (at) =>
    id("POST", "/unstable/dashboard-widgets", {
      name: `w${at}`,
      view: "observations",
      dimensions: [],
      metrics: [{ measure: "count", agg: "count" }],
      filters: [],
      chartType: "NUMBER",
    }),
  );
  const dashboardId = await several(3, (at) => id("POST", "/unstable/dashboards", { name: `d${at}` }));
  const placementId = await several(4, () =>
    id("POST", `/unstable/dashboards/${dashboardId[0]}/placements`, { type: "widget", widgetId: widgetId[0] }),
  );
  const skillContent = "---\nname: skill-a\ndescription: d\n---\n";
  await several(4, () => id("POST", "/unstable/skills", { files: [{ path: "SKILL.md", content: skillContent }] }));
  const skillHash = createHash("sha256").update(skillContent).digest("base64");

  const evaluatorId = await several(4, (at) =>
    id("POST", "/v2/evaluators", { name: `e${at}`, type: "code", sourceCode: "", sourceCodeLanguage: "PYTHON" }),
  );
  const evaluationRuleId = await several(3, (at) =>
    id("POST", "/v2/evaluation-rules", {
      name: `r${at}`,
      enabled: true,
      evaluatorAssignments: [{ evaluatorId: evaluatorId[at] }],
    }),
  );
  const model = await several(3, (at) =>
    id("POST", "/models", { modelName: `m${at}`, matchPattern: "m", inputPrice: 1 }),
  );
  const connection = await several(3, (at) =>
    id("PUT", "/llm-connections", { provider: `l${at}`, adapter: "openai", secretKey: "s" }),
  );
  const projectId = await several(3, (at) =>
    id("POST", "/projects", { name: `project ${at}`, retention: 0 }, organization),
  );
  const apiKeyId = await several(4, () => id("POST", `/projects/${projectId[0]}/apiKeys`, {}, organization));

  return {
    configId,
    scoreConfigIds: configId,
    scoreId,
    queueId,
    itemId,
    userId,
    authorUserId: userId,
    promptName,
    commentId,
    datasetName,
    datasetId: datasetIds,
    datasetItems_get: datasetItems,
    datasetItems_delete: datasetItems,
    mediaId: [String(media["mediaId"])],
    sha256Hash: [sha256Hash, skillHash],
    sha256Hashes: [skillHash],
    widgetId,
    dashboardId,
    placementId,
    skillName: ["skill-a"],
    skillVersion: ["1", "2", "3", "4"],
    version: ["1", "2"],
    evaluatorId,
    evaluationRuleId,
    projectId: ["svc-local", ...projectId],
    apiKeyId,
    traceId: ["t", "t1"],
    field: ["input"],
    models_get: model,
    models_upsert: model,
    models_delete: model,
    llmConnections_delete: connection,
    objectId: promptIds,
    provider: ["l0", "l1"],
    path: ["SKILL.md", "a/b.md"],
    content: [skillContent, "text"],
    name: ["p/a", "b", "d/a", "e", "new name", "stars"],
    matchPattern: ["(?i)^m$", "m"],
    label: ["production", "latest"],
    promptVersion_update: promptName,
    dataType: ["NUMERIC"],
    filter: ["[]"],
    fields: ["core"],
    cursor: [""],
  };
}
