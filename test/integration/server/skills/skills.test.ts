import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { type Answered, callsOf } from "../../../support/server/api-calls.ts";
import { serverOfAllTests } from "../../../support/server/own-server.ts";

const server = serverOfAllTests();

const call = callsOf(() => server);

const main = (name: string, more = ""): string =>
  `---\nname: ${name}\ndescription: Does things\n${more}---\n# ${name}\n`;

async function create(files: unknown[], fields: Record<string, unknown> = {}): Promise<Answered> {
  return call("POST", "/unstable/skills", { files, ...fields });
}

const hashOf = (content: string): string => createHash("sha256").update(content).digest("base64");

describe("a skill", () => {
  test("has the name in its SKILL.md, and versions with files", async () => {
    const content = main("reviewer", "license: 'It''s free'\nlonger: >\n  one\n  two\n");
    const { status, body } = await create(
      [
        { path: "SKILL.md", content },
        { path: "a/run.py", content: "print('ü')" },
      ],
      { commitMessage: "c" },
    );
    expect(status).toBe(201);
    expect(body).toMatchObject({
      name: "reviewer",
      description: "Does things",
      frontmatter: { name: "reviewer", description: "Does things", license: "It's free", longer: "one two" },
      version: 1,
      labels: ["latest"],
      tags: [],
      commitMessage: "c",
      files: [
        { path: "SKILL.md", sha256Hash: hashOf(content), contentType: "text/markdown" },
        { path: "a/run.py", sha256Hash: hashOf("print('ü')"), contentType: "text/x-python", contentLength: 11 },
      ],
    });
    const again = await create([{ path: "SKILL.md", sha256Hash: hashOf(content) }]);
    expect(again.body).toMatchObject({ version: 2, labels: ["latest"], files: [{ path: "SKILL.md" }] });
    expect((await call("GET", "/unstable/skills/reviewer?version=1")).body).toMatchObject({ labels: [] });
  });

  test("is read by version or label, by default production", async () => {
    await create([{ path: "SKILL.md", content: main("labelled") }]);
    await create([{ path: "SKILL.md", content: main("labelled", "more: 2\n") }]);
    const read = async (query = ""): Promise<Answered> => call("GET", `/unstable/skills/labelled${query}`);
    expect((await read()).status).toBe(404);
    expect((await read("?label=latest")).body["version"]).toBe(2);
    const path = "/unstable/skills/labelled/versions";
    expect((await call("PATCH", `${path}/1`, { labels: ["production", "a"] })).body["labels"]).toEqual([
      "a",
      "production",
    ]);
    expect((await read()).body["version"]).toBe(1);
    expect((await call("PATCH", `${path}/2`, { labels: ["production"] })).body["labels"]).toEqual([
      "latest",
      "production",
    ]);
    expect((await read("?version=1")).body["labels"]).toEqual(["a"]);
    expect((await read("?version=9")).status).toBe(404);
    expect((await read("?label=constructor")).status).toBe(404);
    expect((await read("?version=1&label=a")).status).toBe(400);
    expect((await call("PATCH", `${path}/9`, { labels: [] })).status).toBe(404);
    expect((await call("PATCH", "/unstable/skills/nothing/versions/1", { labels: [] })).status).toBe(404);
  });

  test("has the same tags in all versions, and is in a list", async () => {
    for (const name of ["list-a", "list-b"]) await create([{ path: "SKILL.md", content: main(name) }]);
    expect((await call("PATCH", "/unstable/skills/list-a", { tags: ["t"] })).body["tags"]).toEqual(["t"]);
    const names = async (query: string): Promise<unknown[]> =>
      (await call("GET", `/unstable/skills?${query}`)).body.data.map(({ name }) => name);
    expect(await names("search=LIST")).toEqual(["list-b", "list-a"]);
    expect(await names("tag=t")).toEqual(["list-a"]);
    expect(await names("name=list-b")).toEqual(["list-b"]);
    expect((await call("GET", "/unstable/skills?search=list&limit=1")).body.meta).toMatchObject({
      totalItems: 2,
      hasNextPage: true,
    });
  });

  test("is deleted with its last version", async () => {
    for (let i = 0; i < 2; i += 1) await create([{ path: "SKILL.md", content: main("doomed") }]);
    const remove = async (version: unknown): Promise<Answered> =>
      call("DELETE", `/unstable/skills/doomed/versions/${String(version)}`);
    expect((await remove(2)).body).toEqual({ deleted: true });
    expect((await remove(2)).status).toBe(404);
    expect((await remove("two")).status).toBe(404);
    expect((await call("GET", "/unstable/skills/doomed?label=latest")).body["version"]).toBe(1);
    expect((await create([{ path: "SKILL.md", content: main("doomed") }])).body["version"]).toBe(3);
    await call("PATCH", "/unstable/skills/doomed", { tags: ["t"] });
    await remove(1);
    await remove(3);
    expect((await call("GET", "/unstable/skills/doomed?label=latest")).status).toBe(404);
    expect((await call("PATCH", "/unstable/skills/doomed", { tags: [] })).status).toBe(404);
    expect((await call("PATCH", "/unstable/skills/doomed/versions/3", { labels: [] })).status).toBe(404);
    expect((await call("GET", "/unstable/skills?name=doomed")).body.data).toEqual([]);
    // Applications may hold a text under each of the numbers.
    const again = await create([{ path: "SKILL.md", content: main("doomed") }]);
    expect(again.body).toMatchObject({ version: 4, tags: [], labels: ["latest"] });
  });

  test("numbers simultaneous versions uniquely", async () => {
    const made = await Promise.all(
      Array.from({ length: 10 }, async () => create([{ path: "SKILL.md", content: main("race") }])),
    );
    expect(made.map(({ body }) => Number(body["version"])).toSorted((a, b) => a - b)).toEqual([
      1, 2, 3, 4, 5, 6, 7, 8, 9, 10,
    ]);
  });

  test.each<[string, unknown[]]>([
    ["no files", []],
    ["no SKILL.md", [{ path: "README.md", content: "x" }]],
    ["no front matter", [{ path: "SKILL.md", content: "# Title" }]],
    ["front matter that does not end", [{ path: "SKILL.md", content: "---\nname: a\n" }]],
    ["no name", [{ path: "SKILL.md", content: "---\ndescription: d\n---\n" }]],
    ["no description", [{ path: "SKILL.md", content: "---\nname: a\n---\n" }]],
    ["an escape in the description", [{ path: "SKILL.md", content: '---\nname: a\ndescription: "\\e[31mred"\n---\n' }]],
    ["an escape in another text", [{ path: "SKILL.md", content: main("a", 'license: "a\\0b"\n') }]],
    ["a key of two lines", [{ path: "SKILL.md", content: main("a", '"two\\nlines": x\n') }]],
    ["a name that is a path", [{ path: "SKILL.md", content: main("../a") }]],
    ["a list in the front matter", [{ path: "SKILL.md", content: main("a", "list:\n  - x\n") }]],
    [
      "a path outside of the folder",
      [
        { path: "SKILL.md", content: main("a") },
        { path: "../b", content: "" },
      ],
    ],
    [
      "an absolute path",
      [
        { path: "SKILL.md", content: main("a") },
        { path: "/b", content: "" },
      ],
    ],
    [
      "one path twice",
      [
        { path: "SKILL.md", content: main("a") },
        { path: "SKILL.md", content: main("a") },
      ],
    ],
    [
      "an unknown hash",
      [
        { path: "SKILL.md", content: main("a") },
        { path: "b", sha256Hash: hashOf("unknown") },
      ],
    ],
  ])("is rejected with %s", async (_, files) => {
    expect((await create(files)).status).toBe(400);
    expect((await call("GET", "/unstable/skills/a?label=latest")).status).toBe(404);
  });
});

