import { MediaManager, SvcClient, SvcMedia, SvcMediaReference } from "@svc/client";
import type { DatasetItem } from "@svc/core/api";
import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { recordingServiceOfEachTest, answerJson, type ReceivedRequest } from "../support/http/recording-service.ts";
import { startMediaService } from "../support/http/media-service.ts";
import { TEST_KEYS } from "../support/otlp/traced.ts";
import { logLinesOfEachTest } from "../support/log-lines.ts";

const DATASET = {
  id: "d-1",
  name: "capitals",
  description: null,
  metadata: { by: "hand" },
  projectId: "p-1",
  createdAt: "2026-01-01T00:00:00.000Z",
};
const item = (n: number, more: Partial<DatasetItem> = {}): object => ({
  id: `item-${n}`,
  datasetId: DATASET.id,
  datasetName: DATASET.name,
  status: "ACTIVE",
  input: `question ${n}`,
  expectedOutput: `answer ${n}`,
  metadata: null,
  mediaReferences: [],
  ...more,
});

let client: SvcClient;
let items: object[];

function answerDatasets(response: ServerResponse, _nth: number, { method, path, query, body }: ReceivedRequest): void {
  if (method === "POST") {
    answerJson(response, 200, { ...item(99), ...(body as object) });
  } else if (path === "/api/public/v2/datasets/capitals") {
    answerJson(response, 200, DATASET);
  } else if (path === "/api/public/dataset-items") {
    const [page, limit] = [Number(query["page"]), Number(query["limit"])];
    const data = items.slice((page - 1) * limit, page * limit);
    const meta = { page, limit, totalItems: items.length, totalPages: Math.ceil(items.length / limit) };
    answerJson(response, 200, { data, meta });
  } else {
    answerJson(response, 404, { message: "Dataset not found" });
  }
}

const logged = logLinesOfEachTest();
const service = recordingServiceOfEachTest(answerDatasets);
beforeEach(() => {
  items = [];
  client = new SvcClient({ ...TEST_KEYS, baseUrl: service.url });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
});

describe("dataset.get", () => {
  it("returns the dataset with all its items as plain objects", async () => {
    items = Array.from({ length: 120 }, (_, n) => item(n));
    const dataset = await client.dataset.get("capitals");
    expect(dataset).toMatchObject(DATASET);
    expect(dataset.items).toEqual(items);
    expect(dataset.items[0]).not.toHaveProperty("link");
    expect(JSON.parse(JSON.stringify(dataset.items))).toEqual(items);
    const pages = service.requests.slice(1).map(({ query }) => query);
    expect(pages).toEqual([1, 2, 3].map((page) => ({ datasetName: "capitals", page: String(page), limit: "50" })));
  });

  it("sends a page size and a version with every page", async () => {
    items = Array.from({ length: 5 }, (_, n) => item(n));
    const version = new Date("2026-02-03T04:05:06.000Z");
    const dataset = await client.dataset.get("capitals", { fetchItemsPageSize: 2, version });
    expect(dataset.items).toHaveLength(5);
    for (const { query } of service.requests.slice(1)) {
      expect(query).toMatchObject({ limit: "2", version: "2026-02-03T04:05:06.000Z" });
    }
    expect(service.requests).toHaveLength(4);
  });

  it("an empty dataset has no items", async () => expect((await client.dataset.get("capitals")).items).toEqual([]));

  it("rejects an unknown dataset with the service's message", async () => {
    await expect(client.dataset.get("rivers")).rejects.toThrow(/404.*Dataset not found/);
  });

  it.each(["", null, 7])("rejects the name %o", async (name) => {
    await expect(client.dataset.get(name as string)).rejects.toThrow(
      "A dataset's name must be a text that is not empty",
    );
  });

  it("rejects an invalid version", async () => {
    await expect(client.dataset.get("capitals", { version: "yesterday" })).rejects.toThrow("version");
  });

  it("puts references at the paths of media", async () => {
    const media = {
      mediaId: "m-1",
      contentType: "image/png",
      contentLength: 3,
      url: "https://s.example/m",
      urlExpiry: "2026-01-01T00:00:00Z",
    };
    const referenceString = "@@@svcMedia:type=image/png|id=m-1|source=bytes@@@";
    const reference = (field: "input", jsonPath: string) => ({ field, jsonPath, referenceString, media });
    const input = { "it's": [{ image: referenceString }], other: referenceString };
    items = [
      item(1, {
        input,
        expectedOutput: referenceString,
        mediaReferences: [
          reference("input", "$['it\\'s'][0]['image']"),
          reference("expectedOutput" as "input", "$"),
          reference("input", "$['nowhere'][0]"),
          reference("input", "no path"),
          reference("secret" as "input", "$"),
          { ...reference("input", "$['other']"), media: null as never },
        ],
      }),
    ];
    const [got] = (await client.dataset.get("capitals")).items as [DatasetItem];
    const placed = (got.input as typeof input)["it's"][0]!.image as unknown as SvcMediaReference;
    expect(placed).toBeInstanceOf(SvcMediaReference);
    expect(placed).toMatchObject({ mediaId: "m-1", contentType: "image/png", source: "bytes", contentLength: 3 });
    expect(got.expectedOutput).toBeInstanceOf(SvcMediaReference);
    expect((got.input as typeof input).other).toBe(referenceString);
    expect(JSON.stringify(got.input)).toBe(JSON.stringify(input));
    expect(logged.warnings().split("\n")).toHaveLength(3);
    expect(logged.warnings()).toContain("item-1");
  });
});

