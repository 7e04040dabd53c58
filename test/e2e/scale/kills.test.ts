// Two services share observations in ClickHouse, documents in PostgreSQL and media in a bucket. They are killed in turn under load, and what they had
// answered is counted afterwards. CI kills a few times; `npm run test:kills` kills 20 times.
import { createHash } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { installed } from "../../support/application/installation.ts";
import { freePort } from "../../support/http/free-port.ts";
import { callsOf } from "../../support/server/api-calls.ts";
import { gzip, observations, post, protobufExport } from "../../support/server/otlp-calls.ts";
import { type ServerCommand, startCommand } from "../../support/server/server-command.ts";
import { type ClickHouseServer, startClickHouse } from "../../support/storage/clickhouse-server.ts";
import { type PostgresServer, postgresPrograms, startPostgres } from "../../support/storage/postgres-server.ts";
import { type S3Server, s3Program, startS3Server } from "../../support/storage/s3-server.ts";

const KILLS = Number(process.env["TEST_KILLS"] ?? 4);
/** Batches that have to be answered between two kills. */
const BATCHES = 12;
const SPANS = 20;
const SENDERS = 4;
/** Time for the start, in milliseconds. The first one builds the S3-compatible server. */
const START_TIMEOUT_MS = 600_000;
/** Start of every span, also of one that is sent again. */
const SPAN_START = Date.now();

/** Service in a process of its own that can be killed and started again at the same address. */
class Service {
  readonly url: string;
  readonly #parameters: string[];
  readonly #env: Record<string, string>;
  readonly #cwd: string;
  #command: ServerCommand | undefined;

  constructor(port: number, data: string, env: Record<string, string>, cwd: string) {
    this.url = `http://127.0.0.1:${port}`;
    this.#parameters = ["--port", String(port), "--data", data];
    this.#env = env;
    this.#cwd = cwd;
  }

  async start(): Promise<void> {
    this.#command = startCommand(this.#parameters, this.#env, this.#cwd);
    await this.#command.ready;
  }

  async end(signal: NodeJS.Signals): Promise<void> {
    this.#command?.child.kill(signal);
    await this.#command?.finished;
  }
}

let folder: string;
let missing = "";
let clickHouse: ClickHouseServer | undefined;
let postgres: PostgresServer | undefined;
let bucket: S3Server | undefined;
const services: Service[] = [];

beforeAll(async () => {
  const [found, built] = await Promise.all([postgresPrograms(), s3Program()]);
  if ("missing" in found || "missing" in built) {
    missing = "missing" in found ? found.missing : (built as { missing: string }).missing;
    console.warn(`skipped: ${missing}`);
    return;
  }
  folder = await mkdtemp(join(tmpdir(), "svc-kills-"));
  const cwd = await installed("clickhouse");
  [clickHouse, postgres, bucket] = await Promise.all([
    startClickHouse(cwd),
    startPostgres(found.programs),
    startS3Server(built.program),
  ]);
  const env = { ...bucket.env, SVC_STORE_URL: clickHouse.url, SVC_DOCUMENTS_URL: postgres.url };
  for (const name of ["one", "other"]) services.push(new Service(await freePort(), join(folder, name), env, cwd));
  // Together, so that both prepare the tables.
  await Promise.all(services.map(async (service) => service.start()));
}, START_TIMEOUT_MS);
beforeEach(({ skip }) => skip(missing !== "", missing));
afterAll(async () => {
  await Promise.all(services.map(async (service) => service.end("SIGTERM")));
  await Promise.all([clickHouse?.close(), postgres?.close(), bucket?.close()]);
  if (missing === "") await rm(folder, { recursive: true });
});

