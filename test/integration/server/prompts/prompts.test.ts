import { type RunningServer, startServer } from "@svc/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { callsOf } from "../../../support/server/api-calls.ts";
import { promptCallsOf } from "../../../support/server/prompt-calls.ts";
import { serverOfAllTests } from "../../../support/server/own-server.ts";

const server = serverOfAllTests();

const call = callsOf(() => server);

const { create, read, labelsOf } = promptCallsOf(call);

describe("a prompt", () => {
  test("has versions, and the newest has the label latest", async () => {
    const { status, body } = await create("hello", "Hi {{name}}", {
      labels: ["production"],
      tags: ["a"],
      config: { t: 1 },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: "hello",
      version: 1,
      type: "text",
      prompt: "Hi {{name}}",
      config: { t: 1 },
      labels: ["latest", "production"],
      tags: ["a"],
      commitMessage: null,
      projectId: server.projectId,
      createdBy: "API",
      isActive: true,
    });
    expect((await create("hello", "Hello", { commitMessage: "shorter" })).body).toMatchObject({
      version: 2,
      labels: ["latest"],
      tags: ["a"],
      commitMessage: "shorter",
      config: {},
    });
    expect((await read("hello")).body).toEqual({ ...body, labels: ["production"], updatedAt: expect.any(String) });
    expect((await read("hello", "?label=latest")).body["version"]).toBe(2);
    expect((await read("hello", "?version=1")).body["prompt"]).toBe("Hi {{name}}");
  });

  test("of messages keeps messages and placeholders", async () => {
    const messages = [
      { role: "system", content: "Be brief" },
      { name: "history" },
      { role: "user", content: "{{q}}", type: "chatmessage" },
    ];
    const { body } = await create("chat", messages, { labels: ["production"] });
    expect(body["type"]).toBe("chat");
    expect((await read("chat")).body["prompt"]).toEqual([
      messages[0],
      { name: "history", type: "placeholder" },
      messages[2],
    ]);
  });

  test("of messages reads an entry with fields of both kinds by its type", async () => {
    const { body } = await create("mixed", [
      { name: "place", content: 5 },
      { name: "place", type: "placeholder", role: "user", content: "x" },
      { name: "Ada", role: "user", content: "x" },
    ]);
    const place = { type: "placeholder", name: "place" };
    expect(body["prompt"]).toEqual([place, place, { name: "Ada", role: "user", content: "x" }]);
  });

  test.each(["a/b c/ü 🚀", "100%", "a+b&c=d?e#f", "..a", "%2F", "constructor"])(
    "can have the name %s",
    async (name) => {
      await create(name, "x", { labels: ["production"] });
      expect((await read(name)).body["name"]).toBe(name);
      expect(
        (await call("PATCH", `/v2/prompts/${encodeURIComponent(name)}/versions/1`, { newLabels: ["b"] })).status,
      ).toBe(200);
      expect((await call("DELETE", `/v2/prompts/${encodeURIComponent(name)}`)).status).toBe(204);
      expect((await read(name)).status).toBe(404);
    },
  );

  test.each([
    "",
    "  ",
    "/a",
    "a/",
    "a//b",
    "a|b",
    "<b>a</b>",
    "new",
    "metrics",
    "prompt-detail",
    "..",
    "a/./b",
    "a\0b",
  ])("cannot have the name %j", async (name) => {
    const { status, body } = await create(name);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain("name");
  });

  test.each<[string, Record<string, unknown>, string]>([
    ["a label that is too long", { labels: ["x".repeat(37)] }, "labels"],
    ["a label with capitals", { labels: ["Prod"] }, "labels"],
    ["a commit message that is too long", { commitMessage: "x".repeat(501) }, "commitMessage"],
    ["a text as chat", { type: "chat" }, "prompt"],
    ["messages as text", { prompt: [{ role: "user", content: "x" }], type: "text" }, "prompt"],
    ["a message without content", { prompt: [{ role: "user" }], type: "chat" }, "content"],
    [
      "a name for a variable and for messages",
      { prompt: [{ role: "user", content: "{{ a }}" }, { name: "a" }], type: "chat" },
      "a is a variable and a placeholder",
    ],
    ["a tag that is not closed", { prompt: "Hi\n {{name" }, "line 2, column 2: the tag is not closed"],
    [
      "a section that is not closed",
      { prompt: "{{#a}}{{#b}}{{/b}}" },
      String.raw`line 1, column 1: the section \"a\" is not closed`,
    ],
    [
      "a section that is not open in a message",
      { prompt: [{ role: "user", content: "x" }, { name: "a" }, { role: "user", content: "{{/b}}" }], type: "chat" },
      String.raw`message 3, line 1, column 1: the section \"b\" is closed, but not open`,
    ],
  ])("cannot have %s", async (_, fields, reason) => {
    const { status, body } = await create("refused", "x", fields);
    expect(status).toBe(400);
    expect(JSON.stringify(body)).toContain(reason);
    expect((await read("refused", "?label=latest")).status).toBe(404);
  });

  test("keeps its type in all versions", async () => {
    await create("typed", "text");
    const { status, body } = await create("typed", [{ role: "user", content: "x" }], { tags: ["lost"] });
    expect([status, body.message]).toEqual([400, expect.stringContaining("has versions of another type")]);
    expect((await read("typed", "?label=latest")).body).toMatchObject({ version: 1, tags: [] });
  });

  test("has the same tags in all versions", async () => {
    await create("tagged", "1", { tags: ["a", "b"] });
    await create("tagged", "2");
    expect((await read("tagged", "?version=2")).body["tags"]).toEqual(["a", "b"]);
    await create("tagged", "3", { tags: [] });
    expect((await read("tagged", "?version=1")).body["tags"]).toEqual([]);
  });

  test("numbers simultaneous versions uniquely", async () => {
    const made = await Promise.all(Array.from({ length: 20 }, async (_, i) => create("race", `${i}`)));
    const versions = made.map(({ body }) => Number(body["version"]));
    expect(versions.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, i) => i + 1));
    expect((await labelsOf("race")).filter((text) => text.includes("latest"))).toEqual(["20: latest"]);
  });
});

