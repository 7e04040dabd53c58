import { basicAuthorization } from "@svc/core/internal";
import { type RunningServer, startServer } from "@svc/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answered, type Body, callsOf } from "../../../support/server/api-calls.ts";
import { organizationKeys } from "../../../support/server/api-keys.ts";

let server: RunningServer;
let organization: string;
beforeAll(async () => {
  ({ server, authorization: organization } = await organizationKeys(startServer));
});
afterAll(async () => server.close());

const call = callsOf(() => server);
const asOrganization = async (method: string, path: string, body?: unknown): Promise<Answered> =>
  call(method, path, body, organization);

let users = 0;
async function user(fields: Record<string, unknown> = {}): Promise<Body> {
  const { status, body } = await asOrganization("POST", "/scim/Users", {
    userName: `user-${(users += 1)}@example.com`,
    name: { formatted: "A User" },
    ...fields,
  });
  expect(status).toBe(201);
  return body;
}

async function project(name: string, fields: Record<string, unknown> = {}): Promise<Body> {
  const { status, body } = await asOrganization("POST", "/projects", { name, retention: 0, ...fields });
  expect(status).toBe(201);
  return body;
}

describe("keys", () => {
  test("of a project give no access to the organization, and vice versa", async () => {
    for (const path of ["/organizations/projects", "/integrations/blob-storage", "/projects/svc-local/apiKeys"]) {
      const { status, body } = await call("GET", path);
      expect([status, body]).toEqual([403, { message: "Access denied - insufficient permissions for this endpoint" }]);
    }
    expect((await call("GET", "/scim/Users")).body).toMatchObject({
      schemas: [expect.stringContaining("Error")],
      status: "403",
    });
    const { status, body } = await asOrganization("GET", "/projects");
    expect([status, body.message]).toEqual([403, expect.stringContaining("Are you using an organization key?")]);
  });

  test("of the organization are listed without secret keys", async () => {
    const { body } = await asOrganization("GET", "/organizations/apiKeys");
    expect(body["apiKeys"]).toEqual([expect.objectContaining({ publicKey: expect.stringMatching(/^pk-/) })]);
    expect(JSON.stringify(body)).not.toContain("secretHash");
  });

  test("of a project are created, valid, listed and deleted", async () => {
    const { id } = await project("keys");
    const path = `/projects/${id}/apiKeys`;
    const { status, body } = await asOrganization("POST", path, { note: "ci" });
    expect(status).toBe(201);
    const opened = basicAuthorization(String(body["publicKey"]), String(body["secretKey"]));
    expect((await call("GET", "/projects", undefined, opened)).body.data).toMatchObject([{ id, name: "keys" }]);
    const { body: list } = await asOrganization("GET", path);
    expect(list["apiKeys"]).toMatchObject([{ id: body.id, note: "ci", publicKey: body["publicKey"] }]);
    expect(JSON.stringify(list)).not.toContain(body["secretKey"]);
    expect((await asOrganization("DELETE", `/projects/svc-local/apiKeys/${body.id}`)).status).toBe(404);
    expect((await asOrganization("DELETE", `${path}/${body.id}`)).body).toEqual({ success: true });
    expect((await asOrganization("DELETE", `${path}/${body.id}`)).status).toBe(404);
    expect((await call("GET", "/projects", undefined, opened)).status).toBe(401);
  });

  test("can be given, as a pair", async () => {
    const { id } = await project("own keys");
    const make = async (body?: unknown): Promise<number> =>
      (await asOrganization("POST", `/projects/${id}/apiKeys`, body)).status;
    const own = { publicKey: "pk-own", secretKey: "sk-own-0123456789abcdef" };
    expect(await make(own)).toBe(201);
    expect(await make(own)).toBe(409);
    expect(await make({ ...own, publicKey: "pk-other" })).toBe(409);
    expect(await make({ publicKey: "pk-alone" })).toBe(400);
    expect(await make({ ...own, publicKey: "own" })).toBe(400);
    expect(await make({ ...own, secretKey: "own" })).toBe(400);
    expect(await make({ publicKey: "pk-guess", secretKey: "sk-1" })).toBe(400);
    expect(await make({ ...own, publicKey: "pk-a:b" })).toBe(400);
    expect(await make({ ...own, secretKey: "sk-0123456789abcde\u001B" })).toBe(400);
    expect(await make({ note: "\u202Enote" })).toBe(400);
    expect(await make()).toBe(201);
    expect((await asOrganization("POST", "/projects/nowhere/apiKeys", {})).status).toBe(404);
  });
});

