// Sign-in with a real identity provider: what people see, what their roles allow, and what nobody gets by it.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Cookie, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it, test } from "vitest";
import { freePort } from "../../support/http/free-port.ts";
import { pageVisits } from "../../support/page/page-visits.ts";
import { settled } from "../../support/page/visit.ts";
import { makeKeys } from "../../support/server/api-keys.ts";
import { type ServerCommand, addressIn, startCommand } from "../../support/server/server-command.ts";
import { type TestProvider, startProvider } from "../../support/sign-in/identity-provider.ts";

const SECRET = "a-secret-of-the-sessions-0123456789";
const START_TIMEOUT_MS = 120_000;

const directory = mkdtempSync(join(tmpdir(), "svc-sign-in-"));
const open = pageVisits();
let provider: TestProvider;
let command: ServerCommand;
let url: string;
let env: Record<string, string>;
let organization: string;
let project: string;

const start = async (port: number, data: string, more: Record<string, string> = {}): Promise<ServerCommand> => {
  const started = startCommand(
    ["--port", String(port), "--data", join(directory, data)],
    { ...env, ...more },
    provider.folder,
  );
  expect(addressIn(await started.ready)).toBe(`http://127.0.0.1:${port}`);
  return started;
};

beforeAll(async () => {
  const port = await freePort();
  url = `http://127.0.0.1:${port}`;
  provider = await startProvider(url);
  env = {
    SVC_OIDC_ISSUER: provider.issuer,
    SVC_OIDC_CLIENT_ID: "svc",
    SVC_OIDC_CLIENT_SECRET: provider.clientSecret,
    SVC_PUBLIC_URL: url,
    SVC_OIDC_OWNERS: "Owner@example.com",
    SVC_SESSION_SECRET: SECRET,
  };
  command = await start(port, "data");
  organization = await makeKeys(join(directory, "data"), ["--organization"]);
  project = await makeKeys(join(directory, "data"), ["--project", "Shop"]);
}, START_TIMEOUT_MS);
afterAll(async () => {
  command?.child.kill();
  await command?.finished;
  await provider?.stop();
  rmSync(directory, { recursive: true });
});

/** Gives the provider's form an e-mail address, and consents. */
async function signInAt(page: Page, email: string): Promise<void> {
  await page.locator("input[name=login]").fill(email);
  await page.locator("input[name=password]").fill("any");
  await page.locator("button[type=submit]").click();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.waitForURL((address) => address.origin === url);
}

/** Opens a page of the service as a person, from the first request to the page that is shown. */
async function visitAs(email: string, path = "/"): Promise<Page> {
  const { page } = await openAtProvider(path);
  await signInAt(page, email);
  return page;
}

async function openAtProvider(path: string): Promise<{ page: Page }> {
  // The provider's own page has no element `main`, which a visit waits for.
  const { page } = await open("data:text/html,<main>start</main>");
  await page.goto(url + path);
  return { page };
}

async function sessionOf(page: Page): Promise<Cookie | undefined> {
  return (await page.context().cookies(url)).find(({ name }) => name === "svc_session");
}

