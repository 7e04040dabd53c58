// Audit of what we ship against known advisories, asked of a registry of the test. The test fails when a severe advisory passes, when one of
// a package that only tests use fails the audit, or when a registry that says nothing is taken for one that finds nothing.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { EXCEPTIONS } from "../../scripts/advisories/exceptions.ts";
import { judge, type AuditAnswer } from "../../scripts/advisories/judgement.ts";
import { shippedProject, WITNESS } from "../../scripts/advisories/shipped-project.ts";
import { startHttpServer, type HttpHandler } from "../support/http/http-server.ts";
import { ROOT } from "../support/paths.ts";

interface Run {
  readonly output: string;
  readonly exitCode: number;
}

async function audit(registry: string): Promise<Run> {
  const child = spawn(process.execPath, [join(ROOT, "scripts/advisories/audit.ts")], {
    env: { ...process.env, npm_config_registry: registry, npm_config_audit: "true" },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const [[exitCode], ...written] = await Promise.all([once(child, "close"), text(child.stdout), text(child.stderr)]);
  return { output: written.join(""), exitCode: exitCode as number };
}

/** Audits by a registry that answers requests for advisories so. */
async function auditBy(answer: HttpHandler): Promise<Run> {
  const registry = await startHttpServer((request, response) => {
    if (request.method === "POST") answer(request, response);
    else response.writeHead(404).end("{}");
  });
  const run = await audit(registry.url);
  await registry.close();
  return run;
}

type Severity = "low" | "moderate" | "high" | "critical";

/** Answers with an advisory for each of these packages that is asked for, as the registry does. */
const knowing =
  (severities: Readonly<Record<string, Severity>>): HttpHandler =>
  ({ headers, body }, response) => {
    const asked = JSON.parse(String(headers["content-encoding"] === "gzip" ? gunzipSync(body) : body)) as object;
    const advisories = Object.entries(severities)
      .filter(([name]) => name in asked)
      .map(([name, severity], id) => [
        name,
        [
          {
            id,
            url: `https://advisories.example/GHSA-${name}`,
            title: `Flaw of ${name}`,
            severity,
            vulnerable_versions: "*",
          },
        ],
      ]);
    response.setHeader("content-type", "application/json");
    response.end(JSON.stringify(Object.fromEntries(advisories)));
  };

const witness = { [WITNESS.name]: "critical" } as const;

it.each<[what: string, name: string, severity: Severity, shippedBy: string]>([
  ["a dependency of a published package", "https-proxy-agent", "high", "src/core"],
  ["a dependency of a dependency", "agent-base", "critical", "src/core"],
  ["a library in the bundle of the preload", "protobufjs", "high", "register"],
  ["a library in the page of the local service", "react-dom", "critical", "src/server"],
])("a severe advisory of %s fails the audit: %s", async (_what, name, severity, shippedBy) => {
  const { output, exitCode } = await auditBy(knowing({ ...witness, [name]: severity }));
  expect(output).toMatch(
    new RegExp(`^${severity}: ${name} [0-9.]+ .*, shipped by .*${shippedBy}.*: Flaw of ${name}\\.`, "m"),
  );
  expect(output).toContain("1 advisories, 1 of them fail the audit");
  expect(exitCode).toBe(1);
});

it.each<[what: string, known: Readonly<Record<string, Severity>>, said: string]>([
  ["nothing", {}, "0 advisories, 0 of them fail the audit"],
  ["a severe one of packages that only tests use", { vitest: "critical", express: "high" }, "0 advisories"],
  ["a moderate one of what we ship", { hono: "moderate" }, "moderate: hono "],
])("with advisories for %s the audit passes, and says so", async (_what, known, said) => {
  const { output, exitCode } = await auditBy(knowing({ ...witness, ...known }));
  expect(output).toContain(said);
  expect(output).not.toContain("NOT AUDITED");
  expect(exitCode).toBe(0);
});

it.each<[what: string, answer: HttpHandler, reason: string]>([
  ["does not take the question", (_request, response) => response.writeHead(405).end(), "405 Method Not Allowed"],
  ["is broken", (_request, response) => response.writeHead(503).end(), "503 Service Unavailable"],
  ["answers with a page", (_request, response) => response.end("<html>Please sign in</html>"), "cannot be asked"],
  ["ends the connection", (_request, response) => response.destroy(), "cannot be asked"],
  ["has no advisories at all", (_request, response) => response.end("{}"), "names no advisory"],
])("a registry that %s fails no build: the reason is printed", async (_what, answer, reason) => {
  const { output, exitCode } = await auditBy(answer);
  expect(output).toMatch(/^NOT AUDITED: /m);
  expect(output).toContain(reason);
  expect(exitCode).toBe(0);
});

it("a registry that cannot be reached fails no build: the reason is printed", async () => {
  const gone = await startHttpServer(() => {});
  await gone.close();
  const { output, exitCode } = await audit(gone.url);
  expect(output).toMatch(/^NOT AUDITED: .*ECONNREFUSED/m);
  expect(exitCode).toBe(0);
});

it("an exception keeps its advisory from failing the audit, and fails it when nothing has the advisory", () => {
  const project = shippedProject();
  const place = Object.keys(project.lock.packages).find((each) => each.endsWith("/node_modules/hono"))!;
  const advisory = { title: "Flaw", url: "https://advisories.example/GHSA-1", severity: "high", range: "*" };
  const answer: AuditAnswer = {
    auditReportVersion: 2,
    vulnerabilities: { [WITNESS.name]: { via: [], nodes: [] }, hono: { via: [advisory], nodes: [place] } },
  };
  expect(judge(answer, project, {}).fails).toBe(true);
  const excepted = judge(answer, project, { "GHSA-1": "The service does not use it." });
  expect(excepted.fails).toBe(false);
  expect(excepted.lines[0]).toContain("Excepted: The service does not use it.");
  expect(judge(answer, project, { "GHSA-1": "As before.", "GHSA-2": "Gone." }).fails).toBe(true);
});

it("an error of npm itself fails the audit", () => {
  const noLock: AuditAnswer = { error: { code: "ENOLOCK", summary: "This command requires an existing lockfile." } };
  expect(() => judge(noLock, shippedProject(), {})).toThrow("existing lockfile");
});

it("each exception has a reason", () => {
  expect(Object.values(EXCEPTIONS).filter((reason) => reason.length < 20)).toEqual([]);
});