describe("a key pair that stands in documents", () => {
  test.each([
    ["pk-svc-local", "sk-svc-0123456789abcdef"],
    ["PK-SVC-Local", "sk-svc-0123456789abcdef"],
    ["pk-svc-compose", "sk-svc-0123456789abcdef"],
    ["pk-own-2", "sk-svc-local"],
    ["pk-own-2", "sk-svc-compose"],
  ])("is not stored: %s, %s", async (publicKey, secretKey) => {
    const answer = await asOrganization("POST", "/projects/svc-local/apiKeys", { publicKey, secretKey });
    expect(answer.status).toBe(400);
    const { body } = await asOrganization("GET", "/projects/svc-local/apiKeys");
    expect(JSON.stringify(body)).not.toContain(publicKey);
  });
});

describe("projects", () => {
  test("are created, changed and listed, each with a unique name", async () => {
    for (const name of ["line\nbreak", "\u001B[2Jclear", "turned\u202E"]) {
      expect((await asOrganization("POST", "/projects", { name, retention: 0 })).status).toBe(400);
    }
    const made = await project("first one", { metadata: { team: "a" }, retention: 30 });
    expect(made).toMatchObject({ name: "first one", metadata: { team: "a" }, retentionDays: 30 });
    await project("second one");
    const put = async (body: unknown): Promise<Answered> => asOrganization("PUT", `/projects/${made.id}`, body);
    expect((await put({ name: "renamed" })).body).toMatchObject({
      name: "renamed",
      metadata: { team: "a" },
      retentionDays: 30,
    });
    expect((await put({ name: "renamed", metadata: null, retention: 0 })).body).toMatchObject({
      metadata: {},
      retentionDays: 0,
    });
    expect((await put({ name: "second one" })).status).toBe(409);
    expect((await asOrganization("POST", "/projects", { name: "second one", retention: 0 })).status).toBe(409);
    expect((await asOrganization("PUT", "/projects/nowhere", { name: "abc" })).status).toBe(404);
    const { body } = await asOrganization("GET", "/organizations/projects");
    const { projects } = body as unknown as { projects: Body[] };
    expect(projects.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["Local project", "renamed", "second one"]),
    );
  });

  test.each([
    { name: "ab" },
    { name: "x".repeat(61) },
    { name: "abc", retention: 2 },
    { name: "abc", retention: -1 },
    { name: "abc", retention: 0.5 },
  ])("are rejected with %j", async (fields) => {
    expect((await asOrganization("POST", "/projects", { retention: 0, ...fields })).status).toBe(400);
  });

  test("separate their data, and delete it with themselves", async () => {
    const { id } = await project("doomed");
    const { body: keys } = await asOrganization("POST", `/projects/${id}/apiKeys`);
    const own = basicAuthorization(String(keys["publicKey"]), String(keys["secretKey"]));
    const inProject = async (method: string, path: string, body?: unknown): Promise<Answered> =>
      call(method, path, body, own);
    await inProject("POST", "/scores", { id: "shared", traceId: "t", name: "n", value: 1 });
    await call("POST", "/scores", { id: "shared", traceId: "t", name: "n", value: 2 });
    await inProject("POST", "/v2/prompts", { name: "p", prompt: "x" });
    const { body: dashboard } = await inProject("POST", "/unstable/dashboards", { name: "d" });
    expect((await inProject("GET", "/v3/scores")).body.data).toMatchObject([{ value: 1 }]);
    expect((await call("GET", `/unstable/dashboards/${dashboard.id}`)).status).toBe(404);
    expect((await asOrganization("DELETE", `/projects/${id}`)).body).toMatchObject({ success: true });
    expect((await inProject("GET", "/projects")).status).toBe(401);
    expect((await asOrganization("DELETE", `/projects/${id}`)).status).toBe(404);
    expect((await call("GET", "/v3/scores?id=shared")).body.data).toMatchObject([{ value: 2 }]);
  });

  test("cannot be deleted if it is the default project", async () => {
    const { status, body } = await asOrganization("DELETE", "/projects/svc-local");
    expect([status, body.message]).toEqual([501, expect.stringContaining("cannot be deleted")]);
  });
});

