// The service behind nginx and Caddy as Debian has them: in their default form, as people often write it, and as docs/local-service.md has it.
// Whoever the proxy lets in needs a key pair of the service, at every route and for every name of a host.
import { LOCAL_KEYS, basicAuthorization } from "@svc/core/internal";
import { type RunningServer, startServer } from "@svc/server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { freePort } from "../../support/http/free-port.ts";
import { type Asked, ask } from "./asked.ts";
import { PUBLIC_NAME, documentedConfig } from "./documented.ts";
import { GUARDED_COLLECTOR_ROUTES, GUARDED_ROUTES } from "./guarded-routes.ts";
import { type Proxy, type ProxyProgram, missingPrograms, startProxy } from "./proxies.ts";

const missing = missingPrograms(["nginx", "caddy", "openssl"]);
if (missing !== undefined) process.stderr.write(`The service is not tried behind proxies: ${missing}\n`);

const OWN_KEYS = { publicKey: "pk-team", secretKey: "sk-of-the-team-0123456789" };
const OWN = basicAuthorization(OWN_KEYS.publicKey, OWN_KEYS.secretKey);

/** Configuration of a proxy on a port of its own, to the service at another one. */
interface Form {
  readonly name: string;
  readonly program: ProxyProgram;
  readonly config: (port: number, service: number) => string;
  readonly scheme: "http" | "https";
  /** True for a proxy that says nothing of itself: only a service that has keys of its own is closed behind it. */
  readonly isSilent?: true;
  /** True where pages of the service work through the proxy, whose host it passes on. */
  readonly passesHost?: true;
}

const server = (port: number, lines: string): string => `server { listen 127.0.0.1:${port}; location / { ${lines} } }`;
const FORWARDED =
  "proxy_set_header X-Real-IP $remote_addr; proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;";

const FORMS: readonly Form[] = [
  {
    name: "nginx by default",
    program: "nginx",
    scheme: "http",
    config: (port, service) => server(port, `proxy_pass http://127.0.0.1:${service};`),
  },
  {
    name: "nginx with the host and the caller's address",
    program: "nginx",
    scheme: "http",
    config: (port, service) =>
      server(port, `proxy_pass http://127.0.0.1:${service}; proxy_set_header Host $host; ${FORWARDED}`),
  },
  {
    name: "nginx with the host, in HTTP/1.1",
    program: "nginx",
    scheme: "http",
    isSilent: true,
    passesHost: true,
    config: (port, service) =>
      server(
        port,
        `proxy_pass http://127.0.0.1:${service}; proxy_http_version 1.1; proxy_set_header Connection ""; ` +
          "proxy_set_header Host $http_host; proxy_buffering off;",
      ),
  },
  {
    name: "nginx as documented",
    program: "nginx",
    scheme: "https",
    passesHost: true,
    config: (port, service) => documentedConfig("nginx", port, service),
  },
  {
    name: "Caddy by default",
    program: "caddy",
    scheme: "http",
    passesHost: true,
    config: (port, service) => `http://:${port} {\n\treverse_proxy 127.0.0.1:${service}\n}`,
  },
  {
    name: "Caddy as documented",
    program: "caddy",
    scheme: "https",
    passesHost: true,
    config: (port, service) => documentedConfig("caddy", port, service),
  },
];

/** Credentials that everyone has. */
const EVERYONES: Readonly<Record<string, string | undefined>> = {
  "no keys": undefined,
  "the well-known pair": basicAuthorization(LOCAL_KEYS.publicKey, LOCAL_KEYS.secretKey),
  "the well-known public key": `Bearer ${LOCAL_KEYS.publicKey}`,
};

/** Services behind the proxies. */
const SERVICES = [
  { name: "a service as it starts", options: {}, isOpen: true },
  { name: "a service as documented", options: { keys: OWN_KEYS, publicUrl: `https://${PUBLIC_NAME}` }, isOpen: false },
];

const TOOLS = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });
const ACCEPT = { accept: "application/json, text/event-stream", "content-type": "application/json" };

