// No secret leaves the local service: not in its pages, its answers, its health, its log, its arguments, and not in the files of its data.
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { basicAuthorization } from "@svc/core/internal";
import { afterAll, beforeAll, expect, it } from "vitest";
import { installed } from "../../support/application/installation.ts";
import { startHttpServer, type HttpServer } from "../../support/http/http-server.ts";
import { addressIn, startCommand, type ServerCommand } from "../../support/server/server-command.ts";
import { jsonExport } from "../../support/server/otlp-calls.ts";
import { leaksIn, SECRETS, type Traffic } from "./planted-secrets.ts";

const PUBLIC_KEY = "pk-svc-planted";
const OURS = basicAuthorization(PUBLIC_KEY, SECRETS["secret key of the service"]);

/** Ways to authorize a request, right and wrong. */
const CREDENTIALS: Record<string, string> = {
  "the right keys": OURS,
  "a wrong secret key": basicAuthorization(PUBLIC_KEY, SECRETS["credential of an incoming request"]),
  "an unknown public key": basicAuthorization(SECRETS["credential of an incoming request"], "x"),
  "a token": `Bearer ${SECRETS["credential of an incoming request"]}`,
  "half of a pair": `Basic ${Buffer.from(SECRETS["credential of an incoming request"]).toString("base64")}`,
  "another scheme": `${SECRETS["credential of an incoming request"]} x`,
};

/** Requests to each part of the service: good ones, and ones that fail with each status. */
const REQUESTS: Array<[method: string, path: string, body?: string]> = [
  ["GET", "/"],
  ["GET", "/project/svc-local/traces"],
  ["GET", "/settings"],
  ["GET", "/api/public/health"],
  ["GET", "/api/public/ready"],
  ["GET", "/api/public/projects"],
  ["GET", "/api/public/v2/observations?fields=core,basic,io,metadata"],
  ["GET", "/api/public/v2/observations?filter=%5B"],
  ["GET", "/api/public/llm-connections"],
  ["GET", "/api/public/integrations/blob-storage"],
  ["GET", "/api/public/nothing"],
  ["PATCH", "/api/public/otel/v1/traces"],
  ["POST", "/api/public/scores", "{"],
  ["POST", "/api/public/scores", `{"name":"${"x".repeat(5_000_000)}"}`],
  ["POST", "/api/public/otel/v1/traces", "{"],
  [
    "POST",
    "/api/public/media",
    `{"contentType":"image/png","contentLength":1,"sha256Hash":"${"A".repeat(43)}=","traceId":"t","field":"input"}`,
  ],
];

let command: ServerCommand;
let storage: HttpServer;
let folder: string;
let url: string;
let storageRequests = 0;

beforeAll(async () => {
  // Storage that repeats the request in its refusals.
  storage = await startHttpServer(({ headers }, response) => {
    storageRequests += 1;
    response.writeHead(403, { "content-type": "application/xml" });
    response.end(`<Error><Code>AccessDenied</Code><Message>${JSON.stringify(headers)}</Message></Error>`);
  });
  folder = await mkdtemp(join(tmpdir(), "svc-secrets-"));
  const env = {
    SVC_PUBLIC_KEY: PUBLIC_KEY,
    SVC_SECRET_KEY: SECRETS["secret key of the service"],
    OPENAI_API_KEY: SECRETS["key of the model provider"],
    ANTHROPIC_API_KEY: SECRETS["key of the model provider"],
    AWS_ACCESS_KEY_ID: "AKIAPLANTED",
    AWS_SECRET_ACCESS_KEY: SECRETS["secret key of the storage"],
    AWS_SESSION_TOKEN: SECRETS["session token of the storage"],
    AWS_REGION: "eu-central-1",
    AWS_ENDPOINT_URL_S3: storage.url,
    SVC_MEDIA_URL: "s3://bucket/svc",
    HTTPS_PROXY: `http://user:${SECRETS["password of the proxy"]}@127.0.0.1:1`,
  };
  command = startCommand(["--port", "0", "--env-keys", "--data", folder], env, await installed("s3"));
  url = addressIn(await command.ready);
}, 600_000);
afterAll(async () => {
  command.child.kill();
  await command.finished;
  await storage.close();
  await rm(folder, { recursive: true });
});

it("the pages, the answers, the arguments, the log and the files of the data hold none", async () => {
  const traffic: Record<string, string | Uint8Array> = {};
  const ask = async (as: string, [method, path, body]: (typeof REQUESTS)[number]): Promise<number> => {
    const headers = {
      authorization: CREDENTIALS[as]!,
      "content-type": "application/json",
      cookie: `a=${SECRETS["cookie of a request"]}`,
    };
    const answer = await fetch(url + path, { method, headers, body: body ?? null, redirect: "manual" });
    const name = `answer ${answer.status} to ${method} ${path} with ${as}, ${body?.length ?? 0} characters`;
    // Addresses for uploads are signed with the token of the storage: the holder of the keys may have them.
    const text = (await answer.text()).replaceAll(/X-Amz-Security-Token=[^&"]*/g, "");
    traffic[name] = `${JSON.stringify([...answer.headers])}\n${text}`;
    return answer.status;
  };
  await fetch(`${url}/api/public/otel/v1/traces`, {
    method: "POST",
    headers: { authorization: OURS, "content-type": "application/json" },
    body: JSON.stringify(jsonExport({ spans: [{ name: "work" }] })),
  });
  const connection = {
    provider: "mine",
    adapter: "openai",
    secretKey: SECRETS["key of the model provider"],
    extraHeaders: { authorization: SECRETS["credential of an outgoing request"] },
  };
  expect(await ask("the right keys", ["PUT", "/api/public/llm-connections", JSON.stringify(connection)])).toBe(201);
  const statuses = new Set<number>();
  for (const as of Object.keys(CREDENTIALS)) for (const request of REQUESTS) statuses.add(await ask(as, request));
  // All kinds of answers were seen.
  expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 401, 404, 405, 413]));
  expect(storageRequests).toBeGreaterThan(0);
  traffic["arguments of the process"] = await readFile(`/proc/${command.child.pid}/cmdline`, "utf8");
  command.child.kill();
  const { code, stdout, stderr } = await command.finished;
  expect(code).toBe(0);
  expect(stdout).toContain("could not be checked");
  const written: Traffic = {
    ...traffic,
    ...(await filesOf(folder)),
    "log of the service": stdout,
    "errors of the service": stderr,
  };
  expect(Object.keys(written).filter((place) => place.endsWith(".sqlite"))).not.toEqual([]);
  expect(leaksIn(written)).toEqual([]);
});

async function filesOf(directory: string): Promise<Traffic> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return Object.fromEntries(
    await Promise.all(paths.map(async (path) => [`file ${path}`, await readFile(path)] as const)),
  );
}
