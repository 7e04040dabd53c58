import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runApplication, sendingTo, type ApplicationRun } from "../support/application.ts";
import { freePort } from "../support/free-port.ts";
import { startLocalService, type LocalService } from "../support/local-service.ts";

/** The part of `svc doctor --json` that is looked at. */
interface Report {
  ok: boolean;
  settings: Array<{ name: string; value: unknown; source: string; problems: string[] }>;
  checks: Array<{ name: string; outcome: string; detail: string }>;
  instrumentations: Array<Record<string, unknown>>;
}

const SVC = join(dirname(createRequire(import.meta.url).resolve("@svc/register")), "svc.cjs");

let service: LocalService;

beforeAll(async () => {
  service = await startLocalService();
});
afterAll(() => service.stop());

const svc = (args: readonly string[], env: Record<string, string>): Promise<ApplicationRun> =>
  runApplication({ app: "openai-7", args: [SVC, ...args], env });

async function examine(env: Record<string, string>): Promise<{ report: Report; exitCode: number | null }> {
  const { stdout, exitCode } = await svc(["doctor", "--json"], env);
  return { report: JSON.parse(stdout) as Report, exitCode };
}

const outcomes = ({ checks }: Report): Record<string, string> =>
  Object.fromEntries(checks.map(({ name, outcome }) => [name, outcome]));
const detail = ({ checks }: Report, name: string): string => checks.find((check) => check.name === name)!.detail;

describe("svc doctor", () => {
  it("finds all well: settings with their sources, the service, and one observation there and back", async () => {
    const { report, exitCode } = await examine({ ...sendingTo(service.url), SVC_RELEASE: "r1" });
    expect(exitCode).toBe(0);
    expect(report.ok).toBe(true);
    expect(new Set(Object.values(outcomes(report)))).toEqual(new Set(["ok"]));
    expect(report.settings).toContainEqual({
      name: "release",
      value: "r1",
      unit: null,
      source: "SVC_RELEASE",
      problems: [],
    });
    expect(report.settings).toContainEqual(expect.objectContaining({ name: "secretKey", value: "***" }));
    const [stored] = await service.observations({ name: "svc doctor" });
    expect(detail(report, "observation")).toContain(stored!.traceId);
  });

  it("says which instrumentation is for which installed package", async () => {
    const { report } = await examine(sendingTo(service.url));
    expect(report.instrumentations).toContainEqual(
      expect.objectContaining({ instrumentation: "openai", package: "openai", version: "7.55.0", isEnabled: true }),
    );
    expect(report.instrumentations).toContainEqual(
      expect.objectContaining({ instrumentation: "express", isEnabled: false, isSupported: true }),
    );
  });

  it("prints a text for a reader, without secrets", async () => {
    const { stdout, exitCode } = await svc(["doctor"], sendingTo(service.url));
    expect(exitCode).toBe(0);
    expect(stdout).toMatch(/^ {2}baseUrl +"http:\/\/127\.0\.0\.1:\d+" +SVC_BASE_URL$/m);
    expect(stdout).toMatch(/^ {2}observation +ok +sent, and read back as trace [0-9a-f]{32}$/m);
    expect(stdout).toMatch(/\nAll is well\.\n$/);
    expect(stdout).not.toContain(sendingTo(service.url)["SVC_SECRET_KEY"]);
  });

  it.each<[what: string, env: () => Promise<Record<string, string>>, check: string, text: RegExp]>([
    ["no keys", async () => ({ SVC_BASE_URL: service.url }), "credentials", /Set SVC_PUBLIC_KEY and SVC_SECRET_KEY/],
    [
      "keys the service does not know",
      async () => ({ ...sendingTo(service.url), SVC_SECRET_KEY: "sk-wrong" }),
      "credentials",
      /does not know these keys \(status 401\)/,
    ],
    [
      "a service that is not there",
      async () => sendingTo(`http://127.0.0.1:${await freePort()}`),
      "service",
      /could not be reached: ECONNREFUSED/,
    ],
    [
      "a setting that cannot be used",
      async () => ({ ...sendingTo(service.url), SVC_FLUSH_AT: "many" }),
      "settings",
      /SVC_FLUSH_AT is "many", but must be an integer above 0/,
    ],
    [
      "tracing switched off",
      async () => ({ ...sendingTo(service.url), OTEL_SDK_DISABLED: "true" }),
      "enabled",
      /OTEL_SDK_DISABLED is true/,
    ],
  ])("%s", async (_what, env, check, text) => {
    const { report, exitCode } = await examine(await env());
    expect(exitCode).toBe(1);
    expect(report.ok).toBe(false);
    expect(outcomes(report)[check]).toBe("problem");
    expect(detail(report, check)).toMatch(text);
  });

  it("a service that is too old, with a clock of its own", async () => {
    const server = createServer((_request, response) => {
      response.setHeader("date", new Date(Date.now() - 60_000).toUTCString());
      response.end(JSON.stringify({ status: "OK", version: "4.54.9", data: [] }));
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const { report } = await examine(sendingTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
    expect(outcomes(report)).toMatchObject({ version: "problem", clock: "warning", observation: "skipped" });
    expect(detail(report, "version")).toBe("4.54.9, but 4.55.0 or later is needed: update the service.");
    expect(detail(report, "clock")).toMatch(/ s ahead of the service/);
    server.closeAllConnections();
    server.close();
  });

  it("anything else is answered with how it is used", async () => {
    expect(await svc(["cure"], {})).toMatchObject({ stdout: "", stderr: "Usage: svc doctor [--json]\n", exitCode: 2 });
  });
});