describe("reading a prompt", () => {
  test.each([
    ["?version=1&label=a", 400, "not given together"],
    ["?version=0", 400, "version: must be >= 1"],
    ["?version=one", 400, "version: must be integer"],
    ["?resolve=maybe", 400, "resolve: must be boolean"],
    ["", 404, "Prompt not found: nothing, label production"],
    ["?version=3", 404, "Prompt not found: nothing, version 3"],
    ["?label=b", 404, "Prompt not found: nothing, label b"],
  ])("%s is answered %i", async (query, status, reason) => {
    const answered = await read("nothing", query);
    expect(answered.status).toBe(status);
    expect(JSON.stringify(answered.body)).toContain(reason);
  });
});

describe("labels", () => {
  test("belong to one version at a time", async () => {
    for (const labels of [["production", "a"], ["b"], ["a"]]) await create("labelled", "x", { labels });
    expect(await labelsOf("labelled")).toEqual(["1: production", "2: b", "3: a latest"]);
    const { body } = await call("PATCH", "/v2/prompts/labelled/versions/2", { newLabels: ["production", "c"] });
    expect(body["labels"]).toEqual(["b", "c", "production"]);
    expect(await labelsOf("labelled")).toEqual(["1: ", "2: b c production", "3: a latest"]);
  });

  test.each([
    ["labelled/versions/2", ["latest"], 400],
    ["labelled/versions/2", ["A"], 400],
    ["labelled/versions/9", ["x"], 404],
    ["nothing/versions/1", ["x"], 404],
    ["labelled/versions/two", ["x"], 400],
    ["labelled/versions/0", ["x"], 400],
    ["labelled/versions/1e999", ["x"], 400],
  ])("of %s cannot be changed to %j", async (path, newLabels, status) => {
    expect((await call("PATCH", `/v2/prompts/${path}`, { newLabels })).status).toBe(status);
  });
});

describe("the list", () => {
  let own: RunningServer;
  const on = callsOf(() => own);
  let between: string;
  beforeAll(async () => {
    own = await startServer({ port: 0, memory: true });
    const make = async (body: Record<string, unknown>): Promise<unknown> =>
      on("POST", "/v2/prompts", { prompt: "p", ...body });
    await make({ name: "b", labels: ["production"], tags: ["t"], config: { v: 1 } });
    await make({ name: "b", labels: ["staging"], config: { v: 2 } });
    await make({ name: "a", tags: ["t", "u"] });
    const { body } = await on("GET", "/v2/prompts/a?label=latest");
    between = new Date(Date.parse(String(body["updatedAt"])) + 1).toISOString();
    while (new Date().toISOString() < between);
    await make({ name: "c" });
  });
  afterAll(async () => own.close());

  test("groups versions and labels by name", async () => {
    const { body } = await on("GET", "/v2/prompts");
    expect(body).toEqual({
      data: [
        {
          name: "a",
          type: "text",
          versions: [1],
          labels: ["latest"],
          tags: ["t", "u"],
          lastUpdatedAt: expect.any(String),
          lastConfig: {},
        },
        {
          name: "b",
          type: "text",
          versions: [1, 2],
          labels: ["latest", "production", "staging"],
          tags: ["t"],
          lastUpdatedAt: expect.any(String),
          lastConfig: { v: 2 },
        },
        {
          name: "c",
          type: "text",
          versions: [1],
          labels: ["latest"],
          tags: [],
          lastUpdatedAt: expect.any(String),
          lastConfig: {},
        },
      ],
      meta: { page: 1, limit: 10, totalItems: 3, totalPages: 1 },
      pagination: { page: 1, limit: 10, totalItems: 3, totalPages: 1 },
    });
  });

  test.each([
    ["?name=b", ["b 1,2"]],
    ["?name=B", []],
    ["?label=production", ["b 1"]],
    ["?label=latest", ["a 1", "b 2", "c 1"]],
    ["?tag=t", ["a 1", "b 1,2"]],
    ["?tag=t&label=staging", ["b 2"]],
    ["?limit=1&page=2", ["b 1,2"]],
    ["?page=4", []],
  ])("%s", async (query, found) => {
    const { body } = await on("GET", `/v2/prompts${query}`);
    expect(body.data.map(({ name, versions }) => `${String(name)} ${String(versions)}`)).toEqual(found);
  });

  test("filters by the time of the last change", async () => {
    const names = async (query: string): Promise<unknown[]> =>
      (await on("GET", `/v2/prompts?${query}`)).body.data.map(({ name }) => name);
    expect(await names(`fromUpdatedAt=${between}`)).toEqual(["c"]);
    expect(await names(`toUpdatedAt=${between}`)).toEqual(["a", "b"]);
    expect((await on("GET", "/v2/prompts?fromUpdatedAt=now")).status).toBe(400);
  });
});
