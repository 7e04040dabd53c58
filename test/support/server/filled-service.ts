import { createHash, randomBytes } from "node:crypto";
import { SvcOtelSpanAttributes as svc } from "@svc/core";
import type { RunningServer } from "@svc/server";
import { type Call, callsOf } from "./api-calls.ts";
import { datasetCallsOf } from "./dataset-calls.ts";
import { type TestSpan, gzip, post, protobufExport } from "./otlp-calls.ts";
import { promptCallsOf } from "./prompt-calls.ts";

const HOUR = 60 * 60 * 1_000;
/** Trace with media, comments and scores. */
const TRACE = "1".padStart(32, "0");

/** Sizes of the contents of media, in bytes: one part of an export, several, and none at all. */
const CONTENTS = [10, 3_000_000, 786_432].map((size) => randomBytes(size));

const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("base64");
const mediaId = (bytes: Uint8Array): string => hashOf(bytes).slice(0, 22).replaceAll("+", "-").replaceAll("/", "_");

/** Fills a service with data of every kind: `spans` observations of four days, and some of everything else. */
export async function fillService(server: Pick<RunningServer, "url">, spans: number, others: string): Promise<void> {
  const call = successfulCalls(server);
  await call("POST", "/models", {
    modelName: "own",
    matchPattern: "^own$",
    unit: "TOKENS",
    inputPrice: 0.25,
    outputPrice: 0.5,
  });
  for (let start = 0; start < spans; start += 1_000) {
    const body = protobufExport({ spans: Array.from({ length: 1_000 }, (_, index) => spanOf(start + index)) });
    await post(server, gzip(body), { "content-encoding": "gzip" });
  }
  const inOther = await fetch(`${server.url}/api/public/otel/v1/traces`, {
    method: "POST",
    headers: { authorization: others, "content-type": "application/x-protobuf" },
    body: protobufExport({ spans: [{ name: "of another project" }] }),
  });
  if (inOther.status !== 200) throw new Error(await inOther.text());
  await fillDocuments(call);
  for (const bytes of CONTENTS) await upload(call, bytes);
}

