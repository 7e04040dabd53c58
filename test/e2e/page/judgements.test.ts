// Judgements of people who are signed in: whose they are, what of them stays, and who sees it, on every engine.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RunningServer, startServer } from "@svc/server";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { installed } from "../../support/application/installation.ts";
import { freePort } from "../../support/http/free-port.ts";
import { pageVisits } from "../../support/page/page-visits.ts";
import { type Visit, settled } from "../../support/page/visit.ts";
import { type Call, callsOf } from "../../support/server/api-calls.ts";
import { runCommand } from "../../support/server/server-command.ts";
import { type StandInProvider, startStandInProvider } from "../../support/sign-in/stand-in-provider.ts";
import { type EngineService, PROGRAM_ENGINES } from "../../support/storage/storage-engines.ts";

const START_TIMEOUT_MS = 600_000;
const TRACE = "a".repeat(32);
const [ANN, BEN, OWNER] = ["ann@example.com", "ben@example.com", "owner@example.com"];
const ALL_FIELDS = "fields=details,subject,annotation,history";

interface PersonAnswer {
  status: number;
  body: Record<string, unknown> & { data: Array<Record<string, unknown>> };
}

const open = pageVisits();

describe.each(PROGRAM_ENGINES)("judgements on $name", ({ name, start }) => {
  let provider: StandInProvider;
  let service: EngineService;
  let url: string;
  let missing = "";
  let organization: string;
  let pair: string;
  let publicKey: string;
  let project: string;
  let call: Call;
  const ids: Record<string, string> = {};
  const cookies: Record<string, string> = {};
  let queueId: string;
  let itemId: string;
  let configId: string;

  beforeAll(async () => {
    const [port, folder] = await Promise.all([freePort(), installed("sign-in")]);
    url = `http://127.0.0.1:${port}`;
    provider = await startStandInProvider();
    const env = {
      SVC_OIDC_ISSUER: provider.issuer,
      SVC_OIDC_CLIENT_ID: "svc",
      SVC_OIDC_CLIENT_SECRET: "a-secret-of-the-client",
      SVC_PUBLIC_URL: url,
      SVC_SESSION_SECRET: "a-secret-of-the-sessions-0123456789",
      NODE_PATH: join(folder, "node_modules"),
    };
    const started = await start({ port, env });
    if ("missing" in started) {
      missing = `${name}: ${started.missing}`;
      console.warn(`skipped: ${missing}`);
      return;
    }
    service = started;
    pair = await service.projectKeys("Shop");
    [publicKey = ""] = Buffer.from(pair.split(" ")[1] ?? "", "base64")
      .toString()
      .split(":");
    call = callsOf(() => service.server, pair);
    project = `/project/${(await call("GET", "/projects")).body.data[0]?.id}`;
    const time = `${Date.now()}000000`;
    const span = { traceId: TRACE, spanId: "b".repeat(16), startTimeUnixNano: time, endTimeUnixNano: time };
    await call("POST", "/otel/v1/traces", {
      resourceSpans: [{ scopeSpans: [{ spans: [{ ...span, name: "answer" }] }] }],
    });
    organization = await service.organizationKeys();
    for (const [userName, formatted, role] of [
      [ANN, "Ann <b>Lee</b>", "MEMBER"],
      [BEN, "", "MEMBER"],
      [OWNER, "", "OWNER"],
    ] as const) {
      const user = { userName, name: { formatted }, roles: [role] };
      ids[userName] = (await call("POST", "/scim/Users", user, organization)).body.id;
      cookies[userName] = await provider.signIn(url, { email: userName, email_verified: true });
    }
    const categories = [
      { label: "cold", value: 0 },
      { label: "kind", value: 1 },
    ];
    configId = (await call("POST", "/score-configs", { name: "tone", dataType: "CATEGORICAL", categories })).body.id;
    queueId = (await call("POST", "/annotation-queues", { name: "answers", scoreConfigIds: [configId] })).body.id;
    const items = `/annotation-queues/${queueId}/items`;
    itemId = (await call("POST", items, { objectId: TRACE, objectType: "TRACE" })).body.id;
  }, START_TIMEOUT_MS);
  beforeEach(({ skip }) => skip(missing !== "", missing));
  afterAll(async () => {
    await service?.close();
    await provider?.close();
  });

  /** Opens a path of the project as a person. */
  const visitAs = async (email: string, path: string): Promise<Visit> => {
    const [session = "", value = ""] = cookies[email]?.split("=") ?? [];
    const cookie = { name: session, value, domain: "127.0.0.1", path: "/", expires: -1, httpOnly: true, secure: false };
    const storageState = { cookies: [{ ...cookie, sameSite: "Lax" as const }], origins: [] };
    return open(url + project + path, { storageState });
  };
  /** Returns a function that sends requests to the API of the project as a person, as the page does. */
  const requestsOf =
    (email: string) =>
    async (method: string, path: string, body?: object): Promise<PersonAnswer> => {
      const answer = await fetch(`${url}${project}/api${path}`, {
        method,
        headers: { cookie: cookies[email] ?? "", origin: url, ...(body && { "content-type": "application/json" }) },
        ...(body && { body: JSON.stringify(body) }),
      });
      return { status: answer.status, body: (await answer.json()) as PersonAnswer["body"] };
    };
  const scores = async (query: string): Promise<Array<Record<string, unknown>>> =>
    (await call("GET", `/v3/scores?${query}&${ALL_FIELDS}`)).body.data;

  /** Labels the item as a person, by the keys of the page. */
  const label = async (email: string, key: string): Promise<void> => {
    const { page, close } = await visitAs(email, `/annotation-queues/${queueId}/items/${itemId}`);
    await page.getByRole("region", { name: "Scores of the item" }).and(page.locator(":focus")).waitFor();
    await page.keyboard.press(key);
    await page.keyboard.press("c");
    await page.waitForURL(`**/annotation-queues/${queueId}`);
    await close();
  };

  it("of two people who label one item stay, each with its author, and a changed label keeps what it was", async () => {
    await label(ANN, "1");
    await label(BEN, "2");
    await label(ANN, "2");
    const labelled = await scores(`queueId=${queueId}`);
    expect(labelled).toHaveLength(2);
    const [byAnn, byBen] = [ANN, BEN].map((email) => labelled.find(({ authorUserId }) => authorUserId === ids[email]));
    expect(byAnn).toMatchObject({
      value: "kind",
      source: "ANNOTATION",
      writtenBy: { kind: "PERSON", id: ids[ANN] },
      history: [{ value: "cold", authorUserId: ids[ANN], writtenBy: { kind: "PERSON", id: ids[ANN] } }],
    });
    expect(byBen).toMatchObject({ value: "kind", history: [] });
    const query = new URLSearchParams({
      name: "tone",
      source: "ANNOTATION",
      dataType: "CATEGORICAL",
      authorUserId: ids[ANN] ?? "",
      otherName: "tone",
      otherSource: "ANNOTATION",
      otherDataType: "CATEGORICAL",
      otherAuthorUserId: ids[BEN] ?? "",
    });
    const { body } = await requestsOf(BEN)("GET", `/local/scores/agreement?${query.toString()}`);
    expect(body).toMatchObject({ objects: 1, labels: { agreed: 1 } });
  });

  it("are given in nobody else's name, and replace none of another person", async () => {
    const send = requestsOf(BEN);
    const [byAnn] = await scores(`authorUserId=${ids[ANN]}`);
    const score = { traceId: TRACE, name: "quality", value: 1 };
    const forged = { ...score, id: "forged", authorUserId: ids[ANN] };
    const comment = { projectId: "p", objectType: "TRACE", objectId: TRACE, content: "Well said" };
    const reason = expect.stringContaining("in their own name") as string;
    expect(await send("POST", "/public/scores", forged)).toMatchObject({ status: 403, body: { message: reason } });
    expect(await send("POST", "/public/scores", [forged])).toMatchObject({ status: 207, body: { rejected: 1 } });
    // The page has no route for the events of programs.
    expect((await send("POST", "/public/ingestion", { batch: [] })).status).toBe(404);
    expect((await send("POST", "/public/comments", { ...comment, authorUserId: ids[ANN] })).status).toBe(403);
    const other = { ...score, id: byAnn?.["id"] };
    expect(await send("POST", "/public/scores", other)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining("another person gave the score with this id") as string },
    });
    expect((await call("POST", "/scores", other, `Bearer ${publicKey}`)).status).toBe(409);
    expect(await scores("id=forged")).toEqual([]);
    expect(await scores(`authorUserId=${ids[ANN]}`)).toEqual([byAnn]);

    const own = [
      { ...score, id: "of-ben" },
      { ...score, id: "of-ben-too", authorUserId: ids[BEN] },
    ];
    expect((await send("POST", "/public/scores", own)).status).toBe(202);
    for (const id of ["of-ben", "of-ben-too"]) {
      expect(await scores(`id=${id}`)).toMatchObject([{ authorUserId: ids[BEN], writtenBy: { kind: "PERSON" } }]);
    }
    const written = String((await send("POST", "/public/comments", comment)).body["id"]);
    expect((await call("GET", `/comments/${written}`)).body["authorUserId"]).toBe(ids[BEN]);
    expect((await call("GET", `/comments?authorUserId=${ids[BEN]}`)).body.data).toHaveLength(1);
  });

  it("are taken back by who gave them, and by admins", async () => {
    const score = { traceId: TRACE, name: "kept", value: 1 };
    await requestsOf(BEN)("POST", "/public/scores", [
      { ...score, id: "kept-1" },
      { ...score, id: "kept-2" },
    ]);
    await call("POST", "/scores", { ...score, id: "kept-of-program" });
    await call("POST", "/scores", { ...score, id: "kept-of-key", authorUserId: ids[ANN] });
    const taken = async (email: string, id: string): Promise<[status: number, isLeft: boolean]> => {
      const { status } = await requestsOf(email)("DELETE", `/public/scores/${id}`);
      return [status, (await scores(`id=${id}`)).length === 1];
    };
    expect(await taken(ANN, "kept-1")).toEqual([403, true]);
    expect(await taken(ANN, "kept-of-program")).toEqual([403, true]);
    expect(await taken(BEN, "kept-1")).toEqual([202, false]);
    expect(await taken(ANN, "kept-of-key")).toEqual([202, false]);
    expect(await taken(OWNER, "kept-2")).toEqual([202, false]);
    expect(await taken(OWNER, "kept-of-program")).toEqual([202, false]);
    expect(await taken(ANN, "nothing")).toEqual([202, false]);
  });

  it("are in the audit log, with who gave, replaced and took them back, and scores of programs are not", async () => {
    const send = requestsOf(OWNER);
    const score = { traceId: TRACE, name: "quality", value: 1 };
    await send("POST", "/public/scores", { ...score, id: "a/1" });
    await send("POST", "/public/scores", [{ ...score, id: "a/1", value: 2 }, { name: "refused" }]);
    await send("DELETE", `/public/scores/${encodeURIComponent("a/1")}`);
    await call("POST", "/scores", { ...score, id: "program" });
    const { body } = await send("GET", "/local/audit-log");
    const noted = body.data.map(({ actor, method, path, outcome = null }) => [actor, method, path, outcome]);
    const path = "/api/public/scores/a%2F1";
    expect(noted.slice(0, 3)).toEqual([
      [OWNER, "DELETE", path, null],
      [OWNER, "POST", path, "replaced"],
      [OWNER, "POST", path, "created"],
    ]);
    const byAnn = `/api/public/scores/${itemId}-${configId}-${ids[ANN]}`;
    expect(noted).toContainEqual([ANN, "POST", byAnn, "created"]);
    expect(noted).toContainEqual([ANN, "POST", byAnn, "replaced"]);
    expect(noted.map((entry) => entry[2])).not.toContain("/api/public/scores/program");
  });

  it("are shown with the names of their authors, found by them, and compared", async () => {
    const thumb = { traceId: TRACE, name: "thumb", value: 1, id: "t" };
    await call("POST", "/scores", thumb, `Bearer ${publicKey}`);
    const visit = await visitAs(ANN, "/scores");
    const { page } = visit;
    const list = page.getByRole("table", { name: "Scores" });
    const byAnn = list.getByRole("row").filter({ hasText: "Ann <b>Lee</b>" });
    await byAnn.waitFor();
    expect(await byAnn.innerText()).toContain("tone");
    await byAnn.getByText("1 earlier value").click();
    await byAnn.getByText(/cold\s*by Ann <b>Lee<\/b>, until/).waitFor();
    await list.getByRole("row").filter({ hasText: "thumb" }).getByText("API, web page").waitFor();
    expect(await visit.axeFindings()).toEqual([]);
    await page.getByRole("combobox", { name: "Author" }).selectOption({ label: BEN });
    await expect.poll(() => byAnn.count()).toBe(0);
    await expect.poll(() => list.getByRole("row").filter({ hasText: BEN }).count()).toBe(3);

    await page.getByRole("link", { name: "Agreement" }).click();
    const choose = async (which: string, by: string): Promise<unknown> =>
      page.getByRole("combobox", { name: which }).selectOption({ label: `tone (annotation, categorical, by ${by})` });
    await choose("One score", "Ann <b>Lee</b>");
    await choose("Other score", BEN);
    await page.getByRole("table", { name: "Agreement" }).getByText(`by ${BEN}`).waitFor();
    expect(await visit.axeFindings()).toEqual([]);

    await page.getByRole("link", { name: "Values" }).click();
    await page.getByRole("combobox", { name: "Score" }).selectOption({ label: `quality (api, numeric, by ${BEN})` });
    await expect.poll(() => page.locator("main").innerText()).toMatch(/Scores\s+2\b/);
    expect(visit.problems).toEqual([]);
  });

  it("are shown with a trace, where each person may take back their own", async () => {
    const visit = await visitAs(ANN, `/traces/${TRACE}`);
    const { page } = visit;
    const table = page.getByRole("region", { name: "Scores" });
    const own = table.getByRole("row").filter({ hasText: "Ann <b>Lee</b>" });
    await own.getByRole("button", { name: "Delete tone" }).waitFor();
    const byBen = table.getByRole("row").filter({ hasText: BEN }).filter({ hasText: "tone" });
    expect([await byBen.count(), await byBen.getByRole("button").count()]).toEqual([1, 0]);
    await page.getByRole("region", { name: "Comments" }).getByText(`by ${BEN}`).waitFor();
    await settled(page);
    expect(await visit.axeFindings()).toEqual([]);
    await page.screenshot({ path: "/tmp/authors-shots/trace.png", fullPage: true });
    expect(visit.problems).toEqual([]);
  });

  it("keep the name of an author who has left", async () => {
    await call("DELETE", `/scim/Users/${ids[BEN]}`, undefined, organization);
    const { body } = await requestsOf(ANN)("GET", `/local/authors?id=${ids[BEN]},${ids[ANN]},nobody`);
    expect(body.data).toEqual([
      { id: ids[BEN], name: BEN },
      { id: ids[ANN], name: "Ann <b>Lee</b>" },
    ]);
    const many = Array.from({ length: 101 }, (_, number) => `a${number}`).join(",");
    expect((await requestsOf(ANN)("GET", `/local/authors?id=${many}`)).status).toBe(400);
  });

  it("move to another service with author, writer and history, also when they are moved again", async () => {
    const folder = mkdtempSync(join(tmpdir(), "svc-judgements-"));
    const before = await scores("limit=100");
    const exported = await service.command("export", "--all");
    expect(exported.code).toBe(0);
    writeFileSync(join(folder, "all.jsonl"), exported.stdout);
    const data = join(folder, "data");
    for (let times = 0; times < 2; times += 1) {
      expect((await runCommand(["import", join(folder, "all.jsonl"), "--data", data])).code).toBe(0);
    }
    const other: RunningServer = await startServer({ port: 0, dataDirectory: data });
    const { body } = await callsOf(() => other, pair)("GET", `/v3/scores?limit=100&${ALL_FIELDS}`);
    const byId = (list: Array<Record<string, unknown>>): unknown[] =>
      list.toSorted((one, two) => String(one["id"]).localeCompare(String(two["id"])));
    expect(byId(body.data)).toEqual(byId(before));
    // Into the same storage, each row replaces itself, and is no value that was replaced.
    expect((await service.command("import", join(folder, "all.jsonl"))).code).toBe(0);
    expect(byId(await scores("limit=100"))).toEqual(byId(before));
    expect(before.some(({ history }) => (history as unknown[]).length > 0)).toBe(true);
    await other.close();
    rmSync(folder, { recursive: true });
  });
});
