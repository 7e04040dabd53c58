import { request } from "node:http";
import { LOCAL_KEYS, OTLP_TRACES_PATH, basicAuthorization } from "@svc/core/internal";
import { SERVICE_VERSION, startServer } from "@svc/server";
import { describe, expect, test } from "vitest";
import { get, observations, protobufExport } from "../../../support/server/otlp-calls.ts";
import { serverOfAllTests } from "../../../support/server/own-server.ts";

const { publicKey, secretKey } = LOCAL_KEYS;
const lines: string[] = [];
const server = serverOfAllTests({ log: (line) => lines.push(line) });

const WRONG_KEYS = "Invalid credentials. Confirm that you've configured the correct host.";

describe.each([
  ["GET", "/api/public/projects"],
  ["GET", "/api/public/v2/observations"],
  ["POST", OTLP_TRACES_PATH],
])("%s %s", (method, path) => {
  test.each([
    ["no header", undefined, 401, "No authorization header"],
    ["another scheme", "Digest abc", 401, "Invalid authorization header"],
    ["a wrong secret key", basicAuthorization(publicKey, "sk-other"), 401, WRONG_KEYS],
    ["an empty pair", basicAuthorization("", ""), 401, WRONG_KEYS],
    ["a pair that is no base64", "Basic ====", 401, WRONG_KEYS],
    ["no pair", "Basic", 401, WRONG_KEYS],
    ["the keys exchanged", basicAuthorization(secretKey, publicKey), 401, WRONG_KEYS],
    [
      "only a wrong public key",
      "Bearer pk-other",
      401,
      "Invalid public key. Confirm that you've configured the correct host.",
    ],
    ["the public key alone", `Bearer ${publicKey}`, 403, "Access denied - insufficient permissions for this endpoint"],
  ])("rejects %s", async (_, authorization, status, message) => {
    const response = await fetch(server.url + path, {
      method,
      headers: { "content-type": "application/x-protobuf", ...(authorization !== undefined && { authorization }) },
      ...(method === "POST" && { body: protobufExport({ spans: [{}] }) }),
    });
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({ message });
    expect(await observations(server)).toEqual({
      data: [],
      meta: {},
    });
  });
});

test("a secret key with another public key is refused, and logged once without secrets", async () => {
  lines.length = 0;
  const authorization = basicAuthorization("pk-other", secretKey);
  for (let i = 0; i < 3; i += 1) {
    expect((await get(server, "/api/public/projects", { authorization })).status).toBe(401);
  }
  expect(lines).toEqual([expect.stringContaining(publicKey)]);
  expect(lines.join()).not.toContain(secretKey);
});

test("health requires no keys and names a version that clients accept", async () => {
  const response = await fetch(`${server.url}/api/public/health`);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ status: "OK", version: SERVICE_VERSION });
  const [major = 0, minor = 0] = SERVICE_VERSION.split(".").map(Number);
  expect(major * 1_000 + minor).toBeGreaterThanOrEqual(4_059);
});

test("the keys belong to the project of the running server", async () => {
  const response = await get(server, "/api/public/projects");
  const { data } = (await response.json()) as { data: unknown[] };
  expect(data).toEqual([
    {
      id: server.projectId,
      name: expect.any(String),
      organization: { id: expect.any(String), name: expect.any(String) },
      metadata: {},
    },
  ]);
});

test.each([
  ["POST", "/api/public/health", "GET"],
  ["DELETE", "/api/public/projects", "GET, POST"],
  ["POST", "/api/public/v2/observations", "GET"],
  ["GET", OTLP_TRACES_PATH, "POST"],
])("%s %s is answered 405", async (method, path, allowed) => {
  const headers = { authorization: basicAuthorization(publicKey, secretKey) };
  const response = await fetch(server.url + path, { method, headers });
  expect(response.status).toBe(405);
  expect(response.headers.get("allow")).toBe(allowed);
  expect(await response.json()).toMatchObject({ error: "MethodNotAllowedError" });
});

test("an unknown path is answered 404", async () => {
  const response = await get(server, "/api/public/nothing");
  expect([response.status, await response.json()]).toEqual([
    404,
    { error: "SvcNotFoundError", message: "There is nothing at /api/public/nothing" },
  ]);
});

describe("the default keys are valid on this machine only", () => {
  const local = { authorization: basicAuthorization(publicKey, secretKey) };
  /** Sends a request with any Host header, which `fetch` does not allow. */
  async function ask(headers: Record<string, string>): Promise<number | undefined> {
    return new Promise((resolve, reject) => {
      const sent = request(`${server.url}/api/public/projects`, { headers: { ...local, ...headers } }, (response) => {
        response.resume();
        response.on("end", () => resolve(response.statusCode));
      });
      sent.on("error", reject);
      sent.end();
    });
  }

  test.each<[string, Record<string, string>, number]>([
    ["a program", {}, 200],
    ["a page of this machine", { origin: "http://localhost:5173" }, 403],
    ["a page at its address", { origin: "http://127.0.0.1:8080" }, 403],
    ["a page of another host", { origin: "https://evil.example" }, 403],
    ["a page whose host looks like this machine", { origin: "http://localhost.evil.example" }, 403],
    ["a page without an origin of its own", { origin: "null" }, 403],
    ["a name that was made to resolve to this machine", { host: "evil.example:3000" }, 403],
  ])("%s: %s is answered %i", async (_, headers, status) => {
    expect(await ask(headers)).toBe(status);
  });

  test("configured keys are valid from every machine", async () => {
    const keys = { publicKey: "pk-own", secretKey: "sk-own" };
    const own = await startServer({ port: 0, memory: true, keys });
    const headers = {
      authorization: basicAuthorization(keys.publicKey, keys.secretKey),
      origin: "https://app.example",
    };
    expect((await get(own, "/api/public/projects", headers)).status).toBe(200);
    await own.close();
  });
});

describe("pages of other origins", () => {
  test("are allowed by a preflight answer", async () => {
    const response = await fetch(`${server.url}/api/public/v2/observations`, {
      method: "OPTIONS",
      headers: {
        origin: "https://app.example",
        "access-control-request-method": "GET",
        "access-control-request-headers": "authorization,x-svc-public-key",
      },
    });
    expect(response.status).toBe(204);
    const header = (name: string): string | null => response.headers.get(`access-control-allow-${name}`);
    expect([header("origin"), header("headers"), header("credentials")]).toEqual([
      "*",
      "authorization,x-svc-public-key",
      null,
    ]);
    expect(header("methods")?.split(",")).toEqual(["GET", "POST", "PUT", "PATCH", "DELETE"]);
  });

  test("can read answers, including errors", async () => {
    for (const path of ["/api/public/health", "/api/public/projects", "/api/public/nothing"]) {
      const response = await fetch(server.url + path, { headers: { origin: "https://app.example" } });
      expect(response.headers.get("access-control-allow-origin")).toBe("*");
    }
  });
});
