// Input that aims at the objects of the process, at files beside the data, and at the lines of headers.
import assert from "node:assert/strict";
import { mkdir, readdir, writeFile } from "node:fs/promises";
import { request } from "node:http";
import { join } from "node:path";
import { type RunningServer, startServer } from "@svc/server";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { callsOf } from "../../../support/server/api-calls.ts";
import { AUTHORIZATION, jsonExport, postJson } from "../../../support/server/otlp-calls.ts";
import { folderOfAllTests } from "../../../support/temporary-folder.ts";

/** Content of a file beside the data directory. */
const CANARY = "content of a file that nobody may read";

const parent = folderOfAllTests("hostile");
let server: RunningServer;
const log: string[] = [];
const call = callsOf(() => server);

beforeAll(async () => {
  await mkdir(join(parent, "data"));
  await writeFile(join(parent, "canary.txt"), CANARY);
  await writeFile(join(parent, "data/canary.txt"), CANARY);
  server = await startServer({ port: 0, dataDirectory: join(parent, "data"), log: (line) => log.push(line) });
});
afterAll(async () => {
  await server.close();
});
// A failure inside the service is logged.
afterEach(() => assert.deepEqual(log, []));

/** Content of files that lie on the machine of the tests. */
const FOREIGN = /root:.*:0:0:|"devDependencies"|"workspaces"/;

interface Answered {
  status: number;
  text: string;
  headers: NodeJS.Dict<string | string[]>;
}

/** Sends a request with an unchanged path, which `fetch` would normalize. */
async function raw(method: string, path: string, body = ""): Promise<Answered> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: AUTHORIZATION, "content-type": "application/json" };
    const { hostname, port } = new URL(server.url);
    const sent = request({ hostname, port, method, path, headers }, (response) => {
      let text = "";
      response.setEncoding("utf8").on("data", (piece: string) => (text += piece));
      response.on("end", () => resolve({ status: response.statusCode ?? 0, text, headers: response.headers }));
    });
    sent.on("error", reject).end(body);
  });
}

describe("paths that lead out of their folder", () => {
  const climbs = ["../", "..%2f", "%2e%2e/", "%2e%2e%2f", "..%5c", "..\\", "%252e%252e%252f", "....//", "..;/"].flatMap(
    (up) => [1, 2, 4].map((times) => up.repeat(times)),
  );
  const places = [
    "/",
    "/ui/",
    "/project/svc-local/",
    "/project/",
    "/api/public/media/",
    "/api/public/projects/",
    "/api/public/traces/",
    "/api/public/v2/prompts/",
  ];
  const targets = ["canary.txt", "canary.txt%00.png", "data/canary.txt", "package.json"];

  test.each(places)("%s gives no file", async (place) => {
    const paths = [
      ...climbs.flatMap((up) => targets.map((target) => place + up + target)),
      `${place}/etc/passwd`,
      `${place}%2fetc%2fpasswd`,
    ];
    const wrong: string[] = [];
    for (const path of paths) {
      const { status, text } = await raw("GET", path);
      if (status >= 500 || text.includes(CANARY) || FOREIGN.test(text)) wrong.push(`${status} ${path}`);
    }
    expect(wrong).toEqual([]);
  });

  test("nothing is written or deleted beside the data", async () => {
    const before = await readdir(parent);
    for (const climb of climbs) {
      for (const method of ["PUT", "PATCH", "DELETE"]) {
        const { status } = await raw(method, `/api/public/media/${climb}canary.txt`, "{}");
        expect(status).toBeLessThan(500);
      }
      const body = {
        contentType: "image/png",
        contentLength: 1,
        sha256Hash: `${climb}canary.txt`,
        traceId: "t",
        field: "input",
      };
      expect((await call("POST", "/media", body)).status).toBe(400);
    }
    expect(await readdir(parent)).toEqual(before);
    expect(await readdir(join(parent, "data"))).toContain("canary.txt");
  });
});

