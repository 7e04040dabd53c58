// Contents of media: clients put and fetch them in the same way wherever they are kept, and get the same answers.
import { createHash, randomBytes } from "node:crypto";
import { SvcMediaReference, uploadMedia } from "@svc/core";
import { LOCAL_KEYS, basicAuthorization } from "@svc/core/internal";
import { expect, test } from "vitest";
import { type Answered, callsOf } from "../../support/server/api-calls.ts";
import { send } from "../../support/server/otlp-calls.ts";
import { describeOnEngines } from "../../support/storage/describe-on-engines.ts";
import { MEDIA_ENGINES } from "../../support/storage/storage-engines.ts";

const TRACE = "4".repeat(32);
const UPLOADED = { uploadedAt: "2026-01-02T03:04:05.000Z", uploadHttpStatus: 200, uploadTimeMs: 12 };

const hashOf = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("base64");
const idOf = (bytes: Uint8Array): string => hashOf(bytes).slice(0, 22).replaceAll("+", "-").replaceAll("/", "_");

async function put(url: unknown, bytes: Uint8Array, headers: Record<string, string> = {}): Promise<number> {
  // The headers that the clients of this repository send.
  const sent = {
    "content-type": "image/png",
    "x-amz-checksum-sha256": hashOf(bytes),
    "x-ms-blob-type": "BlockBlob",
    ...headers,
  };
  const response = await fetch(String(url), { method: "PUT", headers: sent, body: Buffer.from(bytes) });
  await response.arrayBuffer();
  return response.status;
}

async function bytesAt(url: unknown): Promise<Buffer> {
  const response = await fetch(String(url));
  const bytes = Buffer.from(await response.arrayBuffer());
  if (response.status !== 200) throw new Error(`status ${response.status}: ${bytes.toString().slice(0, 500)}`);
  return bytes;
}

