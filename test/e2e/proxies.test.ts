import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { PRELOAD, runApplication, sendingTo, type ApplicationRun } from "../support/application/run-application.ts";
import { PROXY_PASSWORD, startConnectProxy, type ConnectProxy } from "../support/http/connect-proxy.ts";
import { startLocalService } from "../support/server/local-service.ts";
import { freePort } from "../support/http/free-port.ts";
import { startTlsFront, TLS_FILES, type TlsFront } from "../support/http/tls-front.ts";
import { startWholeService, type WholeService } from "../support/http/whole-service.ts";

let service: WholeService;
let front: TlsFront;
let proxy: ConnectProxy;

beforeEach(async () => {
  service = await startWholeService();
  front = await startTlsFront(service.url, true);
  proxy = await startConnectProxy({ "service.test": Number(new URL(service.url).port), "tls.test": front.port });
});
afterEach(async () => {
  await proxy.close();
  await front.close();
  await service.close();
});

/** Serves `service.test` over TLS: the certificate is for that name, so the proxy maps the name to the front. */
async function useTls(): Promise<void> {
  await proxy.close();
  proxy = await startConnectProxy({ "service.test": front.port });
}

const CLIENT = {
  OTEL_EXPORTER_OTLP_CERTIFICATE: TLS_FILES.authority,
  OTEL_EXPORTER_OTLP_CLIENT_KEY: TLS_FILES.clientKey,
  OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE: TLS_FILES.clientCertificate,
};

function end(cargo: string, env: Record<string, string>, ending = "nothing left to do"): Promise<ApplicationRun> {
  return runApplication({
    app: "exit-table",
    node: PRELOAD,
    args: ["app.mjs", ending, cargo, "100"],
    env: { ...sendingTo("http://service.test"), SVC_SHUTDOWN_TIMEOUT: "60", ...env },
  });
}

describe("at the end of the process, through a proxy with a login", () => {
  it.each(["spans", "scores", "media"] as const)("delivers %s to an http:// address", async (cargo) => {
    const { stderr } = await end(cargo, { HTTP_PROXY: proxy.url });
    expect(stderr).toBe("");
    expect(service[cargo].size).toBe(100);
    expect(proxy.requests.every(({ isAuthorized }) => isAuthorized)).toBe(true);
    expect(proxy.requests[0]).toMatchObject({
      method: "POST",
      target: expect.stringMatching(/^http:\/\/service\.test/),
    });
  });

  it.each(["spans", "scores"] as const)(
    "delivers %s to an https:// address that requires a client certificate",
    async (cargo) => {
      await useTls();
      const env = { SVC_BASE_URL: "https://service.test", https_proxy: proxy.url, ...CLIENT };
      const { stderr } = await end(cargo, env);
      expect(stderr).toBe("");
      expect(service[cargo].size).toBe(100);
      expect(new Set(proxy.requests.map(({ method, target }) => `${method} ${target}`))).toEqual(
        new Set(["CONNECT service.test:443"]),
      );
    },
  );
});

describe("in a running process, through a proxy with a login", () => {
  const run = (env: Record<string, string>): Promise<ApplicationRun> =>
    runApplication({
      app: "function",
      node: PRELOAD,
      args: ["handler.mjs"],
      env: { ...sendingTo("http://service.test"), VERCEL: "1", ...env },
    });

  it("delivers spans to an http:// address", async () => {
    const { stderr } = await run({ http_proxy: proxy.url.replace("http://", "") });
    expect(stderr).toBe("");
    expect([...service.spans]).toEqual(["first", "second"]);
    expect(proxy.requests).toHaveLength(2);
  });

  it("delivers spans to an https:// address that requires a client certificate; the variables of traces take precedence", async () => {
    await useTls();
    const { stderr } = await run({
      SVC_BASE_URL: "https://service.test",
      HTTPS_PROXY: proxy.url,
      NODE_USE_ENV_PROXY: "1",
      NODE_EXTRA_CA_CERTS: TLS_FILES.authority,
      OTEL_EXPORTER_OTLP_TRACES_CLIENT_KEY: TLS_FILES.clientKey,
      OTEL_EXPORTER_OTLP_TRACES_CLIENT_CERTIFICATE: TLS_FILES.clientCertificate,
      OTEL_EXPORTER_OTLP_CLIENT_KEY: "/nowhere",
      OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE: "/nowhere",
    });
    // Node itself may print a warning about its variable.
    expect(stderr).not.toContain("[Svc SDK]");
    expect([...service.spans]).toEqual(["first", "second"]);
    expect(proxy.requests).toEqual([{ method: "CONNECT", target: "service.test:443", isAuthorized: true }]);
  });

  it("connects directly to hosts in NO_PROXY", async () => {
    // Address of this machine that stands for another machine.
    const other = await startWholeService("127.0.0.2");
    try {
      const { stderr } = await run({
        ...sendingTo(other.url),
        HTTP_PROXY: proxy.url,
        NO_PROXY: "example.com, 127.0.0.2",
      });
      expect(stderr).toBe("");
      expect(other.spans.size).toBe(2);
      expect(proxy.requests).toEqual([]);
    } finally {
      await other.close();
    }
  });

  it.each(["127.0.0.1", "localhost"])("connects directly to a service on this machine: %s", async (host) => {
    const url = service.url.replace("127.0.0.1", host);
    const { stderr } = await run({ ...sendingTo(url), HTTP_PROXY: proxy.url });
    expect(stderr).toBe("");
    expect(service.spans.size).toBe(2);
    expect(proxy.requests).toEqual([]);
  });
});