describe.skipIf(missing !== undefined).each(SERVICES)("$name", ({ options, isOpen }) => {
  let service: RunningServer;
  beforeAll(async () => {
    service = await startServer({ ...options, port: 0, otlpPort: 0, memory: true });
  });
  afterAll(async () => service?.close());

  describe.each(FORMS.filter(({ isSilent }) => !isOpen || isSilent !== true))("behind $name", (form) => {
    let proxy: Proxy;
    let collector: Proxy;
    let origin: string;
    let collectorOrigin: string;
    let names: readonly string[];
    beforeAll(async () => {
      const [port, collectorPort] = [await freePort(), await freePort()];
      const to = Number(new URL(service.otlpUrl!).port);
      proxy = await startProxy(form.program, form.config(port, service.port), { port });
      collector = await startProxy(form.program, form.config(collectorPort, to), { port: collectorPort });
      origin = `${form.scheme}://127.0.0.1:${port}`;
      collectorOrigin = `${form.scheme}://127.0.0.1:${collectorPort}`;
      names = [`${PUBLIC_NAME}:${port}`, "localhost", `localhost:${service.port}`, `127.0.0.1:${service.port}`];
    });
    afterAll(async () => Promise.all([proxy?.close(), collector?.close()]));

    test("opens no route to what everyone has", async () => {
      const opened: string[] = [];
      const problems = new Set<number>();
      const ways = names.flatMap((host) =>
        Object.entries(EVERYONES).map(([who, authorization]) => [host, who, authorization] as const),
      );
      const routes = [
        ...GUARDED_ROUTES.map((route) => [origin, route] as const),
        ...GUARDED_COLLECTOR_ROUTES.map((route) => [collectorOrigin, route] as const),
      ];
      for (const [host, who, authorization] of ways) {
        await Promise.all(
          routes.map(async ([to, { method, path }]) => {
            // A change comes as if from the page of the service.
            const headers = {
              host,
              origin: `http://${host}`,
              ...(method === "GET" ? { accept: "application/json" } : ACCEPT),
              ...(authorization !== undefined && { authorization }),
            };
            const body = method === "GET" || method === "HEAD" ? {} : { body: path === "/mcp" ? TOOLS : "{}" };
            const { status, text } = await ask(to, { method, path, headers, ...body });
            if (status === 401 || status === 403) return;
            // A proxy that has no such host says so itself, with a status of its own or a page that is empty.
            const isOfProxy = form.name === "Caddy as documented" && !host.startsWith(PUBLIC_NAME) && text === "";
            if (isOfProxy) problems.add(status);
            else opened.push([host, who, method, path, status, text.slice(0, 80)].join(" "));
          }),
        );
      }
      expect(opened).toEqual([]);
      expect(GUARDED_ROUTES.length).toBeGreaterThan(200);
      expect([...problems].every((status) => status === 200 || status === 421)).toBe(true);
    });

    test.runIf(!isOpen && form.passesHost === true)(
      "opens pages, changes, events and MCP to its own pair",
      async () => {
        const host = names[0]!;
        const own = { host, authorization: OWN, origin: `${form.scheme}://${host}` };
        const send = async (asked: Asked): Promise<number> => (await ask(origin, asked)).status;
        const api = "/project/svc-local/api/public";
        const prompt = JSON.stringify({ name: form.name, prompt: "Hello" });
        const tools = {
          method: "POST",
          path: "/mcp",
          headers: { ...own, ...ACCEPT },
          body: TOOLS,
          until: "search_traces",
        };
        const mcp = await ask(origin, tools);
        expect([
          await send({ path: "/project/svc-local/traces", headers: own }),
          await send({ path: `${api}/v2/observations`, headers: own }),
          await send({ method: "POST", path: `${api}/v2/prompts`, headers: { ...own, ...ACCEPT }, body: prompt }),
          mcp.status,
        ]).toEqual([200, 200, 201, 200]);
        expect(mcp.text).toContain("search_traces");

        const stream = "/project/svc-local/api/local/observations/events";
        const events = ask(origin, {
          path: stream,
          headers: { ...own, "last-event-id": "0" },
          until: "through the proxy",
        });
        const body = JSON.stringify(exported());
        const path = "/api/public/otel/v1/traces";
        expect(await send({ method: "POST", path, headers: { ...own, ...ACCEPT }, body })).toBe(200);
        expect((await events).status).toBe(200);
      },
    );
  });
});

function exported(): object {
  const times = { startTimeUnixNano: String(Date.now() * 1e6), endTimeUnixNano: String(Date.now() * 1e6) };
  const span = { traceId: "a".repeat(32), spanId: "b".repeat(16), name: "through the proxy", ...times };
  return { resourceSpans: [{ scopeSpans: [{ spans: [span] }] }] };
}
