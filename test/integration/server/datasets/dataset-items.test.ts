import { createHash } from "node:crypto";
import { beforeAll, describe, expect, test } from "vitest";
import { type Body, callsOf } from "../../../support/server/api-calls.ts";
import { datasetCallsOf } from "../../../support/server/dataset-calls.ts";
import { serverOfAllTests } from "../../../support/server/own-server.ts";

const server = serverOfAllTests();

const call = callsOf(() => server);

const { dataset, item } = datasetCallsOf(call);

async function items(query: Record<string, string>): Promise<Body[]> {
  return (await call("GET", `/dataset-items?${new URLSearchParams(query).toString()}`)).body.data;
}

/** Returns a time that is after all earlier changes and already past. */
function laterMoment(): string {
  const start = Date.now();
  while (Date.now() <= start + 1);
  return new Date(start + 1).toISOString();
}

describe("an item", () => {
  beforeAll(async () => {
    await dataset("items");
    await dataset("others");
  });

  test("is created with the given fields, and read back", async () => {
    const given = {
      input: { q: "a" },
      expectedOutput: "b",
      metadata: [null],
      sourceTraceId: "t",
      sourceObservationId: "o",
    };
    const { status, body } = await item("items", { id: "one", ...given });
    expect([status, body]).toEqual([
      200,
      {
        id: "one",
        ...given,
        status: "ACTIVE",
        datasetId: expect.any(String),
        datasetName: "items",
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
        mediaReferences: [],
      },
    ]);
    expect((await call("GET", "/dataset-items/one")).body).toEqual(body);
  });

  test("has null fields and a new id by default", async () => {
    const { body } = await item("items");
    expect(body).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      input: null,
      expectedOutput: null,
      metadata: null,
    });
  });

  test("keeps missing fields and clears null fields", async () => {
    await item("items", { id: "kept", input: 1, expectedOutput: 2, metadata: { a: 1 }, status: "ARCHIVED" });
    expect((await item("items", { id: "kept", input: false, metadata: null })).body).toMatchObject({
      input: false,
      expectedOutput: 2,
      metadata: null,
      status: "ARCHIVED",
    });
  });

  test("cannot move to another dataset", async () => {
    await item("items", { id: "here" });
    const { status, body } = await item("others", { id: "here" });
    expect([status, body.message]).toEqual([409, expect.stringContaining("belongs to another dataset than others")]);
  });

  test.each([
    ["an empty id", { id: "" }],
    ["an id that is too long", { id: "x".repeat(256) }],
    ["an unknown status", { status: "GONE" }],
    ["an id that is a number", { id: 7 }],
  ])("cannot have %s", async (_, fields) => {
    expect((await item("items", fields)).status).toBe(400);
  });

  test("has a size limit of 4.5 MB", async () => {
    expect((await item("items", { input: "x".repeat(4_400_000) })).status).toBe(200);
    expect((await item("items", { input: "x".repeat(4_500_000) })).status).toBe(413);
  });

  test("can be created again after its deletion, in any dataset", async () => {
    await item("items", { id: "gone", input: 1 });
    expect((await call("DELETE", "/dataset-items/gone")).body).toEqual({
      message: "Dataset item successfully deleted",
    });
    expect((await call("DELETE", "/dataset-items/gone")).status).toBe(404);
    expect((await call("GET", "/dataset-items/gone")).status).toBe(404);
    expect((await item("others", { id: "gone" })).body).toMatchObject({ input: null, datasetName: "others" });
  });

  test("keeps the fields of simultaneous writes", async () => {
    const fields = [
      { input: 1 },
      { expectedOutput: 2 },
      { metadata: 3 },
      { sourceTraceId: "4" },
      { sourceObservationId: "5" },
    ];
    const answers = await Promise.all(fields.map(async (field) => item("items", { id: "race", ...field })));
    expect(answers.map(({ status }) => status)).toEqual(fields.map(() => 200));
    expect((await call("GET", "/dataset-items/race")).body).toMatchObject(Object.assign({}, ...fields));
  });
});

