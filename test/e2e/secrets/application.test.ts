// No secret leaves an application under the preload: not in what it prints at any level, not in spans, not in the files of the spool, not in
// the arguments of its children, and not in what the doctor prints. Each row is a state of the service, the proxy or the settings whose
// messages are different.
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from "vitest";
import { runProgram, type ApplicationRun } from "../../support/application/run-application.ts";
import { freePort } from "../../support/http/free-port.ts";
import {
  startHttpServer,
  type HttpHandler,
  type HttpRequest,
  type HttpServer,
} from "../../support/http/http-server.ts";
import { recordingsOf } from "../../support/openai/openai-recordings.ts";
import { PRELOAD_FILE, ROOT } from "../../support/paths.ts";
import { leaksIn, SECRETS, type Traffic } from "./planted-secrets.ts";

const RECORDING = recordingsOf("chat.completions.create").find(({ id }) => id === "chat-basic")!;
const SVC = join(dirname(createRequire(import.meta.url).resolve("@svc/register")), "svc.cjs");
const RECORDED_ARGUMENTS = join(import.meta.dirname, "recorded-arguments-child.cjs");
const PROGRAM = join(import.meta.dirname, "calling-child.ts");

const PUBLIC_KEY = "pk-svc-planted";

let model: HttpServer;
let modelRequests: HttpRequest[];
let service: HttpServer;
let serviceRequests: HttpRequest[];
let answer: HttpHandler;
let own: HttpServer;
let ownRequests: HttpRequest[];
let folder: string;

beforeAll(async () => {
  model = await startHttpServer((request, response) => {
    modelRequests.push(request);
    const isRefused = request.target.startsWith("/refused");
    response.writeHead(isRefused ? 401 : 200, { "content-type": "application/json" });
    response.end(JSON.stringify(isRefused ? { error: { message: refusalOf(request) } } : RECORDING.response.json));
  });
  service = await startHttpServer((request, response) => {
    serviceRequests.push(request);
    answer(request, response);
  });
  own = await startHttpServer((request, response) => {
    ownRequests.push(request);
    response.end();
  });
});
afterAll(() => Promise.all([model.close(), service.close(), own.close()]));

/** Refusal that repeats the request, as gateways do: the key alone and behind its scheme, and the address with other keys in it. */
function refusalOf({ target, headers }: HttpRequest): string {
  const [, key] = headers.authorization?.split(" ") ?? [];
  const { "credential of an outgoing request": other, "password in the address of an outgoing request": password } =
    SECRETS;
  const address = `https://user:${password}@models.example${target}?key=${other}&api-key=${other}&X-Amz-Signature=${other}&v=1`;
  return `Incorrect API key provided: ${key}. Sent: ${headers.authorization}, {"x-api-key":"${other}"} to ${address}.`;
}

beforeEach(async () => {
  [modelRequests, serviceRequests, ownRequests] = [[], [], []];
  answer = accepts;
  folder = await mkdtemp(join(tmpdir(), "svc-secrets-"));
});
afterEach(() => rm(folder, { recursive: true }));

const accepts: HttpHandler = (_request, response) =>
  response.writeHead(200, { "content-type": "application/json" }).end("{}");
/** Answers with what it was asked, and with the keys in it, as some gateways do to help. */
const echoes =
  (status: number): HttpHandler =>
  ({ method, target, headers }, response) => {
    const keys = Buffer.from(headers.authorization?.split(" ")[1] ?? "", "base64").toString();
    const message = `Nobody has the keys ${keys} of ${JSON.stringify(headers)}`;
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify({ message, method, target }));
  };
const page: HttpHandler = ({ headers }, response) =>
  response
    .writeHead(200, { "content-type": "text/html" })
    .end(`<html><title>Signed in as ${headers.authorization}</title></html>`);
const redirects: HttpHandler = (_request, response) =>
  response
    .writeHead(302, {
      location: `https://user:${SECRETS["password in the service's address"]}@login.example/?key=${SECRETS["secret key of the service"]}`,
    })
    .end();
const asksForLogin: HttpHandler = ({ headers }, response) =>
  response.writeHead(407, { "proxy-authenticate": "Basic" }).end(JSON.stringify(headers));
const breaks: HttpHandler = (_request, response) => response.destroy();

/** Environment of an application that holds every secret. */
const environment = (): Record<string, string> => ({
  SVC_BASE_URL: service.url,
  SVC_PUBLIC_KEY: PUBLIC_KEY,
  SVC_SECRET_KEY: SECRETS["secret key of the service"],
  SVC_LOG_LEVEL: "DEBUG",
  SVC_SPOOL_DIR: join(folder, "spool"),
  SVC_SHUTDOWN_TIMEOUT: "0.5",
  OTEL_LOG_LEVEL: "ALL",
  OTEL_EXPORTER_OTLP_ENDPOINT: own.url,
  OTEL_EXPORTER_OTLP_HEADERS: `authorization=Bearer%20${SECRETS["key in a header of the application's own endpoint"]}`,
  OPENAI_API_KEY: SECRETS["key of the model provider"],
  OPENAI_BASE_URL: model.url,
  AWS_ACCESS_KEY_ID: "AKIAPLANTED",
  AWS_SECRET_ACCESS_KEY: SECRETS["secret key of the storage"],
  AWS_SESSION_TOKEN: SECRETS["session token of the storage"],
  PLANTED: JSON.stringify(SECRETS),
  ARGUMENTS_FILE: join(folder, "arguments"),
  NODE_OPTIONS: `--require=${RECORDED_ARGUMENTS}`,
});

