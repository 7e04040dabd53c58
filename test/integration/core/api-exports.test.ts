import * as client from "@svc/client";
import * as core from "@svc/core";
import * as api from "@svc/core/api";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const require = createRequire(import.meta.url);

describe("The client of the API", () => {
  it.each([
    "SvcAPIClient",
    "SvcAPIError",
    "SvcAPITimeoutError",
    "SvcAPIConnectionError",
    "UnauthorizedError",
    "AccessDeniedError",
    "NotFoundError",
    "MethodNotAllowedError",
    "Error",
    "ScoreDataType",
  ])("exports the same %s as @svc/core", (name) => {
    const of = (module: object): unknown => (module as Record<string, unknown>)[name];
    expect(of(core)).toBeDefined();
    expect(of(core)).toBe(of(api));
    expect(of(client)).toBe(of(api));
    const ofCommonJs = of(require("@svc/core") as object);
    expect(ofCommonJs).toBeDefined();
    expect(ofCommonJs).toBe(of(require("@svc/core/api") as object));
  });
});

/** Values that `@svc/core` exports besides those of the API. */
const NAMES = [
  "Logger",
  "LogLevel",
  "SVC_SDK_EXPERIMENT_ENVIRONMENT",
  "SVC_SDK_NAME",
  "SVC_SDK_VERSION",
  "SVC_TRACER_NAME",
  "SVC_TRACE_ID_BAGGAGE_KEY",
  "SvcMedia",
  "SvcMediaReference",
  "SvcOtelContextKeys",
  "SvcOtelSpanAttributes",
  "base64Decode",
  "base64Encode",
  "base64ToBytes",
  "bytesToBase64",
  "configureGlobalLogger",
  "createExperimentId",
  "createExperimentItemId",
  "createLogger",
  "createStableExperimentId",
  "generateUUID",
  "getEnv",
  "getGlobalLogger",
  "getPropagatedAttributesFromContext",
  "getSvcTraceIdFromBaggage",
  "logger",
  "propagateAttributes",
  "resetGlobalLogger",
  "safeSetTimeout",
  "serializeValue",
  "setSvcTraceIdInBaggage",
  "uploadMedia",
];

describe("@svc/core", () => {
  it("exports the values of the API and these, as ES module and in CommonJS", () => {
    const expected = new Set([...Object.keys(api), ...NAMES]);
    expect(new Set(Object.keys(core))).toEqual(expected);
    expect(new Set(Object.keys(require("@svc/core") as object))).toEqual(expected);
  });

  it.each(["src/core", "src/tracing", "src/otel", "src/client", "src/browser", "src/server", "register"])(
    "has an index that lists names: %s",
    (folder) => {
      const stars = readFileSync(join(ROOT, folder, "index.ts"), "utf8").match(/^export \* from .*$/gm) ?? [];
      // The names of the API are generated.
      expect(stars.filter((star) => !/"(?:\.\/api\/index\.ts|@svc\/core\/api)"/.test(star))).toEqual([]);
    },
  );
});

/** Returns the files that a fresh process has loaded after this code, as ES modules and in CommonJS. */
async function loadedBy(code: string): Promise<string[]> {
  const script = `
    import { createRequire, registerHooks } from "node:module";
    const urls = [];
    registerHooks({ load(url, context, next) { urls.push(url); return next(url, context); } });
    const require = createRequire(import.meta.url);
    ${code}
    process.stdout.write(JSON.stringify(urls));`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], {
    cwd: ROOT,
    env: { ...process.env, SVC_PUBLIC_KEY: "pk", SVC_SECRET_KEY: "sk" },
  });
  const urls = JSON.parse(stdout) as string[];
  return urls.filter((url) => url.startsWith("file:")).map((url) => fileURLToPath(url));
}

const holdsClient = (file: string): boolean =>
  /\bclass SvcAPIClient\b|\bSvcAPIClient = class\b/.test(readFileSync(file, "utf8"));

describe("A process that records only", () => {
  it.each([
    'await import("@svc/otel");',
    'await import("@svc/tracing");',
    'await import("@svc/openai");',
    'require("@svc/otel");',
    'require("@svc/tracing");',
    'await import("@svc/register");',
    'require("@svc/register");',
  ])("%s does not load the client of the API", async (code) => {
    const files = await loadedBy(code);
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter(holdsClient)).toEqual([]);
  });

  it.each(['await import("@svc/core");', 'require("@svc/core");'])("%s loads the client of the API", async (code) => {
    expect((await loadedBy(code)).filter(holdsClient)).toHaveLength(1);
  });
});