describe("a log line without the password reports", () => {
  const wrong = (url: string): string => url.replace(/\/\/.*@/, "//user:hunter2@");
  const said = async (env: Record<string, string>, ending?: string): Promise<string> => {
    const { stderr } = await end("spans", { SVC_SHUTDOWN_TIMEOUT: "2", ...env }, ending);
    expect(stderr).not.toContain("hunter2");
    expect(stderr).not.toContain(PROXY_PASSWORD);
    expect(stderr).not.toContain(encodeURIComponent(PROXY_PASSWORD));
    return stderr;
  };

  it("a proxy that rejects the login, for http://", async () => {
    expect(await said({ HTTP_PROXY: wrong(proxy.url) })).toMatch(
      /100 spans were lost: .*behind a proxy that wants a user/,
    );
  });

  it("a proxy that rejects the login, for https://", async () => {
    const stderr = await said({ SVC_BASE_URL: "https://service.test", HTTPS_PROXY: wrong(proxy.url) });
    expect(stderr).toMatch(/100 spans were lost: .*407/);
  });

  it("an unreachable proxy", async () => {
    const host = `127.0.0.1:${await freePort()}`;
    expect(await said({ HTTP_PROXY: `http://user:hunter2@${host}` })).toContain(`ECONNREFUSED ${host}`);
  });

  it("a proxy that does not answer", async () => {
    proxy.hang();
    const stderr = await said({
      SVC_BASE_URL: "https://service.test",
      HTTPS_PROXY: proxy.url,
      SVC_SHUTDOWN_TIMEOUT: "0.5",
    });
    expect(stderr).toMatch(/100 spans may not have arrived: .*no answer within 0\.5 s/);
  });

  it("a variable without a valid proxy", async () => {
    const env = { ...sendingTo(service.url), HTTP_PROXY: "socks5://user:hunter2@127.0.0.1:1080" };
    expect(await said(env)).toContain("HTTP_PROXY is ***, but must be an http:// or https:// URL");
    expect(service.spans.size).toBe(100);
  });

  it("a missing file of certificates", async () => {
    const env = { ...sendingTo(service.url), OTEL_EXPORTER_OTLP_CERTIFICATE: "/nowhere/ca.pem" };
    expect(await said(env)).toContain(
      'OTEL_EXPORTER_OTLP_CERTIFICATE: the file "/nowhere/ca.pem" cannot be read (ENOENT)',
    );
    expect(service.spans.size).toBe(100);
  });
});

describe("svc doctor", () => {
  it("reaches the service through a proxy", async () => {
    // What comes through a proxy is never local: the service takes its own keys only.
    const keys = { publicKey: "pk-own", secretKey: "sk-own" };
    const local = await startLocalService({ keys });
    const toLocal = await startConnectProxy({});
    try {
      const svc = join(dirname(createRequire(import.meta.url).resolve("@svc/register")), "svc.cjs");
      // Address that the service treats as its own and that is reached through the proxy.
      const url = local.url.replace("127.0.0.1", "127.0.0.2");
      const env = {
        ...sendingTo(url),
        SVC_PUBLIC_KEY: keys.publicKey,
        SVC_SECRET_KEY: keys.secretKey,
        HTTP_PROXY: toLocal.url,
      };
      const { stdout } = await runApplication({ app: "function", args: [svc, "doctor"], env });
      expect(stdout).toContain("sent, and read back");
      expect(stdout).not.toContain(encodeURIComponent(PROXY_PASSWORD));
      expect(new Set(toLocal.requests.map(({ isAuthorized }) => isAuthorized))).toEqual(new Set([true]));
    } finally {
      await toLocal.close();
      await local.stop();
    }
  });
});
