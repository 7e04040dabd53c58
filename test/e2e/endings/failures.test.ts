import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PRELOAD, runApplication, sendingTo, type ApplicationRun } from "../../support/application/run-application.ts";
import { startLocalService, type LocalService } from "../../support/server/local-service.ts";
import { freePort } from "../../support/http/free-port.ts";
import { recordingsOf } from "../../support/openai/openai-recordings.ts";
import { OpenAIStandIn } from "../../support/openai/openai-stand-in.ts";

let standIn: OpenAIStandIn;
let service: LocalService;
let apiUrl: string;

beforeAll(async () => {
  [standIn, service] = await Promise.all([OpenAIStandIn.start(), startLocalService()]);
  const refusal = recordingsOf("chat.completions.create").find(({ id }) => id === "chat-error-401")!;
  apiUrl = standIn.perform(refusal.response).url;
});
afterAll(() => Promise.all([standIn.stop(), service.stop()]));

function run(
  args: readonly string[],
  node: readonly string[],
  env: Record<string, string> = {},
): Promise<ApplicationRun> {
  return runApplication({ app: "endings", node, args, env: { OPENAI_BASE_URL: apiUrl, ...env } });
}

/** Returns our log lines, which start with a time and our name. All other output must be equal. */
const ours = (stderr: string): string[] => stderr.split("\n").filter((line) => line.includes("[Svc SDK]"));

describe("stdout, stderr, exit code and thrown errors equal those without the preload", () => {
  it.each([
    [["app.mjs", "caught"], 0],
    [["app.mjs", "thrown"], 1],
    [["app.mjs", "unhandled"], 1],
    [["app.mjs", "exit code"], 7],
    [["app.mjs", "process.exit"], 3],
    [["app.mjs", "own listeners"], 0],
    [["app.cjs"], 1],
  ])("%j", async (args, exitCode) => {
    const [bare, traced] = [await run(args, []), await run(args, PRELOAD, sendingTo(service.url))];
    expect(bare.exitCode).toBe(exitCode);
    expect(traced).toEqual(bare);
  });

  it("stores each call as a failure, for every way to end", async () => {
    const stored = await service.observations({ name: "chat gpt-4o-mini" });
    expect(stored.length).toBeGreaterThanOrEqual(7);
    for (const observation of stored) {
      expect(observation).toMatchObject({ type: "GENERATION", level: "ERROR" });
      expect(observation.statusMessage).toContain("Incorrect API key provided");
    }
  });
});

describe("an application that cannot send logs one line and runs to its end", () => {
  const cases: Array<[what: string, env: () => Promise<Record<string, string>>, line: RegExp]> = [
    ["no credentials", async () => ({}), /Nothing is traced: set SVC_PUBLIC_KEY and SVC_SECRET_KEY.*npx @svc\/server/],
    ["no secret key", async () => ({ SVC_PUBLIC_KEY: "pk" }), /Nothing is traced: set SVC_SECRET_KEY, and/],
    [
      "an invalid SVC_BASE_URL",
      async () => sendingTo("localhost without a scheme"),
      /Nothing is traced: SVC_BASE_URL is "localhost without a scheme", but must be an http:\/\/ or https:\/\/ URL/,
    ],
    [
      "an unreachable service",
      async () => sendingTo(`http://127.0.0.1:${await freePort()}`),
      /1 span was lost: http:\/\/127\.0\.0\.1:\d+\/api\/public\/otel\/v1\/traces could not be reached \(ECONNREFUSED\)/,
    ],
    [
      "reports unknown keys",
      async () => ({ ...sendingTo(service.url), SVC_SECRET_KEY: "sk-wrong" }),
      /1 span was lost: .* refused with status 401; check SVC_PUBLIC_KEY, SVC_SECRET_KEY and SVC_BASE_URL/,
    ],
  ];

  it.each(cases)("%s", async (_what, environment, line) => {
    const env = await environment();
    const [bare, traced] = [await run(["app.mjs", "exit code"], []), await run(["app.mjs", "exit code"], PRELOAD, env)];
    expect(ours(traced.stderr)).toEqual([expect.stringMatching(line)]);
    expect(traced.stderr).not.toMatch(/sk-wrong|sk-svc-local(?!\.)/);
    expect({ ...traced, stderr: traced.stderr.replace(/^.*\[Svc SDK\].*\n/m, "") }).toEqual(bare);
  });

  it("OTEL_LOG_LEVEL=debug logs more, to standard error only", async () => {
    const [bare, traced] = [
      await run(["app.mjs", "own listeners"], []),
      await run(["app.mjs", "own listeners"], PRELOAD, {
        ...sendingTo(service.url),
        OTEL_LOG_LEVEL: "debug",
        SVC_DEBUG: "true",
      }),
    ];
    expect(traced.stdout).toBe(bare.stdout);
    expect(ours(traced.stderr).some((line) => line.includes("DEBUG OpenTelemetry:"))).toBe(true);
  });

  it("OTEL_SDK_DISABLED=true disables tracing and logs nothing", async () => {
    const env = { ...sendingTo(service.url), OTEL_SDK_DISABLED: "true" };
    expect(await run(["app.mjs", "exit code"], PRELOAD, env)).toEqual(await run(["app.mjs", "exit code"], []));
  });
});
