// What came from this machine with nothing in between: each door of the local project, and each sign of somebody in between.
import { LOCAL_KEYS } from "@svc/core/internal";
import { beforeAll, describe, expect, test } from "vitest";
import { rawStatus, type RawRequest } from "../../../support/http/raw-request.ts";
import { COLLECTOR_DOOR, LOCAL_DOORS, type LocalDoor } from "../../../support/server/local-doors.ts";
import { serverOfAllTests } from "../../../support/server/own-server.ts";

let collectorPort: number;
const server = serverOfAllTests({ otlpPort: 0 });
beforeAll(() => {
  collectorPort = Number(new URL(server.otlpUrl!).port);
});

/** Change of a request: what came in between of it and the service. */
type Change = Partial<Pick<RawRequest, "target" | "version">> & {
  hosts?: readonly string[];
  lines?: readonly string[];
};

const DOORS = [...LOCAL_DOORS, COLLECTOR_DOOR];

async function statusAt(door: LocalDoor, { hosts = ["localhost"], lines = [], ...change }: Change): Promise<number> {
  const head = [...hosts.map((host) => `Host: ${host}`), ...door.lines, ...lines];
  return rawStatus(door === COLLECTOR_DOOR ? collectorPort : server.port, { ...door, ...change, lines: head });
}

async function statusesOf(change: Change): Promise<Record<string, number>> {
  return Object.fromEntries(
    await Promise.all(DOORS.map(async (door) => [door.name, await statusAt(door, change)] as const)),
  );
}

const OPEN = Object.fromEntries(DOORS.map(({ name }) => [name, 200]));
const REFUSED = Object.fromEntries(DOORS.map(({ name, refusal }) => [name, refusal]));

const own = (): string => `Origin: ${server.url}`;

describe("a request of this machine opens every door", () => {
  test.each<[string, () => Change]>([
    ["of a program", () => ({})],
    ["for LOCALHOST with a port", () => ({ hosts: ["LOCALHOST:3000"] })],
    ["for 127.0.0.1", () => ({ hosts: ["127.0.0.1:3000"] })],
    ["for another loopback address", () => ({ hosts: ["127.8.9.10"] })],
    ["for [::1]", () => ({ hosts: ["[::1]:3000"] })],
    ["of the page itself", () => ({ hosts: [new URL(server.url).host], lines: ["Sec-Fetch-Site: same-origin"] })],
    ["of the page that names its origin", () => ({ hosts: [new URL(server.url).host], lines: [own()] })],
    ["of a person who types the address", () => ({ lines: ["Sec-Fetch-Site: none", "Sec-Fetch-Mode: navigate"] })],
    [
      "of a traced program",
      () => ({ lines: [`traceparent: 00-${"a".repeat(32)}-${"b".repeat(16)}-01`, "baggage: a=b"] }),
    ],
    [
      "of a program on Amazon's or Google's clouds",
      () => ({ lines: ["X-Amzn-Trace-Id: Root=1", "X-Cloud-Trace-Context: 1/2"] }),
    ],
    ["with an id", () => ({ lines: ["X-Request-Id: 1", "X-Correlation-Id: 1"] })],
    [
      "of a browser and its extensions",
      () => ({ lines: ["DNT: 1", "Sec-GPC: 1", "Priority: u=1", "X-Requested-With: XMLHttpRequest", "TE: trailers"] }),
    ],
    ["of an API client", () => ({ lines: ["X-Stainless-Lang: js", "Idempotency-Key: 1", "X-Api-Key: 1"] })],
  ])("%s", async (_, change) => {
    expect(await statusesOf(change())).toEqual(OPEN);
  });
});