describe("dataset.get: media under any key", () => {
  const referenceString = "@@@svcMedia:type=image/png|id=m-1|source=bytes@@@";
  const KEYS = ["it's", "a\\b", "'", "\\", "\\'", "['x']", "a']['b", "", "0", "plain", "\\\\n"];

  it.each(KEYS)("%j", async (key) => {
    const input = { other: 1, [key]: [{ [key]: referenceString }] };
    const media = {
      mediaId: "m-1",
      contentType: "image/png",
      contentLength: 3,
      url: "http://x",
      urlExpiry: "2030-01-01",
    };
    const path = `$['${key}'][0]['${key}']`;
    items = [item(1, { input, mediaReferences: [{ field: "input", referenceString, jsonPath: path, media }] })];
    const [got] = (await client.dataset.get("capitals")).items as [DatasetItem];
    const [placed] = (got.input as Record<string, unknown>)[key] as [Record<string, unknown>];
    expect(placed[key]).toBeInstanceOf(SvcMediaReference);
    expect(placed[key]).toMatchObject({ mediaId: "m-1", referenceString });
    expect(JSON.stringify(got.input)).toBe(JSON.stringify(input));
    expect(logged.warnings()).toBe("");
  });
});

describe("dataset.get: the version", () => {
  it.each([
    [new Date("2026-10-06T12:00:00Z"), "2026-10-06T12:00:00.000Z"],
    ["2026-10-06T12:00:00Z", "2026-10-06T12:00:00.000Z"],
    [undefined, undefined],
  ])("%s is the dataset's", async (version, expected) => {
    const dataset = await client.dataset.get("capitals", version === undefined ? {} : { version });
    expect(dataset.version).toBe(expected);
  });
});

describe("dataset.createItem: media without content", () => {
  it.each([
    [{}, "The item for the dataset capitals has media without content."],
    [{ id: "" }, "The item for the dataset capitals has media without content."],
    [{ id: "item-7" }, 'The item "item-7" for the dataset capitals has media without content.'],
  ])("of an item with %j", async (id, message) => {
    const media = new SvcMedia({ base64DataUri: "no data URI", source: "base64_data_uri" });
    await expect(client.dataset.createItem({ datasetName: "capitals", input: { media }, ...id })).rejects.toThrow(
      message,
    );
  });
});

describe("dataset.createItem", () => {
  it("sends the item unchanged", async () => {
    const created = await client.dataset.createItem({
      datasetName: "capitals",
      input: { a: [1] },
      expectedOutput: "x",
    });
    expect(service.requests).toMatchObject([
      {
        method: "POST",
        path: "/api/public/dataset-items",
        body: { datasetName: "capitals", input: { a: [1] }, expectedOutput: "x" },
      },
    ]);
    expect(created).toMatchObject({ id: "item-99", input: { a: [1] } });
  });

  it("rejects a circular value with a clear error", async () => {
    const circle: Record<string, unknown> = {};
    circle["self"] = circle;
    await expect(client.dataset.createItem({ datasetName: "capitals", input: circle })).rejects.toThrow(/JSON/);
    expect(service.requests).toEqual([]);
  });

  it("rejects an empty dataset name", async () => {
    await expect(client.dataset.createItem({ datasetName: "" })).rejects.toThrow("A dataset's name");
  });
});

