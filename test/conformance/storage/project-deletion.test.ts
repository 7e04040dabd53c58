// A project that is deleted while it receives leaves nothing behind, in no table and no file, whatever was on its way.
import { createHash, randomBytes } from "node:crypto";
import { once } from "node:events";
import { writeFile } from "node:fs/promises";
import { connect } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { OTLP_TRACES_PATH, basicAuthorization } from "@svc/core/internal";
import { beforeAll, expect, test, vi } from "vitest";
import { type Call, callsOf } from "../../support/server/api-calls.ts";
import { makeKeys } from "../../support/server/api-keys.ts";
import { jsonExport, protobufExport } from "../../support/server/otlp-calls.ts";
import { type Finished, addressIn, runCommand, startCommand } from "../../support/server/server-command.ts";
import { describeOnEngines } from "../../support/storage/describe-on-engines.ts";
import { rowsOfProject } from "../../support/storage/rows-of-project.ts";
import { LASTING_ENGINES } from "../../support/storage/storage-engines.ts";
import { folderOfTest } from "../../support/temporary-folder.ts";

const SENDERS = 4;
/** Answers after which a project is deleted. */
const ANSWERS = 12;

interface Project {
  id: string;
  authorization: string;
}

let number = 0;

/** Kinds of requests that store something, each with the statuses of success. */
const WRITES: ReadonlyArray<(url: string, project: Project) => Promise<number>> = [
  async (url, project) =>
    sendSpans(
      url,
      project,
      Array.from({ length: 20 }, () => hex(16)),
    ),
  json("/scores", () => ({ traceId: hex(16), name: "n", value: 1 })),
  json("/v2/prompts", () => ({ name: "together", prompt: "text" })),
  json("/v2/datasets", () => ({ name: `d-${++number}` })),
  async (url, project) => {
    const objectId = hex(16);
    const sent = await sendSpans(url, project, [objectId]);
    if (sent !== 200) return sent;
    return json("/comments", ({ id }) => ({ projectId: id, objectType: "TRACE", objectId, content: "c" }))(
      url,
      project,
    );
  },
  json("/score-configs", () => ({ name: `c-${++number}`, dataType: "NUMERIC" })),
  json("/models", () => ({ modelName: `m-${++number}`, matchPattern: "^m$", unit: "TOKENS", inputPrice: 1 })),
  async (url, { authorization }) => {
    const bytes = randomBytes(20_000);
    const sha256Hash = createHash("sha256").update(bytes).digest("base64");
    const content = { contentType: "image/png", contentLength: bytes.length, sha256Hash };
    const headers = { authorization, "content-type": "application/json" };
    const body = JSON.stringify({ ...content, traceId: hex(16), field: "input" });
    const announced = await fetch(`${url}/api/public/media`, { method: "POST", headers, body });
    if (announced.status !== 201) return announced.status;
    const { uploadUrl } = (await announced.json()) as { uploadUrl: string };
    const put = { "content-type": "image/png", "x-amz-checksum-sha256": sha256Hash };
    const { status } = await fetch(uploadUrl, { method: "PUT", headers: put, body: bytes });
    return status === 404 ? 401 : status;
  },
];

async function sendSpans(url: string, { authorization }: Project, traceIds: readonly string[]): Promise<number> {
  const headers = { authorization, "content-type": "application/x-protobuf" };
  const body = protobufExport({ spans: traceIds.map((traceId) => ({ traceId, spanId: hex(8), name: "sent" })) });
  return (await fetch(url + OTLP_TRACES_PATH, { method: "POST", headers, body })).status;
}

function json(path: string, body: (project: Project) => unknown): (url: string, project: Project) => Promise<number> {
  return async (url, project) => {
    const headers = { authorization: project.authorization, "content-type": "application/json" };
    const request = { method: "POST", headers, body: JSON.stringify(body(project)) };
    return (await fetch(`${url}/api/public${path}`, request)).status;
  };
}

function hex(bytes: number): string {
  return randomBytes(bytes).toString("hex");
}

/** Sends to a project until its keys are refused. Returns the statuses that are neither a success nor this refusal. */
async function sendUntilRefused(url: string, project: Project, from: number, onAnswer: () => void): Promise<number[]> {
  const others: number[] = [];
  for (let index = from; ; index += 1) {
    const status = await WRITES[index % WRITES.length]!(url, project);
    if (status === 401) return others;
    if (status >= 300) others.push(status);
    onAnswer();
  }
}

