import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { PRELOAD, runApplication } from "../support/application/run-application.ts";

const COUNTER = join(import.meta.dirname, "patch-count-child.ts");

/** Credentials with an address at which nothing listens; no call is made. */
const CREDENTIALS = { SVC_PUBLIC_KEY: "pk", SVC_SECRET_KEY: "sk", SVC_BASE_URL: "http://127.0.0.1:9" };

const ENABLED = "OTEL_NODE_ENABLED_INSTRUMENTATIONS";
const DISABLED = "OTEL_NODE_DISABLED_INSTRUMENTATIONS";

const CASES: readonly (readonly [env: Record<string, string>, isRecorded: boolean])[] = [
  [{}, true],
  [{ [DISABLED]: "openai" }, false],
  [{ [DISABLED]: "http, openai," }, false],
  [{ [DISABLED]: "http" }, true],
  [{ [ENABLED]: "http" }, false],
  [{ [ENABLED]: "http, openai" }, true],
  [{ [ENABLED]: "openai", [DISABLED]: "openai" }, false],
];

describe.each(["main.mjs", "main.cjs"])("lists of enabled and disabled instrumentations, %s", (program) => {
  it.each(CASES)("%j: patches the methods of openai: %s", async (env, isRecorded) => {
    const { stdout, stderr } = await runApplication({
      app: "openai-7",
      node: ["--no-warnings", ...PRELOAD],
      args: [program, COUNTER, "countTouchedMethods"],
      env: { ...CREDENTIALS, ...env },
    });
    expect(stderr).toBe("");
    expect(Number(stdout) > 0).toBe(isRecorded);
  });
});