const withPassword = (url: string, name: keyof typeof SECRETS): string => url.replace("//", `//user:${SECRETS[name]}@`);

interface Situation {
  answer?: HttpHandler;
  /** True when the preload refuses these settings. */
  isUntraced?: boolean;
  /** True when spans stay in the spool. */
  isSpooled?: boolean;
  env?: () => Promise<Record<string, string>> | Record<string, string>;
}

/** Proxy that is the service itself: it answers requests for any address. */
const proxied = (): Record<string, string> => ({
  SVC_BASE_URL: "http://service.test",
  http_proxy: withPassword(service.url, "password of the proxy"),
});

const SITUATIONS: Record<string, Situation> = {
  "the service accepts all": {},
  "the service refuses the keys and repeats them": { answer: echoes(401) },
  "the service does not know the path and repeats the request": { answer: echoes(404) },
  "the service is out of order and repeats the request": { answer: echoes(503) },
  "the service redirects to an address with a password": { answer: redirects },
  "a web page answers and shows the header": { answer: page },
  "connections break": { answer: breaks, isSpooled: true },
  "through a proxy": { env: proxied },
  "a proxy refuses its password and repeats it": { answer: asksForLogin, env: proxied },
  "a proxy that is down": {
    env: async () => ({
      ...proxied(),
      http_proxy: withPassword(`http://127.0.0.1:${await freePort()}`, "password of the proxy"),
    }),
  },
  "a proxy of a kind that is not known": {
    env: () => ({ ...proxied(), http_proxy: proxied()["http_proxy"]!.replace("http:", "socks5:") }),
  },
  "a proxy whose address cannot be read": {
    env: () => ({ ...proxied(), http_proxy: `${proxied()["http_proxy"]!}:x` }),
  },
  "a password in the service's address": {
    env: () => ({ SVC_BASE_URL: withPassword(service.url, "password in the service's address") }),
  },
  "a password in an address that is not of HTTP": {
    isUntraced: true,
    env: () => ({
      SVC_BASE_URL: withPassword(service.url, "password in the service's address").replace("http:", "ftp:"),
    }),
  },
  "a password in an address that is down": {
    env: async () => ({
      SVC_BASE_URL: withPassword(`http://127.0.0.1:${await freePort()}`, "password in the service's address"),
    }),
  },
  "a secret key that cannot be a header": {
    env: () => ({ SVC_SECRET_KEY: `${SECRETS["secret key of the service"]}\r\nx-injected: 1` }),
  },
  "headers of the own endpoint that cannot be read": {
    env: () => ({
      OTEL_EXPORTER_OTLP_HEADERS: `Bearer ${SECRETS["key in a header of the application's own endpoint"]},=,x y=%zz${SECRETS["key in a header of the application's own endpoint"]}`,
    }),
  },
};

it.each(Object.entries(SITUATIONS))("%s", async (_name, situation) => {
  answer = situation.answer ?? accepts;
  const env = { ...environment(), ...(await situation.env?.()) };
  const [application, doctor, report] = await Promise.all([
    runProgram({ cwd: ROOT, args: [PROGRAM], node: ["--require", PRELOAD_FILE], env }),
    runProgram({ cwd: folder, args: [SVC, "doctor"], env }),
    runProgram({ cwd: folder, args: [SVC, "doctor", "--json"], env }),
  ]);
  // The application came to its end, and sent the key where it belongs.
  expect(application).toMatchObject({ exitCode: 0, signal: null });
  expect(modelRequests.map(({ headers }) => headers.authorization)).toContain(
    `Bearer ${SECRETS["key of the model provider"]}`,
  );
  const traffic: Traffic = {
    ...outputOf("the application", application),
    ...outputOf("the doctor", doctor),
    ...outputOf("the doctor's report", report),
    ...(await spoolFiles()),
    "arguments of processes": await readFile(env["ARGUMENTS_FILE"]!, "utf8"),
    "requests to the service": sentTo(serviceRequests),
    "spans for the own endpoint": sentTo(ownRequests),
  };
  expect(Object.keys(traffic).join("\n")).toContain(situation.isSpooled ? ".spans1" : "");
  expect(doctor.stdout).toContain("SVC_SECRET_KEY");
  expect(traffic["spans for the own endpoint"]).toContain(situation.isUntraced ? "" : "chat gpt-4o-mini");
  expect(leaksIn(traffic)).toEqual([]);
});

const outputOf = (name: string, { stdout, stderr }: ApplicationRun): Traffic => ({
  [`output of ${name}`]: stdout,
  [`errors of ${name}`]: stderr,
});

/** Paths and bodies of requests. Their headers are where credentials belong. */
function sentTo(requests: readonly HttpRequest[]): string {
  return requests
    .map(({ target, headers, body }) => {
      const bytes = headers["content-encoding"] === "gzip" ? gunzipSync(body) : body;
      return `${target}\n${Buffer.from(bytes).toString("latin1")}`;
    })
    .join("\n");
}

async function spoolFiles(): Promise<Traffic> {
  const spool = join(folder, "spool");
  const names = await readdir(spool).catch(() => []);
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [`spool file ${name}`, await readFile(join(spool, name))] as const)),
  );
}
