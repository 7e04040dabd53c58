import { basename } from "node:path";
import { describe, expect, it, test } from "vitest";
import { INSTRUMENTATIONS } from "../../register/instrumentations/instrumentation-table.ts";
import { QUIET_MODULES } from "../../register/start-when-needed.ts";
import { PRELOAD, runApplication, sendingTo } from "../support/application/run-application.ts";

/** Prints the names of the loaded files at the end of the process. */
const PRINT = 'process.once("exit", () => console.log(JSON.stringify(Object.keys(require.cache))))';

const WAITING = ["index.cjs", "waiting.cjs"];
const STARTED = ["index.cjs", "start.cjs", "starting.cjs", "waiting.cjs"];

/** Returns the names of the files that a program has loaded at its end, and checks that nothing was logged. */
async function filesOf(code: string, env: Record<string, string> = {}): Promise<string[]> {
  const { stdout, stderr } = await runApplication({
    app: "forms",
    node: [...PRELOAD, "--eval", `${PRINT}; ${code}`],
    args: [],
    env: { ...sendingTo("http://127.0.0.1:9"), ...env },
  });
  expect(stderr).toBe("");
  return (JSON.parse(stdout) as string[]).map((file) => basename(file)).toSorted();
}

describe("a process that does nothing that could be traced loads only the watch for it", () => {
  test.each([
    ["a program without modules", ""],
    [
      "one with built-in modules that nothing instruments",
      'require("node:fs"); require("path"); require("fs/promises")',
    ],
  ])("%s", async (_, code) => {
    expect(await filesOf(code)).toEqual(WAITING);
  });

  it("no instrumentation waits for such a module, unless a variable asks for it", () => {
    const awaited = INSTRUMENTATIONS.filter(({ modules }) => modules.some((name) => QUIET_MODULES.has(name)));
    expect(awaited.map(({ name }) => name)).toEqual(["fs"]);
  });
});

describe("the preload starts when a process", () => {
  test.each([
    ["loads a built-in module that is instrumented", 'require("node:net")'],
    ["asks for a package, installed or not", 'try { require("openai-of-nobody") } catch {}'],
    ["asks where a package is", 'try { require.resolve("openai-of-nobody") } catch {}'],
    ["reads what copies of OpenTelemetry's API share", 'globalThis[Symbol.for("opentelemetry.js.api.1")].trace'],
    ["reads what our packages share", 'globalThis[Symbol.for("svc")].reported'],
    ["reads the integrations of the AI SDK", "globalThis.AI_SDK_TELEMETRY_INTEGRATIONS.length"],
    ["writes the integrations of the AI SDK", "globalThis.AI_SDK_TELEMETRY_INTEGRATIONS = []"],
    ["makes a request", 'fetch("http://127.0.0.1:65000").catch(() => {})'],
  ])("%s", async (_, code) => {
    expect(await filesOf(code)).toEqual(expect.arrayContaining(STARTED));
  });

  test.each([
    ["a variable of OpenTelemetry", { OTEL_PROPAGATORS: "tracecontext" }],
    ["a parent in another process", { TRACEPARENT: `00-${"a".repeat(32)}-${"b".repeat(16)}-01` }],
    ["an address with a path", { SVC_BASE_URL: "http://127.0.0.1:9/svc" }],
  ])("has %s in its environment", async (_, env) => {
    expect(await filesOf("", env)).toEqual(expect.arrayContaining(["index.cjs", "starting.cjs"]));
  });
});
