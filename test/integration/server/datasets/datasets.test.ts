import { startServer } from "@svc/server";
import { describe, expect, test } from "vitest";
import { callsOf } from "../../../support/server/api-calls.ts";
import { datasetCallsOf } from "../../../support/server/dataset-calls.ts";
import { serverOfAllTests } from "../../../support/server/own-server.ts";

const server = serverOfAllTests();

const call = callsOf(() => server);

const { dataset, item } = datasetCallsOf(call);

/** Returns a time that is after all earlier changes and already past. */
function laterMoment(): string {
  const start = Date.now();
  while (Date.now() <= start + 1);
  return new Date(start + 1).toISOString();
}

describe("a dataset", () => {
  test("is created, read by its name, and changed field by field", async () => {
    const { status, body } = await dataset("folder/first", { description: "d", metadata: { a: [1] } });
    expect([status, body]).toEqual([
      200,
      {
        id: expect.any(String),
        name: "folder/first",
        description: "d",
        metadata: { a: [1] },
        inputSchema: null,
        expectedOutputSchema: null,
        projectId: server.projectId,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
      },
    ]);
    expect((await call("GET", "/v2/datasets/folder%2Ffirst")).body).toEqual(body);
    const { body: changed } = await dataset(" folder/first ", { metadata: null, inputSchema: { type: "object" } });
    expect(changed).toEqual({
      ...body,
      metadata: null,
      inputSchema: { type: "object" },
      updatedAt: changed["updatedAt"],
    });
    expect((await dataset("folder/first", { inputSchema: null, description: null })).body).toMatchObject({
      description: null,
      inputSchema: null,
    });
  });

  test.each(["", "/a", "a/", "a//b", "<i>", " ", ".", "../a"])("cannot have the name %j", async (name) => {
    expect((await dataset(name)).status).toBe(400);
  });

  test("is answered 404 if unknown", async () => {
    for (const path of ["/v2/datasets/nothing", "/dataset-items/nothing", "/dataset-items?datasetName=nothing"]) {
      expect((await call("GET", path)).status).toBe(404);
    }
    expect((await call("DELETE", "/dataset-items/nothing")).status).toBe(404);
    expect((await item("nothing")).status).toBe(404);
  });

  test("is in a list with pages, newest first", async () => {
    const own = await startServer({ port: 0, memory: true });
    const on = callsOf(() => own);
    for (const name of ["a", "b", "c"]) {
      await on("POST", "/v2/datasets", { name });
      laterMoment();
    }
    const { body } = await on("GET", "/v2/datasets?limit=2");
    expect(body.data.map(({ name }) => name)).toEqual(["c", "b"]);
    expect(body.meta).toEqual({ page: 1, limit: 2, totalItems: 3, totalPages: 2 });
    await own.close();
  });
});

describe("schemas", () => {
  const inputSchema = { type: "object", required: ["q"], properties: { q: { type: "string", format: "email" } } };

  test("reject items that do not match", async () => {
    await dataset("strict", { inputSchema, expectedOutputSchema: { type: "integer" } });
    expect((await item("strict", { id: "s-1", input: { q: "a@b.de" }, expectedOutput: 1 })).status).toBe(200);
    for (const [fields, reason] of [
      [{ input: {}, expectedOutput: 1 }, "input: must have required property 'q'"],
      [{ input: { q: "x" }, expectedOutput: 1 }, "input.q: must match format"],
      [{ input: { q: "a@b.de" } }, "expectedOutput: must be integer"],
      [{ id: "s-1", expectedOutput: "1" }, "expectedOutput: must be integer"],
    ] as const) {
      const { status, body } = await item("strict", fields);
      expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(reason)]);
    }
    expect((await call("GET", "/dataset-items/s-1")).body["expectedOutput"]).toBe(1);
  });

  test("added later must match the existing items", async () => {
    await dataset("later");
    for (let i = 0; i < 12; i += 1) await item("later", { id: `later-${i}`, input: i });
    const { status, body } = await dataset("later", { inputSchema: { type: "string" }, description: "not stored" });
    expect(status).toBe(400);
    expect(body.error).toHaveLength(10);
    expect(body.error[0]?.message).toBe("the item later-0: input: must be string");
    expect((await call("GET", "/v2/datasets/later")).body).toMatchObject({ inputSchema: null, description: null });
    expect((await dataset("later", { inputSchema: { type: "number" } })).status).toBe(200);
  });

  test.each([
    ["a number", 7],
    ["a text", "object"],
    ["an unknown type", { type: "thing" }],
    ["an invalid pattern", { pattern: "(" }],
    ["a reference to elsewhere", { $ref: "https://example.com/schema" }],
    ["a reference to nothing", { $ref: "#/$defs/none" }],
    ["an asynchronous one", { $async: true, type: "object" }],
    ["a reference to themselves", { $ref: "#" }],
    ["a ring of references", { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/b" }, b: { $ref: "#/$defs/a" } } }],
  ])("are rejected if %s", async (_, schema) => {
    const { status, body } = await dataset("refused", { inputSchema: schema });
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining("inputSchema: ")]);
    expect((await call("GET", "/v2/datasets/refused")).status).toBe(404);
  });

  test("with a pattern that runs too long reject the item, and the service continues", async () => {
    await dataset("endless", { inputSchema: { type: "string", pattern: "^(a+)+$" } });
    expect((await item("endless", { input: "aaa" })).status).toBe(200);
    const { status, body } = await item("endless", { input: `${"a".repeat(60)}!` });
    expect([status, body.error[0]?.message]).toEqual([400, "input: the schema takes longer than 250 ms on it"]);
  });

  test("with endless recursion reject the item, and the service continues", async () => {
    const inputSchema = { properties: { again: { $ref: "#/$defs/x" } }, $defs: { x: { not: { $ref: "#/$defs/x" } } } };
    await dataset("round", { inputSchema });
    expect((await item("round", { input: {} })).status).toBe(200);
    const { status, body } = await item("round", { input: { again: 1 } });
    expect([status, body.error[0]?.message]).toEqual([400, "input: the schema refers to itself without end"]);
  });

  test("can have an id, refer to themselves, and use draft 7", async () => {
    const tree = { $id: "tree", type: "object", properties: { child: { $ref: "#" } }, additionalProperties: false };
    const draft7 = { $schema: "http://json-schema.org/draft-07/schema#", items: [{ type: "string" }] };
    for (const name of ["tree-1", "tree-2"]) expect((await dataset(name, { inputSchema: tree })).status).toBe(200);
    expect((await item("tree-1", { input: { child: { child: {} } } })).status).toBe(200);
    expect((await item("tree-1", { input: { child: { kid: {} } } })).status).toBe(400);
    await dataset("draft", { inputSchema: draft7 });
    expect((await item("draft", { input: [1] })).status).toBe(400);
  });
});
