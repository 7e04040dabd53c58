import { SvcClient } from "@svc/client";
import { SvcMediaReference } from "@svc/core";
import { SvcAPIClient } from "@svc/core/api";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { recordingServiceOfEachTest, answerJson } from "../../support/http/recording-service.ts";
import { PROXY_PASSWORD, startConnectProxy, type ConnectProxy } from "../../support/http/connect-proxy.ts";
import { freePort } from "../../support/http/free-port.ts";
import { startTlsFront, TLS_FILES, type TlsFront } from "../../support/http/tls-front.ts";
import { TEST_KEYS } from "../../support/otlp/traced.ts";
import { logLinesOfEachTest } from "../../support/log-lines.ts";

const PROMPT = { name: "greeting", version: 1, type: "text", prompt: "Hello", config: {}, labels: [], tags: [] };

let front: TlsFront;
let proxy: ConnectProxy;

const logged = logLinesOfEachTest();
const service = recordingServiceOfEachTest();
beforeEach(async () => {
  front = await startTlsFront(service.url, true);
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await proxy.close();
  await front.close();
});

/** Ways to an address that only the proxy can resolve. */
const ways: Array<[scheme: string, open: () => Promise<string>]> = [
  [
    "http",
    async () => {
      proxy = await startConnectProxy({ "service.test": Number(new URL(service.url).port) });
      vi.stubEnv("HTTP_PROXY", proxy.url);
      return "http://service.test";
    },
  ],
  [
    "https",
    async () => {
      proxy = await startConnectProxy({ "service.test": front.port });
      vi.stubEnv("https_proxy", proxy.url);
      vi.stubEnv("OTEL_EXPORTER_OTLP_CERTIFICATE", TLS_FILES.authority);
      vi.stubEnv("OTEL_EXPORTER_OTLP_CLIENT_KEY", TLS_FILES.clientKey);
      vi.stubEnv("OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE", TLS_FILES.clientCertificate);
      return "https://service.test";
    },
  ],
];

describe.each(ways)("through a proxy to an %s:// address", (_scheme, open) => {
  it("sends scores", async () => {
    const client = new SvcClient({ ...TEST_KEYS, baseUrl: await open() });
    client.score.create({ sessionId: "s", name: "polite", value: 1 });
    expect((await client.shutdown()).scores).toEqual({ delivered: 1, rejected: 0, lost: 0, waiting: 0 });
  });

  it("fetches prompts and calls the API", async () => {
    const baseUrl = await open();
    const client = new SvcClient({ ...TEST_KEYS, baseUrl });
    service.answer = (response, _nth, { path }) => answerJson(response, 200, path.includes("prompts") ? PROMPT : {});
    expect((await client.prompt.get("greeting")).prompt).toBe("Hello");
    await client.api.trace.deleteMultiple({ traceIds: ["a", "b"] });
    await new SvcAPIClient({ baseUrl }).health.health({});
    expect(service.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      "GET /api/public/v2/prompts/greeting",
      "DELETE /api/public/traces",
      "GET /api/public/health",
    ]);
    expect(service.requests[1]!.body).toEqual({ traceIds: ["a", "b"] });
  });

  it("downloads media, redirects included", async () => {
    const url = await open();
    service.answer = (response, nth) =>
      nth === 1 ? response.writeHead(307, { location: "/elsewhere?signed" }).end() : response.end("content");
    const media = { mediaId: "m", source: "bytes", contentType: "text/plain", urlExpiry: "2100-01-01" } as const;
    const reference = new SvcMediaReference({ ...media, url: `${url}/content` });
    expect(Buffer.from(await reference.fetchBytes()).toString()).toBe("content");
    expect(service.requests.map(({ target }) => target)).toEqual(["/content", "/elsewhere?signed"]);
  });
});

describe("through a proxy", () => {
  beforeEach(async () => {
    proxy = await startConnectProxy({ "service.test": front.port });
    vi.stubEnv("HTTPS_PROXY", proxy.url);
  });

  it("that hangs: ends a call after its timeout", async () => {
    proxy.hang();
    const client = new SvcAPIClient({ baseUrl: "https://service.test", timeoutInSeconds: 0.2, maxRetries: 0 });
    await expect(client.health.health({})).rejects.toThrow("took longer than 0.2 s");
  });

  it("that hangs: sends a score twice, then drops it", async () => {
    proxy.hang();
    const client = new SvcClient({ ...TEST_KEYS, baseUrl: "https://service.test", timeout: 0.2 });
    client.score.create({ sessionId: "s", name: "polite", value: 1 });
    expect((await client.flush()).scores).toEqual({ delivered: 0, rejected: 0, lost: 1, waiting: 0 });
    expect(proxy.requests).toHaveLength(2);
  });

  it("that is unreachable: throws an error that names it without the password", async () => {
    const host = `127.0.0.1:${await freePort()}`;
    vi.stubEnv("HTTPS_PROXY", `http://user:${encodeURIComponent(PROXY_PASSWORD)}@${host}`);
    const error = await new SvcAPIClient({ baseUrl: "https://service.test", maxRetries: 0 }).health.health({}).then(
      () => expect.unreachable("there is no proxy"),
      (error: unknown) => error as Error,
    );
    expect(error.message).toContain(`ECONNREFUSED ${host}`);
    expect(error.message + logged.errors() + logged.warnings()).not.toContain(encodeURIComponent(PROXY_PASSWORD));
  });
});