describe("a request that something came in between of opens no door", () => {
  test.each([
    "Forwarded: for=203.0.113.9",
    "Via: 1.1 proxy",
    "CDN-Loop: cloudflare",
    "Early-Data: 1",
    "X-Forwarded-For: 127.0.0.1",
    "X-Forwarded-For:",
    "X_Forwarded_For: 203.0.113.9",
    "X-Forwarded-Host: localhost",
    "X-Forwarded-Proto: https",
    "X-Forwarded-Port: 443",
    "X-Forwarded-Server: proxy",
    "X-Forwarded-Prefix: /traces",
    "X-Forwarded-Client-Cert: By=spiffe://cluster",
    "X-Forwarded: for=203.0.113.9",
    "X-Original-Forwarded-For: 203.0.113.9",
    "X-Original-URL: /",
    "X-Original-Host: localhost",
    "X-Real-IP: 203.0.113.9",
    "X-Client-IP: 203.0.113.9",
    "X-Cluster-Client-IP: 203.0.113.9",
    "X-ProxyUser-IP: 203.0.113.9",
    "X-Remote-Addr: 203.0.113.9",
    "X-Remote-User: ann",
    "Client-IP: 203.0.113.9",
    "True-Client-IP: 203.0.113.9",
    "CF-Connecting-IP: 203.0.113.9",
    "CF-Ray: 1",
    "Fastly-Client-IP: 203.0.113.9",
    "Fly-Client-IP: 203.0.113.9",
    "CloudFront-Viewer-Address: 203.0.113.9:1",
    "X-Amz-Cf-Id: 1",
    "X-Azure-ClientIP: 203.0.113.9",
    "X-Vercel-Forwarded-For: 203.0.113.9",
    "X-NF-Client-Connection-IP: 203.0.113.9",
    "X-Akamai-Config-Log-Detail: true",
    "Akamai-Origin-Hop: 1",
    "X-AppEngine-User-IP: 203.0.113.9",
    "X-ARR-LOG-ID: 1",
    "X-Envoy-External-Address: 203.0.113.9",
    "X-Envoy-Expected-Rq-Timeout-Ms: 15000",
    "l5d-client-id: web.default",
    "Tailscale-User-Login: ann@example.com",
    "X-Auth-Request-Email: ann@example.com",
    "X-Goog-Authenticated-User-Email: ann@example.com",
    "X-Request-Start: t=1",
    "X-Queue-Start: t=1",
    "X-Varnish: 1",
    "X-Scheme: https",
    "Forwarded-For: 203.0.113.9",
    "X-Forwarder-For: 203.0.113.9",
    "HTTP-X-Forwarded-For: 203.0.113.9",
    "Z-Forwarded-For: 203.0.113.9",
    "X-Originating-IP: 203.0.113.9",
    "X-Custom-IP-Authorization: 203.0.113.9",
    "X-BlueCoat-Via: 1",
    "Proxy-Connection: keep-alive",
    "Proxy-Client-IP: 203.0.113.9",
    "WL-Proxy-Client-IP: 203.0.113.9",
    "DO-Connecting-IP: 203.0.113.9",
    "Ali-CDN-Real-IP: 203.0.113.9",
    "CDN-RequestId: 1",
    "EO-Client-IP: 203.0.113.9",
    "TX-Client-IP: 203.0.113.9",
    "Disguised-Host: localhost",
    "X-FD-HealthProbe: 1",
    "X-Kong-Request-Id: 1",
    "X-Consumer-ID: 1",
    "X-Railway-Edge: us",
    "X-Ingress-Path: /api",
    "Remote-User: ann",
    "X-WebAuth-User: ann",
    "X-authentik-username: ann",
    "OIDC_CLAIM_sub: ann",
    "X-Amzn-Oidc-Identity: ann",
    "X-Client-Cert: a",
    "X-SSL-Client-Verify: SUCCESS",
    "Front-End-Https: on",
  ])("%s", async (line) => {
    expect(await statusesOf({ lines: [line] })).toEqual(REFUSED);
  });

  test("the HTTP version of proxies", async () => {
    expect(await statusesOf({ version: "1.0" })).toEqual(REFUSED);
  });

  test("a whole address, as a proxy is asked for", async () => {
    for (const door of DOORS) {
      const status = await statusAt(door, { target: `http://localhost${door.target}` });
      expect([door.name, status]).toEqual([door.name, door.refusal]);
    }
  });
});