describeOnEngines(MEDIA_ENGINES, "media", (service) => {
  const call = callsOf(() => service().server);
  const announce = async (bytes: Uint8Array, fields: Record<string, unknown> = {}): Promise<Answered> =>
    call("POST", "/media", {
      contentType: "image/png",
      contentLength: bytes.length,
      sha256Hash: hashOf(bytes),
      traceId: TRACE,
      field: "input",
      ...fields,
    });
  const confirm = async (bytes: Uint8Array, fields = {}): Promise<Answered> =>
    call("PATCH", `/media/${idOf(bytes)}`, { ...UPLOADED, ...fields });
  const read = async (bytes: Uint8Array): Promise<Answered> => call("GET", `/media/${idOf(bytes)}`);
  const upload = async (
    bytes: Uint8Array,
    fields: { contentType?: string; [name: string]: unknown } = {},
  ): Promise<void> => {
    const { body } = await announce(bytes, fields);
    expect(await put(body["uploadUrl"], bytes, { "content-type": fields.contentType ?? "image/png" })).toBe(200);
    expect((await confirm(bytes)).status).toBe(200);
  };

  test.each([1, 300_000, 6_000_000])("%i bytes are announced, put, confirmed and fetched", async (size) => {
    const bytes = randomBytes(size);
    const { status, body } = await announce(bytes);
    expect([status, body]).toEqual([201, { mediaId: idOf(bytes), uploadUrl: expect.stringMatching(/^http/) }]);
    expect((await read(bytes)).status).toBe(404);
    expect(await put(body["uploadUrl"], bytes)).toBe(200);
    expect((await read(bytes)).status).toBe(404);
    expect((await confirm(bytes)).body).toEqual({ message: "OK" });
    const { body: media } = await read(bytes);
    expect(media).toEqual({
      mediaId: idOf(bytes),
      contentType: "image/png",
      contentLength: size,
      uploadedAt: UPLOADED.uploadedAt,
      url: expect.any(String),
      urlExpiry: expect.any(String),
    });
    expect(Math.abs(Date.parse(String(media["urlExpiry"])) - Date.now() - 3_600_000)).toBeLessThan(60_000);
    const fetched = await fetch(String(media["url"]));
    expect([fetched.status, fetched.headers.get("content-type")]).toEqual([200, "image/png"]);
    expect(hashOf(Buffer.from(await fetched.arrayBuffer()))).toBe(hashOf(bytes));
  });

  test.each<[string, (bytes: Buffer) => [Uint8Array, Record<string, string>?]]>([
    ["another content", (bytes) => [Buffer.alloc(bytes.length)]],
    [
      "another content under the hash that was announced",
      (bytes) => [Buffer.alloc(bytes.length), { "x-amz-checksum-sha256": hashOf(bytes) }],
    ],
    ["less", (bytes) => [bytes.subarray(1)]],
    ["more", (bytes) => [Buffer.concat([bytes, bytes])]],
    ["nothing", () => [Buffer.alloc(0)]],
    ["another type", (bytes) => [bytes, { "content-type": "text/html" }]],
  ])("a put of %s is refused, and the media does not exist", async (_what, made) => {
    const bytes = randomBytes(100);
    const { body } = await announce(bytes);
    const [sent, headers] = made(bytes);
    const status = await put(body["uploadUrl"], sent, headers);
    expect([400, 403]).toContain(status);
    await confirm(bytes);
    expect((await read(bytes)).status).toBe(404);
  });

  test("a refused put can be made again rightly", async () => {
    const bytes = randomBytes(100);
    const { body } = await announce(bytes);
    await put(body["uploadUrl"], Buffer.alloc(100));
    await confirm(bytes);
    expect(await put(body["uploadUrl"], bytes)).toBe(200);
    await confirm(bytes);
    expect(await bytesAt((await read(bytes)).body["url"])).toEqual(bytes);
  });

  test("media confirmed without an upload, or with a failed one, do not exist", async () => {
    const [never, failed] = [randomBytes(100), randomBytes(100)];
    await announce(never);
    expect((await confirm(never)).status).toBe(200);
    const { body } = await announce(failed);
    await put(body["uploadUrl"], failed);
    await confirm(failed, { uploadHttpStatus: 500, uploadHttpError: "no" });
    expect([(await read(never)).status, (await read(failed)).status]).toEqual([404, 404]);
  });

  test("unknown media are answered 404", async () => {
    expect((await call("GET", "/media/nothing")).status).toBe(404);
    expect((await call("PATCH", "/media/nothing", UPLOADED)).status).toBe(404);
  });

  test.each([
    ["for another trace", { traceId: "another" }],
    ["as another type", { contentType: "image/gif" }],
    ["as a page", { contentType: "text/html" }],
    ["with another length", { contentLength: 5 }],
  ])("a content that is there stays as it is when it is announced %s", async (_how, fields) => {
    const bytes = randomBytes(100);
    await upload(bytes);
    const before = (await read(bytes)).body["url"];
    expect((await announce(bytes, fields)).body["uploadUrl"]).toBeNull();
    const { body } = await read(bytes);
    expect([body["contentType"], body["contentLength"]]).toEqual(["image/png", 100]);
    const fetched = await fetch(String(before));
    expect(fetched.headers.get("content-type")).toBe("image/png");
    expect(Buffer.from(await fetched.arrayBuffer())).toEqual(bytes);
  });

  test("a content that has not arrived is announced again as another type", async () => {
    const bytes = randomBytes(100);
    await announce(bytes);
    await upload(bytes, { contentType: "image/gif" });
    const { body } = await read(bytes);
    const fetched = await fetch(String(body["url"]));
    expect([body["contentType"], fetched.headers.get("content-type")]).toEqual(["image/gif", "image/gif"]);
    await fetched.arrayBuffer();
  });

  test.each([
    ["image/png", "inline"],
    ["audio/mpeg", "inline"],
    ["video/mp4", "inline"],
    ["application/pdf", "inline"],
    ["image/svg+xml", "attachment"],
    ["text/html", "attachment"],
    ["text/plain", "attachment"],
    ["application/json", "attachment"],
  ])("a content of the type %s is sent as %s, and kept nowhere on the way", async (contentType, disposition) => {
    const bytes = randomBytes(100);
    await upload(bytes, { contentType });
    const { headers } = await fetch(String((await read(bytes)).body["url"]));
    expect([headers.get("content-disposition"), headers.get("cache-control")]).toEqual([
      disposition,
      "private, no-store",
    ]);
  });

  test("a content that clients upload together is one media", async () => {
    const bytes = randomBytes(50_000);
    const addresses = await Promise.all(
      Array.from({ length: 6 }, async () => (await announce(bytes)).body["uploadUrl"]),
    );
    expect(await Promise.all(addresses.map(async (url) => put(url, bytes)))).toEqual(addresses.map(() => 200));
    await Promise.all(addresses.map(async () => confirm(bytes)));
    expect(await bytesAt((await read(bytes)).body["url"])).toEqual(bytes);
  });

  test("an address opens one content for one use", async () => {
    const bytes = randomBytes(100);
    const { body } = await announce(bytes);
    const address = new URL(String(body["uploadUrl"]));
    const other = new URL(address);
    other.pathname = other.pathname.replace(/[^/]+$/, "A".repeat(22));
    expect(await put(other, bytes)).toBe(403);
    expect((await fetch(address)).status).toBe(403);
    const unsigned = new URL(address);
    unsigned.search = "";
    expect(await put(unsigned, bytes)).toBe(403);
  });

  test("the SDK uploads media and fetches them", async () => {
    const bytes = new Uint8Array(randomBytes(1_000));
    await uploadMedia({
      media: { bytes, contentType: "image/png" },
      place: { traceId: "sdk", field: "output" },
      baseUrl: service().server.url,
      headers: { authorization: basicAuthorization(LOCAL_KEYS.publicKey, LOCAL_KEYS.secretKey) },
      timeoutMs: 5000,
    });
    const { body } = await read(bytes);
    const [url, urlExpiry] = [String(body["url"]), String(body["urlExpiry"])];
    const reference = new SvcMediaReference({
      mediaId: idOf(bytes),
      source: "bytes",
      contentType: "image/png",
      url,
      urlExpiry,
    });
    expect(Buffer.from(await reference.fetchBytes())).toEqual(Buffer.from(bytes));
  });

  test("an item of a dataset has the addresses of its media", async () => {
    const bytes = randomBytes(100);
    const { body: dataset } = await call("POST", "/v2/datasets", { name: "with-media" });
    await upload(bytes, { traceId: undefined, datasetId: dataset.id, datasetItemId: "item" });
    const input = [`@@@svcMedia:type=image/png|id=${idOf(bytes)}|source=bytes@@@`];
    const { body } = await call("POST", "/dataset-items", { datasetName: "with-media", id: "item", input });
    const [reference] = body["mediaReferences"] as Array<{ jsonPath: string; media: { url: string } }>;
    expect(reference?.jsonPath).toBe("$[0]");
    expect(await bytesAt(reference?.media.url)).toEqual(bytes);
  });

  test("a removed trace takes the contents along that nothing else uses", async () => {
    const server = service().server;
    const [own, shared] = [randomBytes(100), randomBytes(100)];
    const [traceId, other] = ["5".repeat(32), "6".repeat(32)];
    await send(server, { spans: [{ traceId }, { traceId: other, spanId: "6".repeat(16) }] });
    await upload(own, { traceId });
    await upload(shared, { traceId });
    await announce(shared, { traceId: other });
    const url = String((await read(own)).body["url"]);
    expect((await call("DELETE", `/traces/${traceId}`)).status).toBe(200);
    expect([(await read(own)).status, (await fetch(url)).status]).toEqual([404, 404]);
    expect(await bytesAt((await read(shared)).body["url"])).toEqual(shared);
    await upload(own, { traceId: other });
    expect(await bytesAt((await read(own)).body["url"])).toEqual(own);
  });

  test("contents and their addresses outlive a restart", async ({ skip }) => {
    skip(service().dataDirectory === undefined, "the data are in memory");
    const bytes = randomBytes(100);
    await upload(bytes);
    await service().restart();
    expect(await bytesAt((await read(bytes)).body["url"])).toEqual(bytes);
  });
});
