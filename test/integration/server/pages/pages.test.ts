import { request } from "node:http";
import { basicAuthorization } from "@svc/core/internal";
import { type RunningServer, startServer } from "@svc/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isLoopbackAddress, isLoopbackHost } from "../../../../src/server/http/loopback.ts";
import { projectKeys } from "../../../support/server/api-keys.ts";
import { AUTHORIZATION, TRACE_ID, post, protobufExport, send } from "../../../support/server/otlp-calls.ts";
import { serverOfAllTests } from "../../../support/server/own-server.ts";
import { folderOfAllTests } from "../../../support/temporary-folder.ts";

const OWN_KEYS = { publicKey: "pk-own", secretKey: "sk-own" };

const server = serverOfAllTests({ keys: OWN_KEYS, openToThisMachine: true });

interface Answer {
  status: number | undefined;
  headers: NodeJS.Dict<string | string[]>;
  text: string;
}

/** Visits a page with any Host header, which `fetch` does not allow. */
async function visit(path: string, headers: Record<string, string> = {}, visited = server): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(visited.url + path, { headers }, (response) => {
      let text = "";
      response.on("data", (chunk) => (text += String(chunk)));
      response.on("end", () => resolve({ status: response.statusCode, headers: response.headers, text }));
    });
    sent.on("error", reject);
    sent.end();
  });
}

const tracePath = (traceId: string): string => `/project/${server.projectId}/traces/${traceId}`;

