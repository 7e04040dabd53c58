// Views of the list of traces, which a project keeps.
import { describe, expect, it } from "vitest";
import { AUTHORIZATION, get } from "../../support/server/otlp-calls.ts";
import { serverOfAllTests } from "../../support/server/own-server.ts";

const server = serverOfAllTests();

async function change(method: string, path: string, body?: unknown): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`${server.url}/api/local/views${path}`, {
    method,
    headers: { authorization: AUTHORIZATION, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

async function views(): Promise<Array<{ id: string; name: string; address: string }>> {
  const { data } = (await (await get(server, "/api/local/views")).json()) as {
    data: Awaited<ReturnType<typeof views>>;
  };
  return data;
}

describe("a saved view", () => {
  it("is stored once for each name, and deleted", async () => {
    const first = await change("POST", "", { name: " b ", address: "range=1d" });
    expect(first).toEqual({ status: 200, body: { id: expect.any(String), name: "b", address: "range=1d" } });
    await change("POST", "", { name: "a", address: "" });
    await Promise.all([1, 2, 3].map(async (n) => change("POST", "", { name: "b", address: `order=${n}` })));
    expect((await views()).map(({ name }) => name)).toEqual(["a", "b"]);
    for (const { id } of await views()) expect((await change("DELETE", `/${id}`)).status).toBe(200);
    expect(await views()).toEqual([]);
    expect((await change("DELETE", "/none")).status).toBe(404);
  });

  it.each([
    [{}],
    [{ name: "a" }],
    [{ name: " ", address: "" }],
    [{ name: "a\u0000", address: "" }],
    [{ name: "a".repeat(101), address: "" }],
    [{ name: "a", address: "x".repeat(10_001) }],
    [{ name: "a", address: "", more: 1 }],
    [[]],
  ])("is refused: %j", async (body) => {
    expect((await change("POST", "", body)).status).toBe(400);
    expect(await views()).toEqual([]);
  });

  it("is one of at most 200", async () => {
    for (let n = 0; n < 200; n += 1)
      expect((await change("POST", "", { name: `v${n}`, address: "" })).status).toBe(200);
    expect(await change("POST", "", { name: "more", address: "" })).toMatchObject({ status: 400 });
    expect((await change("POST", "", { name: "v7", address: "order=cost" })).status).toBe(200);
  });
});
