import { describe, expect, test } from "vitest";
import { type Answered, callsOf } from "../../../support/server/api-calls.ts";
import { promptCallsOf } from "../../../support/server/prompt-calls.ts";
import { serverOfAllTests } from "../../../support/server/own-server.ts";

const server = serverOfAllTests();

const call = callsOf(() => server);

const { create, read, labelsOf } = promptCallsOf(call);

describe("references to other prompts", () => {
  const tag = (name: string, at = "label=production"): string => `@@@svcPrompt:name=${name}|${at}@@@`;
  const production = { labels: ["production"] };

  test("are replaced recursively by the prompts", async () => {
    const c = await create("ref/c", "C", production);
    const b = await create("ref/b", `B(${tag("ref/c")})`, production);
    await create("ref/b", "newer");
    const a = await create("ref/a", `A ${tag("ref/b", "version=1")} ${tag("ref/c")} ${tag("ref/c")}`, production);
    const { body } = await read("ref/a");
    const named = ({ body: { id, name, version } }: Answered): unknown => ({ id, name, version });
    expect(body["prompt"]).toBe("A B(C) C C");
    expect(body["resolutionGraph"]).toEqual({
      root: named(a),
      dependencies: { [a.body.id]: [named(b), named(c)], [b.body.id]: [named(c)] },
    });
    expect((await read("ref/a", "?resolve=false")).body).toMatchObject({
      prompt: expect.stringContaining("@@@svcPrompt"),
      resolutionGraph: null,
    });
    expect((await read("ref/c")).body["resolutionGraph"]).toBeNull();
  });

  test("are replaced in messages", async () => {
    await create("ref/rules", "the rules", production);
    await create(
      "ref/chat",
      [{ role: "system", content: `Follow ${tag("ref/rules")}.` }, { name: "rest" }],
      production,
    );
    expect((await read("ref/chat")).body["prompt"]).toEqual([
      { role: "system", content: "Follow the rules." },
      { name: "rest", type: "placeholder" },
    ]);
  });

  test.each([
    ["one that does not exist", tag("ref/none"), "ref/none (label production), which does not exist"],
    ["a version that does not exist", tag("ref/rules", "version=7"), "version 7), which does not exist"],
    ["a chat prompt", tag("ref/chat"), "a chat prompt: only a text can be put in"],
    ["itself", tag("ref/bad"), "ref/bad"],
    ["nothing that can be read", "@@@svcPrompt:label=a|name=b@@@", "is no reference"],
    ["a version and a label", "@@@svcPrompt:name=b|version=1|label=x@@@", "is no reference"],
  ])("are rejected if they name %s", async (_, prompt, reason) => {
    const { status, body } = await create("ref/bad", prompt);
    expect([status, body.message]).toEqual([400, expect.stringContaining(reason)]);
    expect((await read("ref/bad", "?label=latest")).status).toBe(404);
  });

  test("are rejected if they form a circle, even through another prompt or version", async () => {
    await create("ref/one", "1", production);
    await create("ref/two", tag("ref/one"), production);
    for (const other of ["ref/one", "ref/two"]) {
      const { status, body } = await create("ref/one", tag(other));
      expect([status, body.message]).toEqual([400, expect.stringContaining("which refers back to it")]);
    }
  });

  test("that became circular are answered 409", async () => {
    await create("ref/x", "x", production);
    await create("ref/y", tag("ref/x"), production);
    await create("ref/z", "z", { labels: ["other"] });
    await create("ref/x", tag("ref/z", "label=other"));
    await create("ref/z", tag("ref/y"), production);
    await call("PATCH", "/v2/prompts/ref%2Fx/versions/2", { newLabels: ["production"] });
    await call("PATCH", "/v2/prompts/ref%2Fz/versions/2", { newLabels: ["other"] });
    const { status, body } = await read("ref/y");
    expect([status, body["error"], body.message]).toEqual([
      409,
      "SvcConflictError",
      expect.stringContaining("refers back"),
    ]);
    expect((await read("ref/y", "?resolve=false")).status).toBe(200);
  });

  test("may be nested five levels deep", async () => {
    await create("deep/0", "end", production);
    for (let i = 1; i <= 5; i += 1)
      expect((await create(`deep/${i}`, tag(`deep/${i - 1}`), production)).status).toBe(201);
    expect((await read("deep/5")).body["prompt"]).toBe("end");
    const { status, body } = await create("deep/6", `${tag("deep/0")} ${tag("deep/5")}`);
    expect([status, body.message]).toEqual([400, expect.stringContaining("More than 5 prompts")]);
  });

  test("that grow exponentially are rejected quickly", async () => {
    const many = (name: string): string => tag(name).repeat(20_000);
    await create("bomb/0", "0123456789", production);
    for (const [name, of] of [
      ["bomb/1", "bomb/0"],
      ["bomb/2", "bomb/1"],
    ] as const) {
      const { status } = await create(name, many(of), production);
      expect(status).toBe(name === "bomb/1" ? 201 : 400);
    }
    await create("empty/0", "", production);
    for (let i = 1; i <= 4; i += 1)
      expect((await create(`empty/${i}`, many(`empty/${i - 1}`), production)).status).toBe(201);
    expect((await read("empty/4")).body["prompt"]).toBe("");
    const unfinished = "@@@svcPrompt:name=".repeat(40_000);
    expect((await create("open", unfinished)).status).toBe(201);
  });
});

describe("deleting", () => {
  test("deletes one version, those with a label, or all", async () => {
    for (const labels of [["a"], ["b"], [], ["production"]]) await create("doomed", "x", { labels });
    const remove = async (query: string): Promise<number> =>
      (await call("DELETE", `/v2/prompts/doomed${query}`)).status;
    expect(await remove("?version=4")).toBe(204);
    expect(await labelsOf("doomed")).toEqual(["1: a", "2: b", "3: latest"]);
    expect(await remove("?label=b")).toBe(204);
    expect(await remove("?label=b")).toBe(404);
    expect(await remove("?version=1&label=latest")).toBe(404);
    expect(await labelsOf("doomed")).toEqual(["1: a", "3: latest"]);
    expect(await remove("")).toBe(204);
    expect(await remove("")).toBe(404);
    expect((await create("doomed", [{ role: "user", content: "of another type now" }])).body["version"]).toBe(5);
  });

  test("is rejected while another prompt refers to it", async () => {
    const tag = (at: string): string => `@@@svcPrompt:name=used|${at}@@@`;
    await create("used", "1", { labels: ["a"] });
    await create("used", "2");
    await create("user/label", tag("label=a"));
    await create("user/version", tag("version=2"));
    await create("user/latest", tag("label=latest"));
    for (const [query, users] of [
      ["?version=1", "user/label"],
      ["?label=latest", "user/version"],
      ["", "user/label (version 1), user/latest (version 1), user/version (version 1)"],
    ]) {
      const { status, body } = await call("DELETE", `/v2/prompts/used${query}`);
      expect([status, body.message]).toEqual([400, expect.stringContaining(`Other prompts refer to used: ${users}`)]);
    }
    expect(await labelsOf("used")).toEqual(["1: a", "2: latest"]);
    await call("DELETE", "/v2/prompts/user%2Fversion");
    // `latest` moves to version 1, so that the reference to it stays valid.
    expect((await call("DELETE", "/v2/prompts/used?version=2")).status).toBe(204);
    expect((await read("user/latest", "?label=latest")).body["prompt"]).toBe("1");
    for (const name of ["user%2Flabel", "user%2Flatest", "used"]) {
      expect((await call("DELETE", `/v2/prompts/${name}`)).status).toBe(204);
    }
  });
});