describe("a request for another host opens no door", () => {
  test.each([
    "svc.example",
    "localhost.",
    "localhost.:3000",
    "localhost.evil",
    "localhost.evil.example:3000",
    "127.0.0.1.evil.example",
    "127.0.0.1.",
    "127.1",
    "127.0.1",
    "127.999.0.1",
    "2130706433",
    "0x7f000001",
    "0x7f.0.0.1",
    "0177.0.0.1",
    "[::ffff:127.0.0.1]:3000",
    "[::ffff:7f00:1]",
    "[0:0:0:0:0:0:0:1]",
    "::1",
    "0.0.0.0:3000",
    "[::]:3000",
    "192.168.1.5:3000",
    "evil.example:127",
    "ann@localhost",
    "localhost,evil.example",
    "localhost:3000:80",
    "",
  ])("%s", async (host) => {
    const statuses = await statusesOf({ hosts: [host] });
    // What is no host at all is no HTTP request.
    const isRefused = Object.entries(statuses).every(([name, status]) => status === REFUSED[name] || status === 400);
    expect([isRefused, statuses]).toEqual([true, statuses]);
  });

  test.each([
    ["twice", ["localhost", "localhost"]],
    ["and for this machine", ["localhost", "evil.example"]],
    ["and for this machine, the other way round", ["evil.example", "localhost"]],
  ])("%s", async (_, hosts) => {
    const statuses = await statusesOf({ hosts });
    const isRefused = Object.entries(statuses).every(([name, status]) => status === REFUSED[name] || status === 400);
    expect([isRefused, statuses]).toEqual([true, statuses]);
  });
});

describe("a page of another origin opens no door", () => {
  test.each([
    "Origin: https://evil.example",
    "Origin: null",
    "Origin: http://localhost.evil.example",
    "Origin: http://localhost:5173",
    "Origin: http://127.0.0.1:8080",
    "Origin: http://localhost:65536",
    "Sec-Fetch-Site: cross-site",
    "Sec-Fetch-Site: same-site",
    "Sec-Fetch-Site: none, cross-site",
  ])("%s", async (line) => {
    expect(await statusesOf({ lines: [line] })).toEqual(REFUSED);
  });

  test("whatever origin it says, when its browser says that it is another site", async () => {
    const change = { hosts: [new URL(server.url).host], lines: [own(), "Sec-Fetch-Site: cross-site"] };
    expect(await statusesOf(change)).toEqual(REFUSED);
  });

  test("may lead to the page by a link, and to nothing else", async () => {
    const link = ["Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: navigate", "Sec-Fetch-Dest: document"];
    const isDocument = ({ name }: LocalDoor): boolean => name === "the page";
    for (const door of DOORS) {
      expect([door.name, await statusAt(door, { lines: link })]).toEqual([
        door.name,
        isDocument(door) ? 200 : door.refusal,
      ]);
    }
    const framed = link.map((line) => line.replace("document", "iframe"));
    const page = LOCAL_DOORS.find(isDocument)!;
    expect(await statusAt(page, { lines: framed })).toBe(401);
  });
});

describe("the public key that everyone knows sends scores", () => {
  const score = JSON.stringify({ traceId: "a".repeat(32), name: "liked", value: 1, dataType: "NUMERIC" });
  const lines = [`Authorization: Bearer ${LOCAL_KEYS.publicKey}`, "Content-Type: application/json", "Host: localhost"];
  const sending = { method: "POST", target: "/api/public/scores", body: score };

  test.each([
    ["a program", [], 200],
    ["a page of any origin of this machine", ["Origin: http://localhost:5173", "Sec-Fetch-Site: cross-site"], 200],
    ["a page of another host", ["Origin: https://evil.example", "Sec-Fetch-Site: cross-site"], 403],
    ["a page without an origin of its own", ["Origin: null", "Sec-Fetch-Site: cross-site"], 403],
    ["a page of another site that hides its origin", ["Sec-Fetch-Site: cross-site"], 403],
    ["a page behind a proxy", ["Origin: http://localhost:5173", "X-Forwarded-For: 203.0.113.9"], 403],
  ])("of %s", async (_, more, status) => {
    expect(await rawStatus(server.port, { ...sending, lines: [...lines, ...more] })).toBe(status);
  });

  test("and reads nothing", async () => {
    const origin = "Origin: http://localhost:5173";
    expect(await rawStatus(server.port, { target: "/api/public/scores", lines: [...lines, origin] })).not.toBe(200);
  });
});
