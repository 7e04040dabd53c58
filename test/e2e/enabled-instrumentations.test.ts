import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { PRELOAD, runApplication } from "../support/application.ts";
import type { Touched } from "../support/openai-untouched.ts";

const SUPPORT = join(import.meta.dirname, "../support");
const PROBE = ["--import", pathToFileURL(join(SUPPORT, "hooked-modules.mjs")).href];

/** Nothing is sent anywhere: no call is made. */
const CREDENTIALS = { SVC_PUBLIC_KEY: "pk", SVC_SECRET_KEY: "sk", SVC_BASE_URL: "http://127.0.0.1:9" };

const ENABLED = "OTEL_NODE_ENABLED_INSTRUMENTATIONS";
const DISABLED = "OTEL_NODE_DISABLED_INSTRUMENTATIONS";

const CASES: readonly (readonly [env: Record<string, string>, isRecorded: boolean])[] = [
  [{}, true],
  [{ [DISABLED]: "openai" }, false],
  [{ [DISABLED]: "http, openai," }, false],
  [{ [DISABLED]: "http" }, true],
  [{ [DISABLED]: "openai-agents" }, true],
  [{ [ENABLED]: "http" }, false],
  [{ [ENABLED]: "http, openai" }, true],
  [{ [ENABLED]: "openai", [DISABLED]: "openai" }, false],
];

describe.each(["main.mjs", "main.cjs"])("the lists of instrumentations, %s", (program) => {
  it.each(CASES)("%j", async (env, isRecorded) => {
    const { stdout, stderr } = await runApplication({
      app: "openai-7",
      node: ["--no-warnings", ...PRELOAD, ...PROBE],
      args: [program, join(SUPPORT, "openai-untouched.ts"), "whatIsTouched"],
      env: { ...CREDENTIALS, ...env },
    });
    const { methods, modules } = JSON.parse(stdout) as Touched;
    expect({ areMethodsTouched: methods > 0, areModulesHooked: modules > 0 }).toEqual({
      areMethodsTouched: isRecorded,
      // CommonJS modules need no replaced source.
      areModulesHooked: isRecorded && program === "main.mjs",
    });
    // The name of another package is no part of ours, and none that we know.
    const isUnknown = env[DISABLED] === "openai-agents";
    expect(stderr).toMatch(isUnknown ? /^\S+ \[Svc SDK\] WARN .*names openai-agents, which does not exist.*\n$/ : /^$/);
  });
});