describe("dataset.createItem with media", () => {
  const png = new SvcMedia({ source: "bytes", contentBytes: utf8("picture"), contentType: "image/png" });
  const samePng = new SvcMedia({ source: "bytes", contentBytes: utf8("picture"), contentType: "image/png" });
  const wav = new SvcMedia({ source: "base64_data_uri", base64DataUri: `data:audio/wav;base64,${btoa("sound")}` });

  it("uploads each content once before the item, and replaces it by references", async () => {
    const storage = await startMediaService();
    service.answer = (response, nth, request) => {
      if (!request.path.startsWith("/api/public/media")) answerDatasets(response, nth, request);
      else if (request.method === "PATCH") answerJson(response, 200, { message: "OK" });
      else {
        const { sha256Hash } = request.body as { sha256Hash: string };
        const mediaId = sha256Hash.replaceAll("+", "-").replaceAll("/", "_").slice(0, 22);
        answerJson(response, 201, { mediaId, uploadUrl: `${storage.url}/storage/${mediaId}` });
      }
    };
    const when = new Date("2026-01-01T00:00:00Z");
    await client.dataset.createItem({
      datasetName: "capitals",
      id: "mine",
      input: { images: [png, samePng], when },
      metadata: { sound: wav },
    });
    await storage.close();

    const asked = service.requests.filter(({ method, path }) => method === "POST" && path === "/api/public/media");
    // The uploads begin together: their requests may arrive in any order.
    expect(asked).toHaveLength(2);
    for (const [field, contentType] of Object.entries({ input: "image/png", metadata: "audio/wav" })) {
      const body: unknown = expect.objectContaining({ datasetId: "d-1", datasetItemId: "mine", field, contentType });
      expect(asked).toContainEqual(expect.objectContaining({ body }));
    }
    const hash = await sha256Of("picture");
    const stored = storage.requests.find(({ headers }) => headers["content-type"] === "image/png")!;
    expect(stored.headers["x-amz-checksum-sha256"]).toBe(hash);
    expect(new TextDecoder().decode(stored.body as Uint8Array)).toBe("picture");
    const tag = (await png.getTag())!;
    expect(service.requests.at(-1)).toMatchObject({
      path: "/api/public/dataset-items",
      body: {
        id: "mine",
        input: { images: [tag, tag], when: when.toISOString() },
        metadata: { sound: await wav.getTag() },
      },
    });
    expect((await client.flush()).media).toEqual({ uploaded: 2, failed: 0 });
  });

  it("creates a missing id, so that media and item share it", async () => {
    service.answer = (response, nth, request) =>
      request.path === "/api/public/media"
        ? answerJson(response, 201, { mediaId: mediaIdOf(request.body as { sha256Hash: string }), uploadUrl: null })
        : answerDatasets(response, nth, request);
    await client.dataset.createItem({ datasetName: "capitals", input: png });
    const [media, created] = service.requests.slice(-2).map(({ body }) => body as Record<string, string>);
    expect(created!["id"]).toMatch(/^[0-9a-f-]{36}$/);
    expect(media!["datasetItemId"]).toBe(created!["id"]);
  });

  it("shutdown waits at most SVC_SHUTDOWN_TIMEOUT for an upload, and logs it", async () => {
    vi.stubEnv("SVC_SHUTDOWN_TIMEOUT", "0.2");
    const storing = Promise.withResolvers<void>();
    service.answer = (response, nth, request) => {
      if (request.method === "PUT") storing.resolve();
      else if (request.path !== "/api/public/media") answerDatasets(response, nth, request);
      else {
        const mediaId = mediaIdOf(request.body as { sha256Hash: string });
        answerJson(response, 201, { mediaId, uploadUrl: `${service.url}/storage` });
      }
    };
    void client.dataset.createItem({ datasetName: "capitals", input: png }).catch(() => {});
    await storing.promise;
    expect((await client.shutdown()).media).toEqual({ uploaded: 0, failed: 0 });
    expect(logged.errors()).toContain("1 media upload did not finish within 0.2 s");
  });

  it("rejects media without content, and uploads nothing", async () => {
    const none = new SvcMedia({ source: "base64_data_uri", base64DataUri: "not a data URI" });
    await expect(client.dataset.createItem({ datasetName: "capitals", input: [none] })).rejects.toThrow(
      "media without content",
    );
    expect(service.requests).toEqual([]);
  });

  it("rejects when media cannot be uploaded, and creates nothing", async () => {
    service.answer = (response, nth, request) =>
      request.path === "/api/public/media"
        ? answerJson(response, 422, { message: "too large" })
        : answerDatasets(response, nth, request);
    await expect(client.dataset.createItem({ datasetName: "capitals", input: png })).rejects.toThrow("422");
    expect(service.requests.some(({ path }) => path === "/api/public/dataset-items")).toBe(false);
    expect((await client.flush()).media).toEqual({ uploaded: 0, failed: 1 });
  });
});