/** Returns a function that sends requests with the session of a page. */
async function requestsOf(page: Page): Promise<(method: string, path: string, body?: object) => Promise<Response>> {
  const cookies = await page.context().cookies(url);
  const cookie = cookies.map(({ name, value }) => `${name}=${value}`).join("; ");
  return async (method, path, body) =>
    fetch(url + path, {
      method,
      redirect: "manual",
      headers: { cookie, origin: url, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
}

/** Returns the id of the member with this e-mail address; undefined when there is none. */
async function memberIdOf(email: string): Promise<string | undefined> {
  const list = await fetch(`${url}/api/public/organizations/memberships`, { headers: { authorization: organization } });
  const { memberships } = (await list.json()) as { memberships: Array<{ userId: string; email: string }> };
  return memberships.find((member) => member.email === email)?.userId;
}

async function setRole(email: string, role: string): Promise<void> {
  const send = async (path: string, method: string, body: object): Promise<Response> =>
    fetch(`${url}/api/public${path}`, {
      method,
      headers: { authorization: organization, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
  const known = await memberIdOf(email);
  const answer = known
    ? await send("/organizations/memberships", "PUT", { userId: known, role })
    : await send("/scim/Users", "POST", { userName: email, name: { formatted: email }, roles: [role] });
  expect(answer.status).toBeLessThan(300);
}

const PROMPT = { name: "greeting", type: "text", prompt: "Hello" };
const API = "/project/svc-local/api/public";

describe("the start", () => {
  const refused = async (more: Record<string, string>, cwd = directory): Promise<string> => {
    const { finished } = startCommand(["--port", "0", "--memory"], { ...env, ...more }, cwd);
    const { code, stdout, stderr } = await finished;
    expect([code, stdout]).toEqual([1, ""]);
    return stderr;
  };

  test("without the package names the command that installs it", async () => {
    expect(await refused({})).toContain("npm install openid-client\n");
  });

  test.each([
    ["without an address of its own", { SVC_PUBLIC_URL: "" }, "SVC_PUBLIC_URL"],
    [
      "without a client",
      { SVC_OIDC_CLIENT_ID: "", SVC_OIDC_CLIENT_SECRET: " " },
      "SVC_OIDC_CLIENT_ID and SVC_OIDC_CLIENT_SECRET",
    ],
    ["at an issuer that is no address", { SVC_OIDC_ISSUER: "example.com" }, "SVC_OIDC_ISSUER: an address such as"],
    ["at an issuer by http elsewhere", { SVC_OIDC_ISSUER: "http://id.example.com" }, "Use https"],
    ["with a short secret", { SVC_SESSION_SECRET: "hidden-too-short" }, "SVC_SESSION_SECRET has 16 characters"],
    ["with an unknown role", { SVC_OIDC_DEFAULT_ROLE: "KING" }, "must be VIEWER, MEMBER or ADMIN"],
    ["with everyone as owner", { SVC_OIDC_DEFAULT_ROLE: "OWNER" }, "must be VIEWER, MEMBER or ADMIN"],
  ])("%s says so, and shows no secret", async (_what, more, message) => {
    const said = await refused(more);
    expect(said).toContain(message);
    for (const secret of [provider.clientSecret, "hidden-too-short", SECRET]) expect(said).not.toContain(secret);
  });
});

describe("a person", () => {
  it("signs in at the provider, lands on the page that was asked for, and signs out", async () => {
    const page = await visitAs("owner@example.com", "/project/svc-local/prompts?search=a");
    expect(page.url()).toBe(`${url}/project/svc-local/prompts?search=a`);
    await page.getByRole("button", { name: /: switch$/ }).click();
    const dialog = page.getByRole("dialog", { name: "Projects" });
    expect(await dialog.innerText()).toContain("Signed in as owner@example.com, OWNER in this project");
    await dialog.getByRole("button", { name: "Sign out" }).click();
    await page.waitForURL((address) => address.origin === provider.issuer);
    expect((await page.context().cookies(url)).filter(({ name }) => name.startsWith("svc_"))).toEqual([]);
    // The provider asks once more, leads back, and is asked for somebody anew.
    await page.getByRole("button", { name: "Yes, sign me out" }).click();
    await page.locator("input[name=login]").waitFor();
  });

  it("whom nobody made a member is told so, and gets no session", async () => {
    const page = await visitAs("stranger@example.com");
    await page.locator("main").waitFor();
    expect(await page.locator("main").innerText()).toContain("stranger@example.com is no member of this service");
    expect(await sessionOf(page)).toBeUndefined();
  });

  it("with an e-mail address that the provider has not checked is refused", async () => {
    await provider.tell({ email_verified: false });
    const page = await visitAs("owner@example.com");
    await provider.tell({ email_verified: true });
    await page.locator("main").waitFor();
    expect(await page.locator("main").innerText()).toContain("did not sign you in");
  });

  it("is led to no other site afterwards", async () => {
    const page = await visitAs("owner@example.com", "/sign-in?to=https%3A%2F%2Fevil.example%2F");
    expect(page.url()).toBe(`${url}/project/svc-local/traces`);
  });
});

const TRACE = "a".repeat(32);

/** Actions that change something, by the path of their view, in the order of the page. */
const ACTIONS: Readonly<Record<string, readonly string[]>> = {
  "/prompts": ["New prompt"],
  "/prompts/new": ["Create prompt"],
  "/prompts/greeting": ["Delete prompt", "New version", "Set label", "Delete version"],
  "/datasets": ["New dataset"],
  "/datasets/capitals": ["New item", "Import", "Edit dataset", "Edit", "Archive", "Delete"],
  "/annotation-queues": ["New queue", "New score config"],
  "/annotation-queues/QUEUE": ["Label", "Add items", "Remove"],
  "/annotation-queues/QUEUE/items/ITEM": ["Complete"],
  [`/traces/${TRACE}`]: ["Add to dataset", "Add a score", "Add a comment"],
  "/playground": ["Run"],
  "/models": ["Add a model", "Edit", "Delete"],
  "/scores": ["Delete"],
};

/** Returns the names of the buttons and links of a page that are among the given ones, in the order of the page. */
async function offeredOf(page: Page, names: readonly string[]): Promise<string[]> {
  const texts = await page.locator("main :is(button, a.button, summary):visible").allInnerTexts();
  return texts.map((text) => text.split("\n")[0] ?? "").filter((text) => names.includes(text));
}

/** Makes records of each kind in the project `Shop`, and returns the path of its pages and a function that puts the ids of records into a path. */
async function fillShop(): Promise<{ base: string; withIds: (path: string) => string }> {
  const send = async (
    method: string,
    path: string,
    body?: object,
  ): Promise<{ id: string; data: Array<{ id: string }> }> => {
    const answer = await fetch(`${url}/api/public${path}`, {
      method,
      headers: { authorization: project, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    expect(answer.status).toBeLessThan(300);
    return (await answer.json()) as { id: string; data: Array<{ id: string }> };
  };
  const time = `${Date.now()}000000`;
  const span = {
    traceId: TRACE,
    spanId: "b".repeat(16),
    startTimeUnixNano: time,
    endTimeUnixNano: time,
    name: "answer",
  };
  await send("POST", "/otel/v1/traces", { resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] });
  await send("POST", "/v2/prompts", PROMPT);
  await send("POST", "/v2/datasets", { name: "capitals" });
  await send("POST", "/dataset-items", { datasetName: "capitals", input: "France" });
  await send("POST", "/scores", { traceId: TRACE, name: "helpful", value: 1 });
  await send("POST", "/models", { modelName: "own-model", matchPattern: "own", totalPrice: 1, unit: "TOKENS" });
  const config = await send("POST", "/score-configs", { name: "tone", dataType: "NUMERIC" });
  const queue = await send("POST", "/annotation-queues", { name: "answers", scoreConfigIds: [config.id] });
  const item = await send("POST", `/annotation-queues/${queue.id}/items`, { objectId: TRACE, objectType: "TRACE" });
  const base = `/project/${(await send("GET", "/projects")).data[0]?.id}`;
  return { base, withIds: (path) => path.replace("QUEUE", queue.id).replace("ITEM", item.id) };
}

describe("a role", () => {
  it.each([
    ["VIEWER", { read: 200, change: 403, removal: 403, audit: 403 }],
    ["MEMBER", { read: 200, change: 201, removal: 403, audit: 403 }],
    ["ADMIN", { read: 200, change: 201, removal: 200, audit: 200 }],
  ])("%s allows what it says", async (role, expected) => {
    const email = `${role.toLowerCase()}@example.com`;
    await setRole(email, role);
    const send = await requestsOf(await visitAs(email));
    const read = await send("GET", `${API}/v2/prompts`);
    const change = await send("POST", `${API}/v2/prompts`, { ...PROMPT, name: `of ${role}` });
    const removal = await send("DELETE", `${API}/traces`, { traceIds: ["0".repeat(32)] });
    const audit = await send("GET", "/project/svc-local/api/local/audit-log");
    expect({ read: read.status, change: change.status, removal: removal.status, audit: audit.status }).toEqual(
      expected,
    );
  });

  it("is offered the actions that it allows, and no others", async () => {
    const { base, withIds } = await fillShop();
    const offered: Record<string, Record<string, string[]>> = {};
    const needed: Record<string, number> = { VIEWER: 0, MEMBER: 0, ADMIN: 0 };
    for (const role of ["VIEWER", "MEMBER", "ADMIN"]) {
      const email = `offered-${role.toLowerCase()}@example.com`;
      await setRole(email, role);
      const page = await visitAs(email, `${base}/prompts`);
      const send = await requestsOf(page);
      await send("POST", `${base}/api/public/scores`, { traceId: TRACE, name: role, value: 1 });
      offered[role] = {};
      for (const [path, actions] of Object.entries(ACTIONS)) {
        await page.goto(url + base + withIds(path));
        await settled(page);
        offered[role][path] = await offeredOf(page, actions);
        needed[role]! += await page.getByText(", and this needs MEMBER. An owner can change the role.").count();
      }
    }
    const none = Object.fromEntries(Object.keys(ACTIONS).map((path) => [path, []]));
    // A member deletes its own score, an admin each of the three: a viewer could give none.
    expect(offered).toEqual({
      VIEWER: none,
      MEMBER: { ...ACTIONS, "/models": [], "/scores": ["Delete"] },
      ADMIN: { ...ACTIONS, "/scores": ["Delete", "Delete", "Delete"] },
    });
    // The views of a new prompt, of an item to label and of the playground.
    expect(needed).toEqual({ VIEWER: 3, MEMBER: 0, ADMIN: 0 });
  });

  it("that does not suffice is named, with the one that does", async () => {
    await setRole("reader@example.com", "VIEWER");
    const send = await requestsOf(await visitAs("reader@example.com"));
    expect(await (await send("POST", `${API}/v2/prompts`, PROMPT)).json()).toEqual({
      message: "reader@example.com is VIEWER in this project, and this needs MEMBER. An owner can change the role",
    });
  });

  it("in one project counts only there, and a project that does not exist is refused", async () => {
    await setRole("guest@example.com", "VIEWER");
    const shop = await fetch(`${url}/api/public/projects`, { headers: { authorization: project } });
    const { data } = (await shop.json()) as { data: Array<{ id: string }> };
    const shopId = data[0]?.id ?? "";
    const userId = await memberIdOf("guest@example.com");
    const given = await fetch(`${url}/api/public/projects/${shopId}/memberships`, {
      method: "PUT",
      headers: { authorization: organization, "content-type": "application/json" },
      body: JSON.stringify({ userId, role: "MEMBER" }),
    });
    expect(given.status).toBe(200);
    const send = await requestsOf(await visitAs("guest@example.com"));
    expect((await send("POST", `/project/${shopId}/api/public/v2/prompts`, PROMPT)).status).toBe(201);
    expect((await send("POST", `${API}/v2/prompts`, PROMPT)).status).toBe(403);
    expect((await send("GET", "/project/nowhere/api/public/v2/prompts")).status).toBe(403);
  });

  it("that ends ends the session", async () => {
    await setRole("leaver@example.com", "MEMBER");
    const send = await requestsOf(await visitAs("leaver@example.com"));
    expect((await send("GET", `${API}/v2/prompts`)).status).toBe(200);
    const userId = await memberIdOf("leaver@example.com");
    await fetch(`${url}/api/public/organizations/memberships`, {
      method: "DELETE",
      headers: { authorization: organization, "content-type": "application/json" },
      body: JSON.stringify({ userId }),
    });
    expect((await send("GET", `${API}/v2/prompts`)).status).toBe(401);
  });
});

describe("a session", () => {
  it("is not accepted when somebody changed it, nor one of another purpose", async () => {
    const page = await visitAs("owner@example.com");
    const session = await sessionOf(page);
    expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax" });
    const [content = "", code = ""] = session!.value.split(".");
    const other = Buffer.from(content, "base64url")
      .toString()
      .replace(/"userId":"./, '"userId":"x');
    const statusOf = async (value: string): Promise<number> =>
      (await fetch(`${url}${API}/v2/prompts`, { headers: { cookie: `svc_session=${value}` } })).status;
    expect(await statusOf(session!.value)).toBe(200);
    expect(await statusOf(`${Buffer.from(other).toString("base64url")}.${code}`)).toBe(401);
    expect(await statusOf(content)).toBe(401);
    const attempt = (await fetch(`${url}/sign-in`, { redirect: "manual" })).headers.get("set-cookie") ?? "";
    expect(await statusOf(/svc_sign_in=([^;]+)/.exec(attempt)?.[1] ?? "")).toBe(401);
  });

  it("lasts eight hours, and scripts cannot read it", async () => {
    const page = await visitAs("owner@example.com");
    const session = await sessionOf(page);
    const hours = ((session?.expires ?? 0) - Date.now() / 1_000) / 3_600;
    expect([Math.round(hours * 10) / 10, session?.httpOnly]).toEqual([8, true]);
  });

  it("is known to another process with the same secret, and to none without it", async () => {
    const page = await visitAs("owner@example.com");
    const session = await sessionOf(page);
    const statusOf = async (port: number): Promise<number> =>
      (
        await fetch(`http://127.0.0.1:${port}${API}/v2/prompts`, {
          headers: { cookie: `svc_session=${session!.value}` },
        })
      ).status;
    const [same, other] = await Promise.all([freePort(), freePort()]);
    const processes = [await start(same, "data"), await start(other, "data", { SVC_SESSION_SECRET: "" })];
    expect([await statusOf(same), await statusOf(other)]).toEqual([200, 401]);
    for (const { child, finished } of processes) {
      child.kill();
      await finished;
    }
  });

  it("answers a change only from the pages of the service", async () => {
    const page = await visitAs("owner@example.com");
    const session = await sessionOf(page);
    for (const origin of ["https://evil.example", undefined]) {
      const headers = {
        cookie: `svc_session=${session!.value}`,
        "content-type": "application/json",
        ...(origin && { origin }),
      };
      for (const path of [`${API}/v2/prompts`, "/sign-out"]) {
        const answer = await fetch(url + path, { method: "POST", headers, body: JSON.stringify(PROMPT) });
        expect(answer.status).toBe(403);
      }
    }
  });
});

describe("without a session", () => {
  it("a browser on this machine does not open the local project, and a program is told to sign in", async () => {
    const page = await fetch(url, { headers: { accept: "text/html" }, redirect: "manual" });
    expect([page.status, page.headers.get("location")]).toEqual([302, "/sign-in?to=%2F"]);
    const program = await fetch(`${url}${API}/v2/prompts`);
    expect([program.status, await program.json()]).toEqual([401, { message: "Sign in to open this page" }]);
    expect((await fetch(`${url}/mcp`, { method: "POST" })).status).toBe(401);
  });

  it("a key pair opens its project, as it does without the sign-in", async () => {
    const shop = await fetch(`${url}/api/public/projects`, { headers: { authorization: project } });
    expect(shop.status).toBe(200);
    const { data } = (await shop.json()) as { data: Array<{ id: string }> };
    const page = await fetch(`${url}/project/${data[0]?.id}/traces`, {
      headers: { authorization: project, accept: "text/html" },
    });
    expect(page.status).toBe(200);
  });
});

describe("the audit log", () => {
  it("names who changed what, people and programs, and no data that applications send", async () => {
    await setRole("auditor@example.com", "MEMBER");
    await setRole("auditor@example.com", "ADMIN");
    const send = await requestsOf(await visitAs("auditor@example.com"));
    await send("POST", `${API}/v2/prompts`, { ...PROMPT, name: "audited" });
    await send("POST", `${API}/v2/prompts`, { name: "refused" });
    await send("POST", `${API}/scores`, { traceId: "0".repeat(32), name: "quality", value: 1 });
    const answer = await send("GET", "/project/svc-local/api/local/audit-log");
    const { data } = (await answer.json()) as { data: Array<Record<string, string>> };
    expect(data[0]).toMatchObject({ path: expect.stringMatching(/^\/api\/public\/scores\/./), outcome: "created" });
    expect(data[1]).toEqual({
      id: expect.any(String),
      actor: "auditor@example.com",
      role: "ADMIN",
      method: "POST",
      path: "/api/public/v2/prompts",
      time: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(data.map(({ path }) => path)).not.toContain("/api/public/scores");

    const members = await fetch(`${url}/api/local/organization/audit-log`, {
      headers: { authorization: organization },
    });
    const { data: changes } = (await members.json()) as { data: Array<Record<string, string>> };
    expect(changes[0]).toMatchObject({
      actor: expect.stringMatching(/^pk-/),
      method: "PUT",
      path: "/api/public/organizations/memberships",
    });
    expect(changes.map(({ path }) => path)).not.toContain("/api/public/v2/prompts");
  });

  it("begins with the sign-in", async () => {
    const { ready, child, finished } = startCommand(["--port", "0", "--memory"]);
    const address = addressIn(await ready);
    const answer = await fetch(`${address}/project/svc-local/api/local/audit-log`);
    expect([answer.status, await answer.text()]).toEqual([501, expect.stringContaining("SVC_OIDC_ISSUER")]);
    child.kill();
    await finished;
  });
});

test("a provider that does not answer is said to the person and in the log, and asked again", async () => {
  const port = await freePort();
  const service = startCommand(
    ["--port", String(port), "--memory"],
    { ...env, SVC_OIDC_ISSUER: `http://127.0.0.1:${await freePort()}`, SVC_PUBLIC_URL: `http://127.0.0.1:${port}` },
    provider.folder,
  );
  await service.ready;
  for (let times = 0; times < 2; times++) {
    const answer = await fetch(`http://127.0.0.1:${port}/sign-in`, { headers: { accept: "text/html" } });
    expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining("cannot be reached now")]);
  }
  service.child.kill();
  const { stdout } = await service.finished;
  expect(stdout.match(/sign-in: the identity provider cannot be reached/g)).toHaveLength(2);
});