describe("the document", () => {
  const LIST = "/project/svc-local/traces";

  test("allows scripts, styles and requests only of this service, and has none in itself", async () => {
    const { status, headers, text } = await visit(LIST);
    expect(status).toBe(200);
    expect(headers["content-security-policy"]).toBe(
      "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; media-src 'self' data:; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    );
    expect(text).not.toMatch(/<style|style=|<script(?![^>]* src="\/ui\/)|https?:|\son\w+=/);
    expect(headers["x-content-type-options"]).toBe("nosniff");
    expect(headers["cache-control"]).toBe("no-store");
  });

  test("loads files that are kept for good, plain and compressed", async () => {
    const { text } = await visit(LIST);
    const files = Array.from(text.matchAll(/(?:src|href)="(\/ui\/[^"]+)"/g), ([, path = ""]) => path);
    expect(new Set(files.map((path) => path.split(".").at(-1)))).toEqual(new Set(["css", "js", "svg"]));
    for (const path of files) {
      const answer = await fetch(server.url + path);
      expect(answer.headers.get("cache-control")).toContain("immutable");
      expect(answer.headers.get("content-encoding")).toBe("gzip");
      const plain = await fetch(server.url + path, { headers: { "accept-encoding": "identity" } });
      expect(plain.headers.get("content-encoding")).toBeNull();
      expect(await plain.text()).toBe(await answer.text());
    }
  });

  test.each(["/ui/none.js", "/ui/..%2Findex.html", "/ui/..%2Fcli.mjs"])("has no file %s", async (path) => {
    expect((await visit(path)).status).toBe(404);
  });

  test.each(["/nothing", "/project/svc-local/nothing"])("answers 404 at %s, and a program gets JSON", async (path) => {
    const page = await visit(path, { accept: "text/html,*/*" });
    expect([page.status, page.headers["content-type"]]).toEqual([404, "text/html; charset=UTF-8"]);
    const json = await visit(path, { accept: "*/*" });
    expect([json.status, json.headers["content-type"]]).toEqual([404, "application/json"]);
  });
});

describe("the API below a project", () => {
  const path = (rest: string): string => `/project/svc-local/api/public/${rest}`;

  test("reads with the access of the page, only for the page", async () => {
    const { status, headers } = await visit(path("v2/observations"));
    expect(status).toBe(200);
    expect(headers["access-control-allow-origin"]).toBeUndefined();
    expect([headers["cache-control"], headers["x-content-type-options"]]).toEqual(["no-store", "nosniff"]);
  });

  test("answers no page of another host", async () => {
    expect((await visit(path("v2/observations"), { origin: "http://evil.example" })).status).toBe(401);
  });

  const score = { traceId: TRACE_ID, name: "liked", value: 1, dataType: "NUMERIC" };
  const change = async (headers: Record<string, string>): Promise<Response> =>
    fetch(server.url + path("scores"), {
      method: "POST",
      headers: { "content-type": "application/json", ...headers },
      body: JSON.stringify(score),
    });

  test("takes changes from the page itself", async () => {
    const answer = await change({ origin: server.url });
    expect([answer.status, await answer.json()]).toEqual([200, { id: expect.any(String) }]);
  });

  test("takes no change from a program", async () => {
    const answer = await change({});
    expect(answer.status).toBe(403);
    expect(await answer.json()).toEqual({
      message: "Only the page of this service may change a project here. Programs use /api/public",
    });
  });

  test.each(["http://evil.example", "null", "http://127.0.0.1:1"])(
    "takes no change from a page of %s",
    async (origin) => {
      expect((await change({ origin })).status).toBe(401);
    },
  );

  test.each(["organizations/projects", "scim/Users", "projects"])("has no %s", async (rest) => {
    const { status } = await visit(path(rest));
    expect(status === 404 || rest === "projects").toBe(true);
  });
});

describe("the address of a trace", () => {
  test("answers 404 until something of the trace has arrived", async () => {
    const traceId = "c".repeat(32);
    expect((await visit(tracePath(traceId))).status).toBe(404);
    await send(server, { spans: [{ traceId, name: "arrived" }] });
    expect((await visit(tracePath(traceId))).status).toBe(200);
  });

  test("has nothing of itself in the document", async () => {
    const hostile = "<script>alert(1)</script>";
    const { status, text } = await visit(tracePath(encodeURIComponent(hostile)));
    expect(status).toBe(404);
    expect(text).not.toContain("alert");
  });
});

describe("access", () => {
  beforeAll(async () => send(server, { spans: [{ name: "of the local project" }] }));

  test.each([
    ["localhost", 200],
    ["LOCALHOST:3000", 200],
    ["127.0.0.1:3000", 200],
    ["[::1]:3000", 200],
    ["evil.example", 401],
    ["localhost.evil.example", 401],
    ["127.0.0.1.evil.example", 401],
    ["192.168.1.5:3000", 401],
    ["evil.example:127", 401],
  ])("Host %s without credentials: %i", async (host, status) => {
    const list = "/project/svc-local/traces";
    for (const path of [list, tracePath(TRACE_ID), "/project/svc-local/api/public/v2/observations"]) {
      const answer = await visit(path, { host });
      expect(answer.status).toBe(status);
      // Refused: the browser asks for the key pair, and the page shows nothing.
      const isRefused = status === 401;
      expect(String(answer.headers["www-authenticate"]).startsWith("Basic realm=")).toBe(isRefused);
      expect(answer.text.includes('"message"')).toBe(isRefused);
    }
  });

  test.each([
    ["a pair of its own", basicAuthorization(OWN_KEYS.publicKey, OWN_KEYS.secretKey), 200],
    ["the pair that everyone knows", AUTHORIZATION, 403],
    ["a wrong pair", basicAuthorization("pk-own", "sk-wrong"), 401],
  ])("another host with %s: %i", async (_, authorization, status) => {
    const path = "/project/svc-local/traces";
    expect((await visit(path, { host: "svc.example", authorization })).status).toBe(status);
  });

  test.each([
    ["127.0.0.1", true],
    ["127.8.9.10", true],
    ["::1", true],
    ["::ffff:127.0.0.1", true],
    ["10.0.0.1", false],
    ["::ffff:10.0.0.1", false],
    ["fe80::1", false],
    ["", false],
  ])("the address %s belongs to this machine: %s", (address, expected) => {
    expect(isLoopbackAddress(address)).toBe(expected);
  });

  test.each([
    ["", false],
    ["localhost:", true],
    ["::1", false],
    ["localhost:80:80", false],
  ])("the Host %s belongs to this machine: %s", (host, expected) => {
    expect(isLoopbackHost(host)).toBe(expected);
  });
});

describe("projects", () => {
  const dataDirectory = folderOfAllTests("pages");
  let shared: RunningServer;
  let otherId: string;
  let otherKeys: string;
  beforeAll(async () => {
    shared = await startServer({ port: 0, dataDirectory, keys: OWN_KEYS, openToThisMachine: true });
    otherKeys = await projectKeys(dataDirectory, "Other");
    const projects = await fetch(`${shared.url}/api/public/projects`, { headers: { authorization: otherKeys } });
    otherId = ((await projects.json()) as { data: [{ id: string }] }).data[0].id;
    await send(shared, { spans: [{ name: "of the local project" }] });
    const body = protobufExport({ spans: [{ name: "of the other project" }] });
    const sent = await post(shared, body, { authorization: otherKeys });
    if (sent.status !== 200) throw new Error(`${sent.status} ${await sent.text()}`);
  });
  afterAll(async () => {
    await shared.close();
  });

  const elsewhere = { host: "svc.example" };
  const [local, other] = ["of the local project", "of the other project"];

  test.each<[string, () => Record<string, string>, string]>([
    ["without keys from this machine", () => ({}), local],
    ["with the keys that everyone knows from this machine", () => ({ authorization: AUTHORIZATION }), local],
    ["with the keys of another project from this machine", () => ({ authorization: otherKeys }), other],
    ["with the keys of another project from elsewhere", () => ({ ...elsewhere, authorization: otherKeys }), other],
    [
      "with the service's own keys from elsewhere",
      () => ({ ...elsewhere, authorization: basicAuthorization(OWN_KEYS.publicKey, OWN_KEYS.secretKey) }),
      local,
    ],
  ])("the first page %s leads to the traces of their project", async (_, headers, name) => {
    const first = await visit("/", headers(), shared);
    expect(first.status).toBe(302);
    const project = String(first.headers["location"]).replace(/\/traces$/, "");
    expect((await visit(`${project}/traces`, headers(), shared)).status).toBe(200);
    const { status, text } = await visit(`${project}/api/public/v2/observations`, headers(), shared);
    expect(status).toBe(200);
    expect([local, other].filter((each) => text.includes(each))).toEqual([name]);
  });

  test.each<[string, () => Record<string, string>]>([
    ["no keys from this machine", () => ({})],
    ["the keys of the local project", () => ({ authorization: AUTHORIZATION })],
    ["no keys from elsewhere", () => elsewhere],
  ])("the pages of another project with %s require its keys and show nothing", async (_, headers) => {
    // A project that does not exist gets the same answer, so that nobody learns which projects exist.
    for (const project of [otherId, "no-such-project"]) {
      const paths = [
        "traces",
        `traces/${TRACE_ID}`,
        "nothing",
        "api/public/v2/observations",
        "api/local/observations/events",
      ];
      for (const path of paths.map((rest) => `/project/${project}/${rest}`)) {
        const answer = await visit(path, headers(), shared);
        expect([path, answer.status]).toEqual([path, 401]);
        expect(String(answer.headers["www-authenticate"])).toMatch(/^Basic realm=/);
        expect(answer.headers["content-type"]).toBe("application/json");
      }
    }
  });

  test("the pages of the local project require its own keys", async () => {
    for (const headers of [{ authorization: otherKeys }, { ...elsewhere, authorization: otherKeys }]) {
      expect((await visit(tracePath(TRACE_ID), headers, shared)).status).toBe(401);
    }
  });

  test("with its keys, a project shows its own traces alone", async () => {
    const headers = { authorization: otherKeys };
    expect((await visit(`/project/${otherId}/traces/${TRACE_ID}`, headers, shared)).status).toBe(200);
    const { text } = await visit(`/project/${otherId}/api/public/v2/observations`, headers, shared);
    expect(text).toContain(other);
    expect(text).not.toContain(local);
  });
});