describe("the list of items", () => {
  test("has the active items of a dataset and source in pages, newest first", async () => {
    await dataset("listed");
    for (const [id, fields] of Object.entries({
      a: { sourceTraceId: "lt" },
      b: { sourceTraceId: "lt", sourceObservationId: "lo" },
      c: {},
      d: { status: "ARCHIVED" },
    })) {
      await item("listed", { id: `l-${id}`, ...fields });
      laterMoment();
    }
    const ids = async (query: Record<string, string>): Promise<string> =>
      (await items(query)).map(({ id }) => id).join(" ");
    expect(await ids({ datasetName: "listed" })).toBe("l-c l-b l-a");
    expect(await ids({ datasetName: "listed", limit: "2", page: "2" })).toBe("l-a");
    expect(await ids({ sourceTraceId: "lt" })).toBe("l-b l-a");
    expect(await ids({ sourceTraceId: "lt", sourceObservationId: "lo" })).toBe("l-b");
    await item("listed", { id: "l-a", input: "changed" });
    expect(await ids({ datasetName: "listed" })).toBe("l-c l-b l-a");
  });

  test("has the items of a dataset at a past time", async () => {
    await dataset("versions");
    const before = laterMoment();
    await item("versions", { id: "v-1", input: "first" });
    await item("versions", { id: "v-2", input: "second" });
    const middle = laterMoment();
    await item("versions", { id: "v-1", input: "changed" });
    await call("DELETE", "/dataset-items/v-2");
    await item("versions", { id: "v-3" });
    const at = async (version: string): Promise<unknown> =>
      Object.fromEntries((await items({ datasetName: "versions", version })).map(({ id, input }) => [id, input]));
    expect(await at(before)).toEqual({});
    expect(await at(middle)).toEqual({ "v-1": "first", "v-2": "second" });
    expect(await at(laterMoment())).toEqual({ "v-1": "changed", "v-3": null });
    expect(await at("2999-01-01T00:00:00+05:00")).toEqual({ "v-1": "changed", "v-3": null });
  });

  test.each(["version=2026-01-01", "version=then&datasetName=items", "page=0", "limit=1000"])(
    "rejects %s",
    async (query) => {
      expect((await call("GET", `/dataset-items?${query}`)).status).toBe(400);
    },
  );

  test("has one of two items at a time between their writes", async () => {
    await dataset("fast");
    const made = await Promise.all(
      Array.from({ length: 10 }, async (_, i) => item("fast", { id: "fast-1", input: i })),
    );
    const times = made.map(({ body }) => String(body["updatedAt"])).toSorted();
    const last = times.at(-1) ?? "";
    expect(await items({ datasetName: "fast", version: last })).toHaveLength(1);
    expect(await items({ datasetName: "fast", version: new Date(Date.parse(last) - 1).toISOString() })).toHaveLength(1);
  });
});

describe("media of items", () => {
  test("are returned with their position and a URL", async () => {
    await dataset("pictures");
    const bytes = new TextEncoder().encode("a picture");
    const sha256Hash = createHash("sha256").update(bytes).digest("base64");
    const { body: set } = await call("GET", "/v2/datasets/pictures");
    const { body: announced } = await call("POST", "/media", {
      datasetId: set.id,
      datasetItemId: "picture-1",
      field: "input",
      contentType: "image/png",
      contentLength: bytes.length,
      sha256Hash,
    });
    const mediaId = String(announced["mediaId"]);
    const tag = `@@@svcMedia:type=image/png|id=${mediaId}|source=bytes@@@`;
    const given = { id: "picture-1", input: { "it's": [tag, `not ${tag}`] }, metadata: tag };
    expect((await item("pictures", given)).body["mediaReferences"]).toEqual([]);
    await fetch(String(announced["uploadUrl"]), {
      method: "PUT",
      headers: { "content-type": "image/png" },
      body: bytes,
    });
    await call("PATCH", `/media/${mediaId}`, { uploadedAt: new Date().toISOString(), uploadHttpStatus: 200 });
    const media = {
      mediaId,
      contentType: "image/png",
      contentLength: 9,
      url: expect.any(String),
      urlExpiry: expect.any(String),
    };
    const [found] = await items({ datasetName: "pictures" });
    expect(found?.["mediaReferences"]).toEqual([
      { field: "input", referenceString: tag, jsonPath: "$['it's'][0]", media },
      { field: "metadata", referenceString: tag, jsonPath: "$", media },
    ]);
    const { body: fetched } = await call("GET", `/media/${mediaId}`);
    expect(await (await fetch(String(fetched["url"]))).text()).toBe("a picture");
  });

  test("are rejected if unknown", async () => {
    await dataset("unknown");
    const { status, body } = await item("unknown", {
      id: "u-1",
      input: ["@@@svcMedia:type=a/b|id=nowhere|source=bytes@@@"],
    });
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining("$[0] refers to the media nowhere")]);
    expect((await call("GET", "/dataset-items/u-1")).status).toBe(404);
  });
});