describe("Limits: dataset calls", () => {
  it.each<[what: string, call: () => Promise<unknown>]>([
    ["dataset.get", () => client.dataset.get("capitals")],
    ["dataset.createItem", () => client.dataset.createItem({ datasetName: "capitals", input: 1 })],
    ["api.datasets.create", () => Promise.resolve(client.api.datasets.create({ name: "rivers" }))],
    ["api.datasetItems.list", () => Promise.resolve(client.api.datasetItems.list({}))],
  ])("%s has a timeout of 60 seconds, independent of the client's timeout", async (_what, call) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    client = new SvcClient({ ...TEST_KEYS, baseUrl: service.url, timeout: 2 });
    service.answer = () => {};
    let failure: unknown;
    const called = call().catch((error: unknown) => (failure = error));
    await service.arrived(1);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(failure).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    await called;
    expect(failure).toMatchObject({ name: "SvcAPITimeoutError" });
  });

  it.each<[what: string, call: () => Promise<unknown>]>([
    ["api.media.get", () => Promise.resolve(client.api.media.get("m-1"))],
    ["getProjectId", () => client.getProjectId()],
  ])("%s has a timeout of 5 seconds", async (_what, call) => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    service.answer = () => {};
    const called = call().catch((error: unknown) => error);
    await service.arrived(1);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await called).toMatchObject({ name: "SvcAPITimeoutError" });
  });
});

describe("media", () => {
  const tag = (id: string): string => `@@@svcMedia:type=text/plain|id=${id}|source=bytes@@@`;

  beforeEach(() => {
    service.answer = (response, _nth, { path }) => {
      const id = path.split("/").at(-1)!;
      if (path.startsWith("/content/")) response.end(`content of ${id}`);
      else if (id === "gone") answerJson(response, 404, { message: "Media not found" });
      else if (id === "stalled")
        answerJson(response, 200, { mediaId: id, contentType: "text/plain", url: "http://127.0.0.1:9", urlExpiry: "" });
      else
        answerJson(response, 200, {
          mediaId: id,
          contentType: "text/plain",
          url: `${service.url}/content/${id}`,
          urlExpiry: "",
        });
    };
  });

  const dataUri = (id: string): string => `data:text/plain;base64,${btoa(`content of ${id}`)}`;

  it("parseReferenceString reads a reference", () => {
    expect(MediaManager.parseReferenceString(tag("m-1"))).toEqual({
      mediaId: "m-1",
      contentType: "text/plain",
      source: "bytes",
    });
    expect(() => MediaManager.parseReferenceString("@@@svcMedia:type=a|id=b@@@")).toThrow("is no media reference");
  });

  it("resolveReferences replaces references at any depth in a copy, and fetches each once", async () => {
    const obj = { text: `see ${tag("a")} and ${tag("b")}`, list: [tag("a"), { deep: tag("a") }], n: 1, none: null };
    const before = structuredClone(obj);
    const resolved = await client.media.resolveReferences({ obj, resolveWith: "base64DataUri" });
    expect(resolved).toEqual({
      text: `see ${dataUri("a")} and ${dataUri("b")}`,
      list: [dataUri("a"), { deep: dataUri("a") }],
      n: 1,
      none: null,
    });
    expect(obj).toEqual(before);
    expect(service.requests).toHaveLength(4);
  });

  it("keeps the reference of unavailable media, with a warning", async () => {
    const obj = [tag("gone"), tag("stalled"), tag("a")];
    const resolved = await client.media.resolveReferences({ obj, resolveWith: "base64DataUri" });
    expect(resolved).toEqual([tag("gone"), tag("stalled"), dataUri("a")]);
    expect(logged.warnings()).toContain(tag("gone"));
    expect(logged.warnings()).toContain(tag("stalled"));
  });

  it.each([
    ["10 levels by default", undefined, 10],
    ["maxDepth", 3, 3],
  ])("traverses %s", async (_what, maxDepth, levels) => {
    const nested = (depth: number): unknown => (depth === 0 ? tag("a") : [nested(depth - 1)]);
    const innermost = (value: unknown): unknown => (Array.isArray(value) ? innermost(value[0]) : value);
    const resolve = (obj: unknown): Promise<unknown> =>
      client.media.resolveReferences({
        obj,
        resolveWith: "base64DataUri",
        ...(maxDepth !== undefined && { maxDepth }),
      });
    expect(innermost(await resolve(nested(levels)))).toBe(dataUri("a"));
    expect(innermost(await resolve(nested(levels + 1)))).toBe(tag("a"));
  });

  it("leaves a circle unchanged", async () => {
    const circle: Record<string, unknown> = { text: tag("a") };
    circle["self"] = circle;
    const resolved = await client.media.resolveReferences({ obj: circle, resolveWith: "base64DataUri" });
    expect(resolved["text"]).toBe(dataUri("a"));
    expect(resolved["self"]).toBe(circle);
  });
});

const utf8 = (text: string): Uint8Array<ArrayBuffer> => new TextEncoder().encode(text);

async function sha256Of(text: string): Promise<string> {
  return btoa(String.fromCharCode(...new Uint8Array(await crypto.subtle.digest("SHA-256", utf8(text)))));
}

function mediaIdOf({ sha256Hash }: { sha256Hash: string }): string {
  return sha256Hash.replaceAll("+", "-").replaceAll("/", "_").slice(0, 22);
}