describe("members", () => {
  test("are added by SCIM, get roles in the organization and in projects, and are removed", async () => {
    const { id, userName } = await user({ roles: ["ADMIN"] });
    const email = userName;
    const member = { userId: id, role: "ADMIN", email, name: "A User" };
    const memberships = async (path: string): Promise<unknown> =>
      (await asOrganization("GET", path)).body["memberships"];
    expect(await memberships("/organizations/memberships")).toContainEqual(member);
    expect((await asOrganization("PUT", "/organizations/memberships", { userId: id, role: "OWNER" })).body).toEqual({
      ...member,
      role: "OWNER",
    });
    const path = "/projects/svc-local/memberships";
    expect(await memberships(path)).toEqual([]);
    expect((await asOrganization("PUT", path, { userId: id, role: "VIEWER" })).body).toEqual({
      ...member,
      role: "VIEWER",
    });
    expect(await memberships(path)).toEqual([{ ...member, role: "VIEWER" }]);
    expect((await asOrganization("DELETE", path, { userId: id })).body).toMatchObject({ userId: id });
    expect((await asOrganization("DELETE", path, { userId: id })).status).toBe(404);
    expect((await asOrganization("DELETE", "/organizations/memberships", { userId: id })).body).toMatchObject({
      userId: id,
    });
    expect((await asOrganization("DELETE", "/organizations/memberships", { userId: id })).status).toBe(404);
    expect((await asOrganization("PUT", path, { userId: id, role: "VIEWER" })).status).toBe(404);
    // The user still exists, and can become a member again.
    expect((await asOrganization("PUT", "/organizations/memberships", { userId: id, role: "MEMBER" })).status).toBe(
      200,
    );
  });

  test.each([
    ["PUT", "/organizations/memberships", { userId: "nobody", role: "OWNER" }, 404],
    ["PUT", "/organizations/memberships", { userId: "nobody", role: "KING" }, 400],
    ["PUT", "/projects/nowhere/memberships", { userId: "nobody", role: "OWNER" }, 404],
    ["GET", "/projects/nowhere/memberships", undefined, 404],
  ])("%s %s %j is answered %i", async (method, path, body, status) => {
    expect((await asOrganization(method, path, body)).status).toBe(status);
  });
});

test("answers that blob storage is not supported", async () => {
  const integration = {
    projectId: "svc-local",
    type: "S3",
    bucketName: "b",
    region: "r",
    exportFrequency: "daily",
    enabled: false,
    forcePathStyle: false,
    fileType: "JSONL",
    exportMode: "FULL_HISTORY",
  };
  const path = "/integrations/blob-storage";
  expect((await asOrganization("GET", path)).body).toEqual({ data: [] });
  const { status, body } = await asOrganization("PUT", path, integration);
  expect([status, body]).toEqual([
    501,
    { error: "NotImplementedError", message: expect.stringContaining("exports nothing to a blob storage") },
  ]);
  expect((await asOrganization("PUT", path, { ...integration, projectId: "nowhere" })).status).toBe(404);
  expect((await asOrganization("PUT", path, { ...integration, prefix: "no-slash" })).status).toBe(400);
  for (const method of ["GET", "DELETE"]) expect((await asOrganization(method, `${path}/one`)).status).toBe(404);
});

test("logs feedback", async () => {
  const lines: string[] = [];
  const own = await startServer({ port: 0, memory: true, log: (line) => lines.push(line) });
  const { status, body } = await callsOf(() => own)("POST", "/feedback", {
    targetType: "docs",
    target: "page",
    feedback: "good",
  });
  expect([status, lines.filter((line) => line.includes(body.id))]).toEqual([
    201,
    [expect.stringContaining('docs "page"')],
  ]);
  await own.close();
});
