import { createHash, randomBytes } from "node:crypto";
import { existsSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { SvcMedia, SvcMediaReference, uploadMedia } from "@svc/core";
import { LOCAL_KEYS, basicAuthorization } from "@svc/core/internal";
import { type RunningServer, startServer } from "@svc/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LocalMedia } from "../../../../src/server/storage/media/local-media.ts";
import { type Answered, type Call, callsOf } from "../../../support/server/api-calls.ts";
import { folderOfAllTests, folderOfTest } from "../../../support/temporary-folder.ts";

const directory = folderOfAllTests("media");
let onDisk: RunningServer;
let inMemory: RunningServer;
beforeAll(async () => {
  onDisk = await startServer({ port: 0, dataDirectory: directory });
  inMemory = await startServer({ port: 0, memory: true });
});
afterAll(async () => {
  await Promise.all([onDisk.close(), inMemory.close()]);
});

const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("base64");

async function announce(call: Call, bytes: Uint8Array, fields: Record<string, unknown> = {}): Promise<Answered> {
  const announced = { contentType: "image/png", contentLength: bytes.length, sha256Hash: hashOf(bytes) };
  return call("POST", "/media", { ...announced, traceId: "t", field: "input", ...fields });
}

async function put(url: unknown, bytes: Uint8Array, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(String(url), {
    method: "PUT",
    headers: { "content-type": "image/png", ...headers },
    body: Buffer.from(bytes),
  });
}

/** Returns the paths of the files that this process has open, as Linux lists them; elsewhere none. */
function openFiles(): string[] {
  const folder = "/proc/self/fd";
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((descriptor) => {
    try {
      return readlinkSync(join(folder, descriptor));
    } catch {
      // The descriptor of this listing is closed already.
      return [];
    }
  });
}

const uploaded = { uploadedAt: "2026-01-02T03:04:05.000Z", uploadHttpStatus: 200, uploadTimeMs: 12 };

describe.each([
  ["on disk", () => onDisk],
  ["in memory", () => inMemory],
])("media %s", (_, server) => {
  const call = callsOf(server);

  test("are announced, uploaded, confirmed and downloaded", async () => {
    const bytes = randomBytes(300_000);
    const { status, body } = await announce(call, bytes, { observationId: "o" });
    const mediaId = hashOf(bytes).slice(0, 22).replaceAll("+", "-").replaceAll("/", "_");
    expect([status, body]).toEqual([201, { mediaId, uploadUrl: expect.stringContaining(server().url) }]);
    expect((await call("GET", `/media/${mediaId}`)).status).toBe(404);
    expect((await put(body["uploadUrl"], bytes, { "x-amz-checksum-sha256": hashOf(bytes) })).status).toBe(200);
    expect((await call("GET", `/media/${mediaId}`)).status).toBe(404);
    expect((await call("PATCH", `/media/${mediaId}`, uploaded)).body).toEqual({ message: "OK" });
    const { body: media } = await call("GET", `/media/${mediaId}`);
    expect(media).toEqual({
      mediaId,
      contentType: "image/png",
      contentLength: 300_000,
      uploadedAt: "2026-01-02T03:04:05.000Z",
      url: expect.any(String),
      urlExpiry: expect.any(String),
    });
    expect(Date.parse(String(media["urlExpiry"])) - Date.now()).toBeGreaterThan(3_500_000);
    const fetched = await fetch(String(media["url"]));
    expect(fetched.headers.get("content-type")).toBe("image/png");
    expect(fetched.headers.get("content-security-policy")).toContain("sandbox");
    expect(Buffer.from(await fetched.arrayBuffer()).equals(bytes)).toBe(true);
  });

  test("answer HEAD with the headers of GET, and leave no file open", async () => {
    const bytes = randomBytes(300_000);
    const { body } = await announce(call, bytes);
    await put(body["uploadUrl"], bytes);
    const mediaId = String(body["mediaId"]);
    await call("PATCH", `/media/${mediaId}`, uploaded);
    const url = String((await call("GET", `/media/${mediaId}`)).body["url"]);
    const head = await fetch(url, { method: "HEAD" });
    expect([head.status, head.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(openFiles().filter((file) => file.includes(mediaId))).toEqual([]);
    const fetched = await fetch(url);
    expect(fetched.headers.get("content-length")).toBe(head.headers.get("content-length"));
    await fetched.arrayBuffer();
  });

  test("with a failed upload do not exist", async () => {
    const bytes = randomBytes(10);
    const { body } = await announce(call, bytes);
    await put(body["uploadUrl"], bytes);
    await call("PATCH", `/media/${String(body["mediaId"])}`, {
      ...uploaded,
      uploadHttpStatus: 500,
      uploadHttpError: "no",
    });
    expect((await call("GET", `/media/${String(body["mediaId"])}`)).status).toBe(404);
  });

  test("confirmed without an upload do not exist", async () => {
    const { body } = await announce(call, randomBytes(10));
    await call("PATCH", `/media/${String(body["mediaId"])}`, uploaded);
    expect((await call("GET", `/media/${String(body["mediaId"])}`)).status).toBe(404);
  });

  test.each<[string, (bytes: Buffer) => [Uint8Array, Record<string, string>?], number, string]>([
    ["another content", (bytes) => [Buffer.alloc(bytes.length)], 400, "another SHA-256"],
    ["less", (bytes) => [bytes.subarray(1)], 400, "has 99 bytes, 100 were announced"],
    ["more", (bytes) => [Buffer.concat([bytes, bytes])], 400, "more than the 100 bytes"],
    ["nothing", () => [Buffer.alloc(0)], 400, "has 0 bytes"],
    [
      "another type",
      (bytes) => [bytes, { "content-type": "image/gif" }],
      403,
      "not made by this service, or was changed",
    ],
    ["another checksum", (bytes) => [bytes, { "x-amz-checksum-sha256": "AAAA" }], 400, "x-amz-checksum-sha256"],
  ])("are rejected when %s is uploaded", async (_what, made, status, reason) => {
    const bytes = randomBytes(100);
    const { body } = await announce(call, bytes);
    const [sent, headers] = made(bytes);
    const response = await put(body["uploadUrl"], sent, headers);
    expect([response.status, await response.text()]).toEqual([status, expect.stringContaining(reason)]);
    await call("PATCH", `/media/${String(body["mediaId"])}`, uploaded);
    expect((await call("GET", `/media/${String(body["mediaId"])}`)).status).toBe(404);
  });

  test("do not exist after an interrupted upload", async () => {
    const bytes = randomBytes(100_000);
    const { body } = await announce(call, bytes);
    await new Promise<void>((resolve) => {
      const headers = { "content-type": "image/png", "content-length": String(bytes.length) };
      const sending = request(String(body["uploadUrl"]), { method: "PUT", headers });
      sending.on("error", () => resolve());
      sending.write(bytes.subarray(0, 50_000), () => sending.destroy(new Error("cut")));
    });
    await call("PATCH", `/media/${String(body["mediaId"])}`, uploaded);
    expect((await call("GET", `/media/${String(body["mediaId"])}`)).status).toBe(404);
    expect((await put(body["uploadUrl"], bytes)).status).toBe(200);
    expect((await call("GET", `/media/${String(body["mediaId"])}`)).status).toBe(200);
  });

  test("cannot be fetched by a changed URL", async () => {
    const bytes = randomBytes(10);
    const { body } = await announce(call, bytes);
    const url = new URL(String(body["uploadUrl"]));
    const changed: Array<(changing: URL) => void> = [
      (one) => (one.pathname = one.pathname.replace(/[^/]+$/, "A".repeat(22))),
      (one) => (one.pathname = one.pathname.replace(/[^/]+\/([^/]+)$/, "other/$1")),
      (one) => (one.pathname = one.pathname.replace(/[^/]+$/, "..%2F..%2Fobservations.sqlite")),
      (one) => one.searchParams.set("expires", String(Date.now() * 2)),
      (one) => one.searchParams.set("signature", "0".repeat(64)),
      (one) => one.searchParams.delete("signature"),
      (one) => (one.search = ""),
    ];
    for (const change of changed) {
      const other = new URL(url);
      change(other);
      expect((await put(other.href, bytes)).status).toBe(403);
      expect((await fetch(other)).status).toBe(403);
    }
    expect((await fetch(url)).status).toBe(403);
  });

  test.each<[string, Record<string, unknown>]>([
    ["no place", { traceId: undefined }],
    ["two places", { datasetId: "d", datasetItemId: "i" }],
    ["a dataset without item", { traceId: null, datasetId: "d" }],
    ["an unknown dataset", { traceId: null, datasetId: "d", datasetItemId: "i" }],
    ["an observation without trace", { traceId: null, observationId: "o" }],
    ["a field of another place", { field: "expectedOutput" }],
    ["a text that is no hash", { sha256Hash: "?".repeat(44) }],
    ["a hash that is short", { sha256Hash: "AAAA" }],
    ["no bytes", { contentLength: 0 }],
    ["too many bytes", { contentLength: 1_000_000_001 }],
    ["an unknown type", { contentType: "image/unknown" }],
  ])("are rejected with %s", async (_what, fields) => {
    expect((await announce(call, randomBytes(10), fields)).status).toBe(400);
  });

  test("are answered 404 if unknown", async () => {
    expect((await call("GET", "/media/nothing")).status).toBe(404);
    expect((await call("PATCH", "/media/nothing", uploaded)).status).toBe(404);
  });

  test("are uploaded and fetched by the SDK", async () => {
    const bytes = randomBytes(1_000);
    const media = new SvcMedia({ source: "bytes", contentBytes: bytes, contentType: "image/png" });
    const content = { bytes: new Uint8Array(bytes), contentType: "image/png" as const };
    await uploadMedia({
      media: content,
      place: { traceId: "sdk", field: "output" },
      baseUrl: server().url,
      headers: { authorization: basicAuthorization(LOCAL_KEYS.publicKey, LOCAL_KEYS.secretKey) },
      timeoutMs: 5000,
    });
    const { body } = await call("GET", `/media/${encodeURIComponent((await media.getId()) ?? "")}`);
    const reference = new SvcMediaReference({
      mediaId: String(body["mediaId"]),
      source: "bytes",
      contentType: "image/png",
      url: String(body["url"]),
      urlExpiry: String(body["urlExpiry"]),
    });
    expect(reference.isUrlExpired()).toBe(false);
    expect(Buffer.from(await reference.fetchBytes()).equals(bytes)).toBe(true);
  });
});

test("rejected contents leave no files, and stored ones survive a restart with their URLs", async () => {
  const own = folderOfTest("media");
  let server = await startServer({ port: 0, dataDirectory: own });
  const call = callsOf(() => server);
  const [good, bad] = [randomBytes(10), randomBytes(10)];
  const { body } = await announce(call, good);
  const { body: refused } = await announce(call, bad);
  await put(body["uploadUrl"], good);
  await put(refused["uploadUrl"], good);
  await call("PATCH", `/media/${String(body["mediaId"])}`, uploaded);
  expect(readdirSync(join(own, "media", server.projectId))).toEqual([body["mediaId"]]);
  const { body: media } = await call("GET", `/media/${String(body["mediaId"])}`);
  await server.close();
  server = await startServer({ port: 0, dataDirectory: own });
  const url = new URL(String(media["url"]));
  url.port = String(server.port);
  expect(Buffer.from(await (await fetch(url)).arrayBuffer()).equals(good)).toBe(true);
  await server.close();
});

test("whose content was lost are answered as not found", async () => {
  const own = folderOfTest("media");
  const server = await startServer({ port: 0, dataDirectory: own });
  const call = callsOf(() => server);
  const bytes = randomBytes(10);
  const { body } = await announce(call, bytes);
  await put(body["uploadUrl"], bytes);
  await call("PATCH", `/media/${String(body["mediaId"])}`, uploaded);
  const { body: media } = await call("GET", `/media/${String(body["mediaId"])}`);
  rmSync(join(own, "media"), { recursive: true });
  const fetched = await fetch(String(media["url"]));
  expect([fetched.status, await fetched.json()]).toMatchObject([404, { error: "SvcNotFoundError" }]);
  await server.close();
});

test("whose content is missing in memory are not read as an empty content", async () => {
  expect(await new LocalMedia(undefined).read({ projectId: "project", id: "media" })).toBeUndefined();
});

test("have addresses at the public address of the service, which its page loads pictures from", async () => {
  const publicUrl = "https://traces.example.com";
  const server = await startServer({ port: 0, memory: true, publicUrl, openToThisMachine: true });
  const call = callsOf(() => server);
  const bytes = randomBytes(10);
  const { body } = await announce(call, bytes);
  const sent = new URL(String(body["uploadUrl"]));
  expect(sent.origin).toBe(publicUrl);
  // The proxy at that address passes the request on.
  await put(server.url + sent.pathname + sent.search, bytes);
  await call("PATCH", `/media/${String(body["mediaId"])}`, uploaded);
  const { body: media } = await call("GET", `/media/${String(body["mediaId"])}`);
  expect(new URL(String(media["url"])).origin).toBe(publicUrl);
  await call("POST", "/v2/datasets", { name: "with-media" });
  const input = `@@@svcMedia:type=image/png|id=${String(body["mediaId"])}|source=bytes@@@`;
  const { body: item } = await call("POST", "/dataset-items", { datasetName: "with-media", input });
  const [reference] = item["mediaReferences"] as Array<{ media: { url: string } }>;
  expect(new URL(String(reference?.media.url)).origin).toBe(publicUrl);
  const page = await fetch(`${server.url}/project/${server.projectId}/traces`);
  expect(page.headers.get("content-security-policy")).toContain(`img-src 'self' data: ${publicUrl};`);
  await server.close();
});