describe("the front matter of a SKILL.md", () => {
  const read = async (yaml: string): Promise<unknown> => {
    const { status, body } = await create([{ path: "SKILL.md", content: `---\n${yaml}\n---\n` }]);
    return status === 201 ? body["frontmatter"] : body;
  };
  const usable = "name: front\ndescription: d\n";
  const refused = (line: number, reason: string): unknown => ({
    details: { issues: [{ message: `files: SKILL.md, line ${line}: ${reason}` }] },
  });

  test("is YAML that keeps the text of values", async () => {
    const yaml = [
      "# about this skill",
      "name: front",
      'description: "uses \\u0061: b" # quoted',
      "version: 1.10",
      "since: 2024-01-01",
      "isDraft: no",
      "empty:",
      "long: first line",
      "  and second",
      "block: |",
      "  one",
      "    two",
    ];
    expect(await read(yaml.join("\n"))).toEqual({
      name: "front",
      description: "uses a: b",
      version: "1.10",
      since: "2024-01-01",
      isDraft: "no",
      empty: "",
      long: "first line and second",
      block: "one\n  two",
    });
  });

  test.each([
    ["a list", `${usable}tags:\n  - x`, 4, "the value of tags must be text"],
    ["an object", `${usable}more: { a: b }`, 4, "the value of more must be text"],
    ["a reference", "name: &n front\ndescription: *n", 3, "the value of description must be text"],
    ["a key that is a list", `${usable}? [a]\n: b`, 4, "a key must be text"],
    ["a key given twice", `${usable}name: again`, 4, "the key name is given twice"],
    [
      "a colon in a text",
      "name: front\ndescription: use: it",
      3,
      "put a text that contains a colon and a space into quotes",
    ],
    ["a quote that does not end", `name: front\ndescription: "d`, 3, 'Missing closing "quote'],
    ["text alone", "just text", 2, "a line `key: text` is expected"],
    ["two documents", `${usable}...\nmore: 1`, 5, "only one YAML document is expected"],
    ["lists without end", `a: ${"[".repeat(10_000)}`, 2, "it is nested too deeply"],
    ["too much text", `${usable}more: ${"x".repeat(17_000)}`, 1, "it is longer than 16384 characters"],
  ])("is rejected with its line number when it has %s", async (_, yaml, line, reason) => {
    expect(await read(yaml)).toMatchObject(refused(line, reason) as object);
  });

  test.each([
    ["no first line ---", "# Title", "it does not begin with a line ---"],
    ["no second line ---", "---\nname: front\n", "no line --- ends the front matter"],
  ])("is rejected when it has %s", async (_, content, reason) => {
    const { status, body } = await create([{ path: "SKILL.md", content }]);
    expect(status).toBe(400);
    expect(body).toMatchObject(refused(1, reason) as object);
  });
});

test("returns contents by their hashes", async () => {
  const content = main("contents");
  await create([{ path: "SKILL.md", content }]);
  const read = async (hashes: string[]): Promise<Answered> =>
    call("GET", `/unstable/skills/files/content?sha256Hashes=${encodeURIComponent(hashes.join(","))}`);
  expect((await read([hashOf(content), hashOf("unknown")])).body).toEqual({
    data: [{ sha256Hash: hashOf(content), content }],
  });
  expect((await read(Array.from({ length: 51 }, (_, i) => `${i}`))).status).toBe(400);
  expect((await read([""])).status).toBe(400);
});