/** Returns a function that calls a service and throws for an answer that is no success. */
function successfulCalls(server: Pick<RunningServer, "url">): Call {
  const call = callsOf(() => server);
  return async (method, path, body) => {
    const answer = await call(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${JSON.stringify(answer.body)}`);
    return answer;
  };
}

async function fillDocuments(call: Call): Promise<void> {
  const [prompts, datasets] = [promptCallsOf(call), datasetCallsOf(call)];
  await prompts.create("part", "in {{part}} \u0000", { labels: ["production"], tags: ["a", "b"] });
  await prompts.create("whole", "with @@@svcPrompt:name=part|label=production@@@", { commitMessage: "first" });
  await prompts.create("whole", "two", { labels: ["production"], config: { deep: [1, null] } });
  await prompts.create("chat", [{ role: "user", content: "Grüße 🦊" }]);
  await datasets.dataset("questions", { description: "some", metadata: { deep: [1, { two: null }] } });
  for (const input of ["before", "after"]) await datasets.item("questions", { id: "changed", input });
  await datasets.item("questions", { id: "removed", input: 1 });
  await call("DELETE", "/dataset-items/removed");
  for (let number = 0; number < 250; number += 1)
    await datasets.item("questions", { id: `item-${number}`, input: number });
  const quality = { name: "quality", dataType: "NUMERIC", minValue: 0, maxValue: 1 };
  const config = await call("POST", "/score-configs", quality);
  await call("POST", "/annotation-queues", { name: "to do", scoreConfigIds: [config.body.id] });
  for (const content of ["one", "two"]) await call("POST", "/comments", commentOf(content));
  for (let number = 0; number < 120; number += 1) {
    const value =
      number % 3 === 0 ? { value: "good", dataType: "CATEGORICAL" } : { value: number / 7, dataType: "NUMERIC" };
    const metadata = { number, text: "1", none: null };
    await call("POST", "/scores", {
      id: `score-${number}`,
      name: `name ${number % 3}`,
      traceId: TRACE,
      metadata,
      ...value,
    });
  }
}

function commentOf(content: string): Record<string, unknown> {
  return { projectId: "svc-local", objectType: "TRACE", objectId: TRACE, content };
}

function spanOf(number: number): TestSpan {
  const start = Date.now() - (number % 4) * 24 * HOUR - number;
  return {
    traceId: (Math.floor(number / 10) + 1).toString(16).padStart(32, "0"),
    spanId: (number + 1).toString(16).padStart(16, "0"),
    name: `span ${number % 17}`,
    start,
    end: start + number,
    attributes: {
      [svc.OBSERVATION_INPUT]: `question ${number} ${"words ".repeat(number % 50)}`,
      [svc.OBSERVATION_OUTPUT]: `{"answer":${number}}`,
      [`${svc.OBSERVATION_METADATA}.number`]: String(number),
      [`${svc.OBSERVATION_METADATA}.text`]: `"${number}"`,
      ...(number % 2 === 0 && {
        [svc.OBSERVATION_TYPE]: "generation",
        [svc.OBSERVATION_MODEL]: number % 4 === 0 ? "own" : "gpt-4o",
        [svc.OBSERVATION_USAGE_DETAILS]: JSON.stringify({ input: number, output: 20, cached: 3 }),
        [svc.TRACE_TAGS]: ["a", "b"],
        [svc.TRACE_SESSION_ID]: `session ${number % 5}`,
        [svc.TRACE_USER_ID]: "user",
      }),
      ...(number % 100 === 0 && {
        [svc.EXPERIMENT_ID]: "e-1",
        [svc.EXPERIMENT_NAME]: "run",
        [svc.EXPERIMENT_ITEM_ID]: `item-${number}`,
        [svc.EXPERIMENT_ITEM_ROOT_OBSERVATION_ID]: (number + 1).toString(16).padStart(16, "0"),
        [svc.EXPERIMENT_ITEM_VERSION]: "2026-01-01T00:00:00.000Z",
      }),
    },
  };
}

async function upload(call: Call, bytes: Buffer): Promise<void> {
  const sha256Hash = hashOf(bytes);
  const fields = { contentType: "image/png", contentLength: bytes.length, sha256Hash, traceId: TRACE, field: "input" };
  const { body } = await call("POST", "/media", fields);
  const headers = { "content-type": "image/png", "x-amz-checksum-sha256": sha256Hash };
  const { status } = await fetch(String(body["uploadUrl"]), { method: "PUT", headers, body: new Uint8Array(bytes) });
  if (status !== 200) throw new Error(`the upload was answered ${status}`);
  const uploaded = { uploadedAt: new Date().toISOString(), uploadHttpStatus: 200, uploadTimeMs: 12 };
  await call("PATCH", `/media/${mediaId(bytes)}`, uploaded);
}

const FIELDS = "core,basic,time,io,metadata,model,usage,prompt,metrics,trace_context";
const SINCE = "fromStartTime=2020-01-01T00:00:00Z";

/** Lists that have to be the same wherever they are stored. */
const LISTS = [
  "/v3/scores?limit=100&fields=details,subject,annotation",
  "/models?limit=3",
  "/v2/prompts",
  "/v2/prompts/whole?version=1",
  "/v2/prompts/whole?label=production",
  "/v2/prompts/part",
  "/v2/prompts/chat",
  "/v2/datasets",
  "/dataset-items?datasetName=questions&limit=100",
  "/dataset-items?datasetName=questions&limit=100&page=3",
  "/dataset-items/changed",
  "/comments",
  "/score-configs",
  "/annotation-queues",
  `/experiments?${SINCE}`,
  `/experiment-items?${SINCE}`,
];

/** Returns all that the API answers about a service that {@link fillService} has filled. Addresses of media are left out. */
export async function answersOf(server: Pick<RunningServer, "url">, others: string): Promise<Record<string, unknown>> {
  const call = callsOf(() => server);
  const answers: Record<string, unknown> = {};
  for (const path of LISTS) answers[path] = (await call("GET", path)).body;
  const inOther = await callsOf(() => server, others)("GET", `/v2/observations?fields=${FIELDS}`);
  answers["observations of another project"] = inOther.body;
  const observations: unknown[] = [];
  for (let cursor: string | undefined; ;) {
    const behind = cursor === undefined ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    const { body } = await call("GET", `/v2/observations?fields=${FIELDS}&limit=1000${behind}`);
    observations.push(...body.data);
    ({ cursor } = body.meta);
    if (cursor === undefined) break;
  }
  answers["observations"] = observations;
  for (const bytes of CONTENTS) {
    const { body } = await call("GET", `/media/${mediaId(bytes)}`);
    const { url, urlExpiry: _expiry, ...record } = body;
    const content = Buffer.from(await (await fetch(String(url))).arrayBuffer());
    answers[`media of ${bytes.length} bytes`] = { ...record, isSame: content.equals(bytes) };
  }
  return answers;
}