describeOnEngines(LASTING_ENGINES, "a project that is deleted", (service) => {
  const call = callsOf(() => service().server);
  let authorization: string;
  beforeAll(async () => {
    authorization = await service().organizationKeys();
  });
  const asOrganization: Call = async (method, path, body) => call(method, path, body, authorization);

  async function newProject(): Promise<Project> {
    const { body } = await asOrganization("POST", "/projects", { name: `p-${++number}`, retention: 0 });
    const { body: keys } = await asOrganization("POST", `/projects/${body.id}/apiKeys`);
    return { id: body.id, authorization: basicAuthorization(String(keys["publicKey"]), String(keys["secretKey"])) };
  }

  /** Deletes a project while senders send to it. Resolves when all their requests are answered. */
  async function deleteWhileItReceives(project: Project, urls: readonly string[]): Promise<void> {
    let left = ANSWERS;
    let onEnough: () => void = () => undefined;
    const enough = new Promise<void>((resolve) => (onEnough = resolve));
    const senders = Array.from({ length: SENDERS }, async (_, index) =>
      sendUntilRefused(urls[index % urls.length]!, project, index * 2, () => {
        left -= 1;
        if (left === 0) onEnough();
      }),
    );
    await enough;
    expect((await asOrganization("DELETE", `/projects/${project.id}`)).status).toBe(202);
    expect((await Promise.all(senders)).flat()).toEqual([]);
  }

  test.each([1, 2, 3, 4])(
    "while four senders send everything that can be stored leaves nothing, round %i",
    async () => {
      const project = await newProject();
      await deleteWhileItReceives(project, [service().server.url]);
      expect(await service().rowsOf(project.id)).toEqual({});
      expect((await asOrganization("DELETE", `/projects/${project.id}`)).status).toBe(404);
    },
  );

  test("leaves nothing of what other processes were storing", async ({ skip }) => {
    skip(service().another === undefined, "no other process has the same data");
    const other = await service().another!();
    const project = await newProject();
    await deleteWhileItReceives(project, [other.url, service().server.url]);
    expect(await service().rowsOf(project.id)).toEqual({});
    await other.stop();
  });

  test("leaves nothing of an export whose keys were accepted before, and whose body arrives afterwards", async () => {
    const project = await newProject();
    const body = protobufExport({ spans: [{ traceId: hex(16), spanId: hex(8) }] });
    const { hostname, port } = new URL(service().server.url);
    const socket = connect(Number(port), hostname);
    await once(socket, "connect");
    const head = [
      `POST ${OTLP_TRACES_PATH} HTTP/1.1`,
      `Host: ${hostname}:${port}`,
      `Authorization: ${project.authorization}`,
      "Content-Type: application/x-protobuf",
      `Content-Length: ${body.length}`,
      "Expect: 100-continue",
      "Connection: close",
    ];
    socket.write(`${head.join("\r\n")}\r\n\r\n`);
    // The service asks for the body when it handles the request.
    expect(String((await once(socket, "data"))[0])).toContain("100 Continue");
    expect((await asOrganization("DELETE", `/projects/${project.id}`)).status).toBe(202);
    socket.write(body);
    let answer = "";
    for await (const chunk of socket) answer += String(chunk);
    expect(answer).toMatch(/^HTTP\/1\.1 401 [^]*was deleted/);
    expect(await service().rowsOf(project.id)).toEqual({});
  });

  test("gets no key any more", async () => {
    const { id } = await newProject();
    const made = await Promise.all([
      ...Array.from({ length: 8 }, async () => asOrganization("POST", `/projects/${id}/apiKeys`)),
      asOrganization("DELETE", `/projects/${id}`),
    ]);
    expect(made.map(({ status }) => status).filter((status) => ![201, 202, 404].includes(status))).toEqual([]);
    expect(await service().rowsOf(id)).toEqual({});
  });

  test.each([
    ["by a second request", async ({ id }: Project) => (await asOrganization("DELETE", `/projects/${id}`)).status, 202],
    ["by the retention", async () => (await service().command("prune")).code, 0],
  ])("loses what a process that crashed had stored for it, %s", async (_how, remove, expected) => {
    const project = await newProject();
    expect((await asOrganization("DELETE", `/projects/${project.id}`)).status).toBe(202);
    await service().leaveScore(project.id);
    expect(Object.keys(await service().rowsOf(project.id))).toHaveLength(1);
    expect(await remove(project)).toBe(expected);
    expect(await service().rowsOf(project.id)).toEqual({});
  });
});