describe("keys that every object inherits", () => {
  const HOSTILE = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"plain":"kept"}';
  const hostile = (): unknown => JSON.parse(HOSTILE) as unknown;
  const spanWith =
    (attributes: Record<string, string>): (() => Promise<number>) =>
    async () =>
      (await postJson(server, JSON.stringify(jsonExport({ spans: [{ attributes }] })))).status;
  const sent =
    (method: string, path: string, body?: unknown): (() => Promise<number>) =>
    async () =>
      (await call(method, path, body)).status;
  const filtered = (filter: unknown): (() => Promise<number>) =>
    sent("GET", `/v2/observations?filter=${encodeURIComponent(JSON.stringify(filter))}`);

  const INPUTS: Record<string, [send: () => Promise<number>, statuses: number[]]> = {
    "metadata of a span": [
      spanWith({ "svc.observation.metadata": HOSTILE, "svc.trace.metadata.__proto__": HOSTILE }),
      [200],
    ],
    "paths of attributes": [
      spanWith({ "gen_ai.prompt.__proto__.polluted": "1", "llm.input_messages.constructor.prototype.polluted": "1" }),
      [200],
    ],
    "usage and cost": [
      spanWith({ "svc.observation.usage_details": HOSTILE, "svc.observation.cost_details": HOSTILE }),
      [200],
    ],
    messages: [spanWith({ "gen_ai.input.messages": `[${HOSTILE}]`, "svc.observation.output": HOSTILE }), [200]],
    "metadata of a score": [
      sent("POST", "/scores", { name: "n", value: 1, traceId: "t", metadata: hostile() }),
      [200, 201],
    ],
    "configuration of a prompt": [
      sent("POST", "/v2/prompts", {
        name: "p",
        type: "text",
        prompt: "{{__proto__}} {{constructor}}",
        config: hostile(),
      }),
      [200, 201],
    ],
    "a prompt named __proto__": [
      sent("POST", "/v2/prompts", { name: "__proto__", type: "text", prompt: "x" }),
      [200, 201, 400],
    ],
    "a prompt that is named constructor and asked for": [sent("GET", "/v2/prompts/constructor?label=__proto__"), [404]],
    "metadata of a dataset": [sent("POST", "/v2/datasets", { name: "__proto__", metadata: hostile() }), [200, 201]],
    "an item of a dataset": [
      sent("POST", "/dataset-items", { datasetName: "__proto__", input: hostile(), metadata: hostile() }),
      [200, 201],
    ],
    "a column of a filter": [filtered([{ type: "string", column: "constructor", operator: "=", value: "" }]), [400]],
    "an operator of a filter": [
      filtered([{ type: "string", column: "name", operator: "__proto__", value: "" }]),
      [400],
    ],
    "a key of a filter": [
      filtered([{ type: "stringObject", column: "metadata", key: "__proto__", operator: "=", value: "x" }]),
      [200],
    ],
    "a filter's own prototype": [sent("GET", `/v2/observations?filter=${encodeURIComponent(`[${HOSTILE}]`)}`), [400]],
    "a query": [
      sent("GET", "/v2/observations?__proto__[polluted]=1&constructor.prototype.polluted=1&limit=1"),
      [200, 400],
    ],
    "groups of fields": [sent("GET", "/v2/observations?fields=__proto__,constructor"), [200, 400]],
    "a view of metrics": [
      sent(
        "GET",
        `/v2/metrics?query=${encodeURIComponent('{"view":"__proto__","metrics":[{"measure":"constructor","aggregation":"toString"}]}')}`,
      ),
      [400],
    ],
  };

  test.each(Object.entries(INPUTS))("in %s change no object", async (_where, [send, statuses]) => {
    expect(statuses).toContain(await send());
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    const { status, body } = await call("GET", "/v2/observations?fields=core,basic,io,metadata,usage&limit=100");
    expect(status).toBe(200);
    for (const each of body.data) expect(Object.getPrototypeOf(each)).toBe(Object.prototype);
  });

  test("are kept as data", async () => {
    const { body } = await call("GET", "/v2/prompts/p?label=latest");
    expect(JSON.stringify(body["config"])).toBe(HOSTILE);
  });
});

describe("line breaks that aim at headers", () => {
  const INJECTED = "x\r\nx-injected: 1\r\n\r\n<script>";

  test.each<[string, () => Promise<Answered>]>([
    [
      "the type of a content",
      async () =>
        raw(
          "POST",
          "/api/public/media",
          JSON.stringify({
            contentType: INJECTED,
            contentLength: 1,
            sha256Hash: `${"A".repeat(43)}=`,
            traceId: "t",
            field: "input",
          }),
        ),
    ],
    ["a path", async () => raw("GET", `/${encodeURIComponent(INJECTED)}`)],
    ["the id of a project", async () => raw("GET", `/project/${encodeURIComponent(INJECTED)}/traces`)],
    ["the id of a trace", async () => raw("GET", `/project/svc-local/traces/${encodeURIComponent(INJECTED)}`)],
    [
      "the name of a prompt",
      async () => raw("POST", "/api/public/v2/prompts", JSON.stringify({ name: INJECTED, type: "text", prompt: "x" })),
    ],
    ["a cursor", async () => raw("GET", `/api/public/v2/observations?cursor=${encodeURIComponent(INJECTED)}`)],
  ])("%s", async (_where, send) => {
    const { status, headers } = await send();
    expect(status).toBeLessThan(500);
    expect(Object.keys(headers)).not.toContain("x-injected");
    expect(JSON.stringify(headers)).not.toContain("<script>");
  });
});
