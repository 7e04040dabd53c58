// What is open ends with the right that opened it: at once in the process that ends the right, within seconds in every other.
import { type Server, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { OTLP_TRACES_PATH, basicAuthorization } from "@svc/core/internal";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { installed } from "../../../support/application/installation.ts";
import { freePort } from "../../../support/http/free-port.ts";
import { makeKeys } from "../../../support/server/api-keys.ts";
import { type OpenStream, openStream } from "../../../support/server/open-stream.ts";
import { protobufExport } from "../../../support/server/otlp-calls.ts";
import { type ServerCommand, startCommand } from "../../../support/server/server-command.ts";
import { type TestProvider, startProvider } from "../../../support/sign-in/identity-provider.ts";
import { type Person, signInAs } from "../../../support/sign-in/person.ts";
import { type PostgresServer, postgresPrograms, startPostgres } from "../../../support/storage/postgres-server.ts";
import { folderOfAllTests } from "../../../support/temporary-folder.ts";

const EVENTS = "/api/local/observations/events";
const PLACES = process.env["TEST_ENGINES"] === "sqlite" ? ["one SQLite file"] : ["one SQLite file", "one PostgreSQL"];

describe.each(PLACES)("two processes on %s", (place) => {
  const directory = folderOfAllTests("ended-rights");
  /** Model that begins to answer and never ends. */
  const model: Server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    // The end of a text waits for more, in which a key could go on.
    const content = `begun ${"and goes on ".repeat(50)}`;
    response.write(`data: ${JSON.stringify({ choices: [{ index: 0, delta: { content } }] })}\n\n`);
    calls.push(new Promise((resolve) => response.on("close", resolve)));
  });
  const calls: Array<Promise<unknown>> = [];
  let provider: TestProvider;
  let postgres: PostgresServer | undefined;
  const processes: ServerCommand[] = [];
  let urls: string[] = [];
  let organization: string;

  beforeAll(async () => {
    urls = [`http://127.0.0.1:${await freePort()}`, `http://127.0.0.1:${await freePort()}`];
    provider = await startProvider(urls[0] ?? "");
    await new Promise<void>((resolve) => model.listen(0, "127.0.0.1", resolve));
    const env: Record<string, string> = {
      SVC_OIDC_ISSUER: provider.issuer,
      SVC_OIDC_CLIENT_ID: "svc",
      SVC_OIDC_CLIENT_SECRET: provider.clientSecret,
      SVC_PUBLIC_URL: urls[0] ?? "",
      SVC_SESSION_SECRET: "a-secret-of-the-sessions-0123456789",
      OPENAI_API_KEY: "sk-of-the-stand-in",
      OPENAI_BASE_URL: `http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`,
    };
    if (place === "one PostgreSQL") {
      const found = await postgresPrograms();
      if ("missing" in found) throw new Error(found.missing);
      postgres = await startPostgres(found.programs);
      env["SVC_DOCUMENTS_URL"] = postgres.url;
      env["NODE_PATH"] = join(await installed("postgres"), "node_modules");
    }
    for (const [index, url] of urls.entries()) {
      const data = join(directory, postgres === undefined ? "shared" : `of-${index}`);
      const command = startCommand(["--port", new URL(url).port, "--data", data], env, provider.folder);
      processes.push(command);
      await command.ready;
    }
    const data = join(directory, postgres === undefined ? "shared" : "of-0");
    organization = await makeKeys(data, ["--organization"], { cwd: provider.folder, env });
  }, 120_000);
  afterAll(async () => {
    for (const { child, finished } of processes) {
      child.kill();
      await finished;
    }
    await postgres?.close();
    await provider?.stop();
    model.closeAllConnections();
    model.close();
  });

  const asOrganization = async (method: string, path: string, body?: object): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${urls[0]}/api/public${path}`, {
      method,
      headers: { authorization: organization, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    expect([method, path, answer.status < 300, answer.status < 300 ? "" : text]).toEqual([method, path, true, ""]);
    return text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
  };

  let count = 0;
  interface Shop {
    projectId: string;
    keyId: string;
    authorization: string;
  }
  /** Makes a project with a key pair. */
  const shop = async (): Promise<Shop> => {
    const { id: projectId } = await asOrganization("POST", "/projects", { name: `Shop ${(count += 1)}`, retention: 0 });
    const made = await asOrganization("POST", `/projects/${String(projectId)}/apiKeys`, {});
    const authorization = basicAuthorization(String(made["publicKey"]), String(made["secretKey"]));
    return { projectId: String(projectId), keyId: String(made["id"]), authorization };
  };
  /** Makes a member of the organization and signs them in. */
  const colleague = async (role = "MEMBER"): Promise<{ userId: string; person: Person; email: string }> => {
    const email = `person-${(count += 1)}@example.com`;
    const { id } = await asOrganization("POST", "/scim/Users", { userName: email, name: {}, roles: [role] });
    const person = await signInAs(urls[0] ?? "", email);
    expect(person.status).toBe(200);
    return { userId: String(id), person, email };
  };

  /** Things that somebody can have open, at one of the processes. */
  interface Opened {
    readonly stream: OpenStream;
    /** Asks for the same once more. */
    again(): Promise<number>;
  }
  const opened = async (url: string, init: RequestInit): Promise<Opened> => {
    const stream = await openStream(url, init);
    expect(stream.status).toBe(200);
    await stream.has("\n\n");
    return {
      stream,
      async again() {
        const answer = await fetch(url, { ...init, redirect: "manual" });
        await answer.body?.cancel();
        return answer.status;
      },
    };
  };
  const ofPerson = ({ session }: Person, at: string): { headers: Record<string, string> } => ({
    headers: { cookie: `svc_session=${session}`, origin: at },
  });

  type Ending = (
    at: string,
  ) => Promise<{ open: Opened; end: () => Promise<unknown>; projectId: string; refused: number }>;
  const patch = (value: unknown): object => ({ Operations: [{ op: "Replace", path: "active", value }] });

  /** Ends of a right, each with what is open by it. */
  const ENDINGS: ReadonlyArray<readonly [what: string, ending: Ending]> = [
    [
      "a deleted key: the event stream of the API",
      async (at) => {
        const { projectId, keyId, authorization } = await shop();
        const open = await opened(at + EVENTS, { headers: { authorization } });
        return {
          open,
          projectId,
          refused: 401,
          end: async () => asOrganization("DELETE", `/projects/${projectId}/apiKeys/${keyId}`),
        };
      },
    ],
    [
      "a deleted key: the event stream of the page",
      async (at) => {
        const { projectId, keyId, authorization } = await shop();
        const open = await opened(`${at}/project/${projectId}${EVENTS}`, { headers: { authorization } });
        return {
          open,
          projectId,
          refused: 401,
          end: async () => asOrganization("DELETE", `/projects/${projectId}/apiKeys/${keyId}`),
        };
      },
    ],
    [
      "a deleted project: the event stream of its key",
      async (at) => {
        const { projectId, authorization } = await shop();
        const open = await opened(at + EVENTS, { headers: { authorization } });
        return { open, projectId, refused: 401, end: async () => asOrganization("DELETE", `/projects/${projectId}`) };
      },
    ],
    [
      "a deleted project: the event stream of a member",
      async (at) => {
        const { projectId } = await shop();
        const { person } = await colleague();
        const open = await opened(`${at}/project/${projectId}${EVENTS}`, ofPerson(person, at));
        return { open, projectId, refused: 403, end: async () => asOrganization("DELETE", `/projects/${projectId}`) };
      },
    ],
    ...(
      [
        ["a membership that ends", (id) => asOrganization("DELETE", "/organizations/memberships", { userId: id })],
        ["a user whom SCIM deletes", (id) => asOrganization("DELETE", `/scim/Users/${id}`)],
        ["a user whom SCIM deactivates", (id) => asOrganization("PATCH", `/scim/Users/${id}`, patch("False"))],
        ["a sign-out", (_id, person) => person.send("POST", "/sign-out")],
      ] as ReadonlyArray<[string, (id: string, person: Person) => Promise<unknown>]>
    ).map(([what, end]): [string, Ending] => [
      `${what}: the event stream of the page`,
      async (at) => {
        const { projectId } = await shop();
        const { userId, person } = await colleague();
        const open = await opened(`${at}/project/${projectId}${EVENTS}`, ofPerson(person, at));
        return { open, projectId, refused: 401, end: async () => end(userId, person) };
      },
    ]),
    [
      "a lower role: a run of a model, which it stops",
      async (at) => {
        const { projectId, authorization } = await shop();
        const connected = await fetch(`${at}/api/public/llm-connections`, {
          method: "PUT",
          headers: { authorization, "content-type": "application/json" },
          body: JSON.stringify({ provider: "openai", adapter: "openai", secretKey: "not kept" }),
        });
        expect(connected.status).toBeLessThan(300);
        const { userId, person } = await colleague("MEMBER");
        const init = ofPerson(person, at);
        const text = [{ kind: "text", text: "hello" }];
        const open = await opened(`${at}/project/${projectId}/api/local/playground/runs`, {
          ...init,
          method: "POST",
          headers: { ...init.headers, "content-type": "application/json" },
          body: JSON.stringify({ connection: "openai", model: "gpt-4o", messages: [{ role: "user", parts: text }] }),
        });
        await open.stream.has("begun");
        const call = calls.at(-1);
        return {
          open,
          projectId,
          refused: 403,
          end: async () => {
            await asOrganization("PUT", "/organizations/memberships", { userId, role: "VIEWER" });
            if (at === urls[0]) await call;
          },
        };
      },
    ],
  ];

  const sendSpan = async (at: string, authorization: string, name: string): Promise<number> =>
    (
      await fetch(at + OTLP_TRACES_PATH, {
        method: "POST",
        headers: { authorization, "content-type": "application/x-protobuf" },
        body: protobufExport({ spans: [{ name }] }),
      })
    ).status;

  it.each(ENDINGS)("the process itself ends at once, by %s", async (_what, ending) => {
    const at = urls[0] ?? "";
    const { open, end, projectId, refused } = await ending(at);
    // A second key of the project, which goes on.
    const other = await asOrganization("POST", `/projects/${projectId}/apiKeys`, {});
    const authorization = basicAuthorization(String(other["publicKey"]), String(other["secretKey"]));
    const going = await opened(at + EVENTS, { headers: { authorization } });
    await end();
    // A deleted project takes no span.
    const isTaken = (await sendSpan(at, authorization, "after the end")) === 200;
    if (isTaken) await going.stream.has("after the end");
    else await going.stream.ended;
    expect(going.stream.hasEnded()).toBe(!isTaken);
    await open.stream.ended;
    expect(open.stream.text()).not.toContain("after the end");
    expect(await open.again()).toBe(refused);
  });

  it("the other process ends each of them within seconds", async () => {
    const at = urls[1] ?? "";
    const all = await Promise.all(
      ENDINGS.map(async ([what, ending]) => {
        const { open, end, refused } = await ending(at);
        return { what, open, end, refused };
      }),
    );
    const { authorization } = await shop();
    const going = await opened(at + EVENTS, { headers: { authorization } });
    await Promise.all(all.map(async ({ end }) => end()));
    await Promise.all(all.map(async ({ open }) => open.stream.ended));
    for (const { what, open, refused } of all) expect([what, await open.again()]).toEqual([what, refused]);
    expect([await sendSpan(at, authorization, "still read"), await going.stream.has("still read")]).toEqual([
      200,
      undefined,
    ]);
  });

  it("a session ends with the sign-out in every browser and process, and another one begins", async () => {
    const { person, email } = await colleague();
    const second = await signInAs(urls[0] ?? "", email);
    const prompts = "/project/svc-local/api/public/v2/prompts";
    const statuses = async (one: Person): Promise<number[]> =>
      Promise.all(urls.map(async (at) => (await one.send("GET", prompts, undefined, at)).status));
    expect([await statuses(person), await statuses(second)]).toEqual([
      [200, 200],
      [200, 200],
    ]);
    expect((await person.send("POST", "/sign-out")).status).toBe(200);
    expect([await statuses(person), await statuses(second)]).toEqual([
      [401, 401],
      [401, 401],
    ]);
    expect(await statuses(await signInAs(urls[0] ?? "", email))).toEqual([200, 200]);
    // A session that has ended signs nobody out.
    expect((await person.send("POST", "/sign-out")).status).toBe(200);
  });

  it("a membership that ended and began again brings no session back", async () => {
    const { userId, person } = await colleague();
    await asOrganization("DELETE", "/organizations/memberships", { userId });
    await asOrganization("PUT", "/organizations/memberships", { userId, role: "OWNER" });
    for (const at of urls) {
      expect((await person.send("GET", "/project/svc-local/api/public/v2/prompts", undefined, at)).status).toBe(401);
    }
  });

  it("a request of an MCP client is refused after the end of its key, and a session is none of its ways in", async () => {
    const { projectId, keyId, authorization } = await shop();
    const { person } = await colleague();
    const ask = async (at: string, headers: Record<string, string>): Promise<number> => {
      const answer = await fetch(`${at}/mcp`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json", accept: "application/json, text/event-stream" },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} }),
      });
      await answer.text();
      return answer.status;
    };
    const all = async (): Promise<number[]> =>
      Promise.all(
        urls.flatMap((at) => [
          ask(at, { authorization }),
          ask(at, { cookie: `svc_session=${person.session}`, origin: at }),
        ]),
      );
    expect(await all()).toEqual([200, 401, 200, 401]);
    await asOrganization("DELETE", `/projects/${projectId}/apiKeys/${keyId}`);
    expect(await all()).toEqual([401, 401, 401, 401]);
  });

  it.each([
    ["VIEWER", 403],
    ["MEMBER", 403],
    ["ADMIN", 200],
  ])("HEAD needs the role that GET needs: a %s is answered %i by the audit log", async (role, status) => {
    const { person } = await colleague(role);
    for (const method of ["GET", "HEAD"]) {
      const answers = ["/api/local/audit-log", "/api/public/v2/prompts"].map(async (path) =>
        person.send(method, `/project/svc-local${path}`),
      );
      expect([method, ...(await Promise.all(answers)).map((answer) => answer.status)]).toEqual([method, status, 200]);
    }
  });
});