test("a deletion that a crash interrupts is finished by a second request, or by the next start", async () => {
  const SPANS = 5_000;
  const directory = folderOfTest("deletion");
  const observationsOf = async (id: string): Promise<number> =>
    (await rowsOfProject({ dataDirectory: directory }, id))["observations"] ?? 0;
  const start = async (): Promise<{ url: string; end: (signal: NodeJS.Signals) => Promise<void> }> => {
    const { child, ready, finished } = startCommand(["--port", "0", "--data", directory]);
    const url = addressIn(await ready);
    const end = async (signal: NodeJS.Signals): Promise<void> => {
      child.kill(signal);
      await finished;
    };
    return { url, end };
  };

  const first = await start();
  let service = first;
  const asOrganization = callsOf(() => service, await makeKeys(directory, ["--organization"]));
  const ids: string[] = [];
  for (const name of ["repeated", "left"]) {
    const { body } = await asOrganization("POST", "/projects", { name, retention: 0 });
    ids.push(body.id);
    const { body: keys } = await asOrganization("POST", `/projects/${body.id}/apiKeys`);
    const authorization = basicAuthorization(String(keys["publicKey"]), String(keys["secretKey"]));
    const spans = Array.from({ length: SPANS }, () => ({ traceId: hex(16), spanId: hex(8) }));
    const headers = { authorization, "content-type": "application/x-protobuf" };
    const request = { method: "POST", headers, body: protobufExport({ spans }) };
    expect((await fetch(first.url + OTLP_TRACES_PATH, request)).status).toBe(200);
  }
  const [repeated = "", left = ""] = ids;
  const deletions = ids.map(async (id) => asOrganization("DELETE", `/projects/${id}`).catch(() => undefined));
  await vi.waitUntil(async () => (await observationsOf(left)) < SPANS, { timeout: 20_000, interval: 1 });
  await first.end("SIGKILL");
  await Promise.all(deletions);
  expect(await observationsOf(left)).toBeGreaterThan(0);

  service = await start();
  const { status } = await asOrganization("DELETE", `/projects/${repeated}`);
  expect([status, await rowsOfProject({ dataDirectory: directory }, repeated)]).toEqual([202, {}]);
  await vi.waitUntil(async () => (await observationsOf(left)) === 0, { timeout: 20_000, interval: 20 });
  expect(await rowsOfProject({ dataDirectory: directory }, left)).toEqual({});
  await service.end("SIGTERM");
});

test("rows of a project that does not exist are in no export, and an import leaves out those of an older file", async () => {
  const directory = folderOfTest("ownerless");
  const file = join(directory, "everything.jsonl");
  const inDirectory = ["--data", directory];
  const exportAll = async (): Promise<Finished> => runCommand(["export", "--all", ...inDirectory]);
  expect((await runCommand(["import", ...inDirectory], `${JSON.stringify(jsonExport({ spans: [{}] }))}\n`)).code).toBe(
    0,
  );
  const whole = await exportAll();
  const database = new DatabaseSync(join(directory, "observations.sqlite"));
  database.exec("UPDATE observations SET projectId = 'gone'");
  database.close();
  const { code, stdout, stderr } = await exportAll();
  expect([code, stderr]).toEqual([0, expect.stringContaining("left out what belongs to no project any more: 1 obs")]);
  expect(stdout).not.toContain('"gone"');

  // Files of older services have these rows.
  await writeFile(file, withOwner(whole.stdout, "gone"));
  const imported = await runCommand(["import", file, ...inDirectory]);
  expect([imported.code, imported.stdout]).toEqual([0, expect.stringMatching(/^observations +1 +0 +1 of no project/m)]);
});

/** Returns an export whose observations belong to another project, with the checksum that goes with them. */
function withOwner(exported: string, projectId: string): string {
  const lines = exported.trimEnd().split("\n");
  const hash = createHash("sha256");
  const changed = lines.map((line) => {
    const [kind, value] = JSON.parse(line) as [string, Record<string, unknown>];
    if (kind === "observations") {
      const row = JSON.stringify([kind, { ...value, projectId }]);
      hash.update(`${row}\n`);
      return row;
    }
    if (kind !== "end") return line;
    return JSON.stringify([kind, { ...value, observations: { count: 1, sha256: hash.digest("hex") } }]);
  });
  return `${changed.join("\n")}\n`;
}