it(
  `loses nothing that was answered, and stores nothing twice, in ${KILLS} kills`,
  async () => {
    const answered: number[] = [];
    const over = new AbortController();
    let progress = Promise.withResolvers<void>();
    const sender = async (first: number): Promise<void> => {
      for (let number = first; !over.signal.aborted; number += SENDERS) {
        await untilAnswered(number, async (service) => (await sendBatch(service, number)) === 200);
        await untilAnswered(number, async (service) => (await sendRecords(service, number)).every((one) => one < 300));
        await untilAnswered(number, async (service) => sendMedia(service, number));
        // A sender that has not seen the answer sends again, wherever the load balancer leads.
        if (number % 3 === 0)
          await untilAnswered(number + 1, async (service) => (await sendBatch(service, number)) === 200);
        answered.push(number);
        progress.resolve();
        progress = Promise.withResolvers();
      }
    };
    const senders = Array.from({ length: SENDERS }, async (_, index) => sender(index));
    for (let kill = 1; kill <= KILLS; kill += 1) {
      while (answered.length < kill * BATCHES) await Promise.race([progress.promise, ...senders]);
      const service = serviceOf(kill);
      await service.end("SIGKILL");
      await service.start();
    }
    over.abort();
    await Promise.all(senders);

    const call = callsOf(() => serviceOf(0));
    for (const number of answered) {
      const { data } = await observations(asServer(serviceOf(number)), { traceId: traceId(number), limit: "1000" });
      expect(new Set(data.map(({ id }) => id)).size).toBe(SPANS);
      expect(data).toHaveLength(SPANS);
      expect((await call("GET", `/v3/scores?traceId=${traceId(number)}`)).body.data.map(({ id }) => id)).toEqual([
        `score-${number}`,
      ]);
      expect((await call("GET", `/dataset-items/item-${number}`)).status).toBe(200);
      expect(await mediaOf(number)).toBe(contentOf(number).toString());
    }
    const rows = await clickHouse?.query("SELECT count() AS count FROM observations FINAL FORMAT JSONEachRow");
    expect(Number(rows?.[0]?.["count"])).toBe(answered.length * SPANS);
    expect(answered.length).toBeGreaterThanOrEqual(KILLS * BATCHES);
  },
  60_000 + KILLS * 15_000,
);

function serviceOf(number: number): Service {
  const service = services[number % services.length];
  if (service === undefined) throw new Error("no service runs");
  return service;
}

function asServer(service: Service): Parameters<typeof observations>[0] {
  return service;
}

/** Sends until a service has answered, to each in turn, as a client behind a load balancer does. */
async function untilAnswered(number: number, send: (service: Service) => Promise<boolean>): Promise<void> {
  for (let attempt = 0; attempt < 1_000; attempt += 1) {
    try {
      if (await send(serviceOf(number + attempt))) return;
    } catch (error) {
      // The service was killed before or while it answered.
      if (!(error instanceof TypeError)) throw error;
    }
  }
  throw new Error(`batch ${number} was not answered`);
}

const traceId = (number: number): string => (number + 1).toString(16).padStart(32, "0");

async function sendBatch(service: Service, number: number): Promise<number> {
  const spans = Array.from({ length: SPANS }, (_, index) => ({
    traceId: traceId(number),
    spanId: (index + 1).toString(16).padStart(16, "0"),
    start: SPAN_START,
    end: SPAN_START + index,
    attributes: { "svc.observation.input": `question ${index} of batch ${number}` },
  }));
  const response = await post(service, gzip(protobufExport({ spans })), { "content-encoding": "gzip" });
  await response.arrayBuffer();
  return response.status;
}

/** Writes a score, which is in ClickHouse, and an item of a dataset, which is in PostgreSQL. */
async function sendRecords(service: Service, number: number): Promise<number[]> {
  const call = callsOf(() => service);
  const score = { id: `score-${number}`, name: "quality", value: 1, traceId: traceId(number) };
  return [
    (await call("POST", "/scores", score)).status,
    (await call("POST", "/v2/datasets", { name: "of kills" })).status,
    (await call("POST", "/dataset-items", { id: `item-${number}`, datasetName: "of kills", input: number })).status,
  ];
}

const contentOf = (number: number): Buffer => Buffer.from(`content of batch ${number}`);

const hashOf = (number: number): string => createHash("sha256").update(contentOf(number)).digest("base64");

/** Uploads a content into the bucket. Resolves to true when the service has confirmed it. */
async function sendMedia(service: Service, number: number): Promise<boolean> {
  const call = callsOf(() => service);
  const content = contentOf(number);
  const announced = { contentType: "text/plain", contentLength: content.length, sha256Hash: hashOf(number) };
  const { status, body } = await call("POST", "/media", { ...announced, traceId: traceId(number), field: "input" });
  if (status >= 300) return false;
  const { uploadUrl, mediaId } = body as { uploadUrl?: string | null; mediaId?: string };
  // A content that is confirmed already is not uploaded again.
  if (uploadUrl === null || uploadUrl === undefined) return true;
  const headers = { "content-type": "text/plain", "x-amz-checksum-sha256": hashOf(number) };
  const put = await fetch(uploadUrl, { method: "PUT", headers, body: new Uint8Array(content) });
  const uploaded = { uploadedAt: new Date().toISOString(), uploadHttpStatus: put.status };
  return put.ok && (await call("PATCH", `/media/${mediaId}`, uploaded)).status < 300;
}

/** Returns the content of a batch as readers get it from the bucket. */
async function mediaOf(number: number): Promise<string> {
  const id = hashOf(number).slice(0, 22).replaceAll("+", "-").replaceAll("/", "_");
  const { body } = await callsOf(() => serviceOf(number))("GET", `/media/${id}`);
  return (await fetch(String(body["url"]))).text();
}
