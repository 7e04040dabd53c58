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
  ])("exports %s from @svc/core, the same one as everywhere", (name) => {
    const of = (module: object): unknown => (module as Record<string, unknown>)[name];
    expect(of(core)).toBeDefined();
    expect(of(core)).toBe(of(api));
    expect(of(client)).toBe(of(api));
    const ofCommonJs = of(require("@svc/core") as object);
    expect(ofCommonJs).toBeDefined();
    expect(ofCommonJs).toBe(of(require("@svc/core/api") as object));
  });

  it("hides nothing that the base exports", async () => {
    const base = (await import("@svc/core/base")) as object;
    expect(Object.keys(core)).toEqual(expect.arrayContaining(Object.keys(base)));
    expect(Object.keys(core).toSorted()).toEqual(Object.keys(require("@svc/core") as object).toSorted());
  });
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

describe("A process that only records", () => {
  it.each([
    'await import("@svc/otel");',
    'await import("@svc/tracing");',
    'await import("@svc/openai");',
    'require("@svc/otel");',
    'require("@svc/tracing");',
    'await import("@svc/register");',
    'require("@svc/register");',
  ])("%s loads no client of the API", async (code) => {
    const files = await loadedBy(code);
    expect(files.length).toBeGreaterThan(0);
    expect(files.filter(holdsClient)).toEqual([]);
  });

  it.each(['await import("@svc/core");', 'require("@svc/core");'])("%s does load it", async (code) => {
    expect((await loadedBy(code)).filter(holdsClient)).toHaveLength(1);
  });
});
