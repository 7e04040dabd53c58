import { EdgeVM } from "@edge-runtime/vm";
import { SvcBrowserClient, SvcBrowserError, SvcScoreDataType } from "@svc/browser";
import { LOCAL_KEYS } from "@svc/core/internal";
import { ScoreDataType } from "@svc/core/api";
import { transformSync } from "esbuild";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startGateway, type Gateway, type Passed } from "../../support/http/gateway.ts";
import { startLocalService, type LocalService } from "../../support/server/local-service.ts";

const DIST = join(import.meta.dirname, "../../../src/browser/dist");
const require = createRequire(import.meta.url);

let service: LocalService;
let gateway: Gateway;

beforeAll(async () => {
  service = await startLocalService();
});
afterAll(() => service.stop());
beforeEach(async () => {
  gateway = await startGateway(service.url);
});
afterEach(() => gateway.close());

const SCORE = { traceId: "t1", name: "n", value: 1 } as const;

const options = () => ({ publicKey: LOCAL_KEYS.publicKey, baseUrl: gateway.url });
const refusal = (call: Promise<unknown>): Promise<SvcBrowserError> =>
  call.then(
    () => expect.fail("The score was accepted."),
    (error: unknown) => error as SvcBrowserError,
  );

describe("The same package", () => {
  it.each(["import", "require"])("sends scores from Node, loaded by %s", async (form) => {
    const { SvcBrowserClient: Client } =
      form === "import"
        ? { SvcBrowserClient }
        : (require("@svc/browser") as { SvcBrowserClient: typeof SvcBrowserClient });
    await expect(new Client(options()).score({ ...SCORE, id: form, value: 0.5 })).resolves.toEqual({ id: form });
    expect(await service.scores({ id: form })).toMatchObject([{ name: "n", value: 0.5, dataType: "NUMERIC" }]);
  });

  it("sends scores from an edge runtime", async () => {
    const vm = new EdgeVM();
    vm.evaluate(readFileSync(join(DIST, "svc-browser.js"), "utf8"));
    const call = `new svc.SvcBrowserClient(${JSON.stringify(options())}).score({ id: "edge", traceId: "t1", name: "n", value: "ok" })`;
    expect(await vm.evaluate<Promise<{ id: string }>>(call)).toMatchObject({ id: "edge" });
    expect(await service.scores({ id: "edge" })).toMatchObject([{ value: "ok", dataType: "CATEGORICAL" }]);
  });

  it("keeps the type of a boolean score", async () => {
    const boolean = { ...SCORE, id: "boolean", dataType: SvcScoreDataType.Boolean };
    await new SvcBrowserClient(options()).score(boolean);
    expect(await service.scores({ id: "boolean" })).toMatchObject([{ value: true, dataType: "BOOLEAN" }]);
  });

  it("names the kinds of score as @svc/core does", () => {
    expect(SvcScoreDataType).toEqual(ScoreDataType);
  });

  it("has no dependencies", () => {
    const { dependencies } = JSON.parse(readFileSync(join(DIST, "../package.json"), "utf8")) as Record<string, unknown>;
    expect(dependencies).toBeUndefined();
    for (const file of ["index.mjs", "index.cjs", "svc-browser.js"]) {
      expect(readFileSync(join(DIST, file), "utf8")).not.toMatch(/\bimport\b\s*[\w{*("']|\brequire\(|node:/);
    }
  });

  it.each(["index.mjs", "svc-browser.js"])("has less than 2 kB in %s, minified and compressed", (file) => {
    const { code } = transformSync(readFileSync(join(DIST, file), "utf8"), { minify: true });
    expect(gzipSync(code, { level: 9 }).length).toBeLessThan(2_000);
  });

  it("disappears from a bundle that uses only its types and table", async () => {
    const { build } = await import("esbuild");
    const { outputFiles } = await build({
      stdin: {
        contents: `import { SvcScoreDataType } from "./index.mjs"; console.log(SvcScoreDataType.Text)`,
        resolveDir: DIST,
      },
      bundle: true,
      minify: true,
      write: false,
      format: "esm",
    });
    expect(outputFiles[0]!.text).not.toContain("authorization");
    expect(outputFiles[0]!.contents.length).toBeLessThan(300);
  });
});

describe("The request", () => {
  it("has only the public key, and the headers of the SDK", async () => {
    await new SvcBrowserClient(options()).score(SCORE);
    const [{ headers, path }] = (await gateway.posts(1)) as [Passed];
    expect(path).toBe("/api/public/scores");
    expect(headers).toMatchObject({
      authorization: `Bearer ${LOCAL_KEYS.publicKey}`,
      "content-type": "application/json",
      "x-svc-public-key": LOCAL_KEYS.publicKey,
      "x-svc-sdk-name": "javascript",
      "x-svc-sdk-version": "6.0.0",
      "x-svc-sdk-integration": "browser",
    });
  });

  it.each([
    "authorization",
    "Authorization",
    "CONTENT-TYPE",
    "X-Svc-Public-Key",
    "x-svc-sdk-name",
    "X-SVC-SDK-VERSION",
    "x-Svc-Sdk-Integration",
  ])("keeps its own value of the header %s", async (name) => {
    const additionalHeaders = { [name]: "mine", "x-tenant": "t1" };
    await new SvcBrowserClient({ ...options(), additionalHeaders }).score(SCORE);
    const [{ headers }] = (await gateway.posts(1)) as [Passed];
    expect(headers["x-tenant"]).toBe("t1");
    expect(Object.values(headers).filter((value) => value?.includes("mine"))).toEqual([]);
  });

  it("has the same path for a base URL with and without a trailing slash", async () => {
    await new SvcBrowserClient({ ...options(), baseUrl: `${gateway.url}//` }).score(SCORE);
    expect((await gateway.posts(1))[0]!.path).toBe("/api/public/scores");
  });

  it("keeps an empty id, and creates a missing one", async () => {
    const sent: Array<{ id: string }> = [];
    const fetch = (_url: unknown, init?: RequestInit): Promise<Response> => {
      const body = JSON.parse(init?.body as string) as { id: string };
      sent.push(body);
      return Promise.resolve(Response.json({ id: body.id }));
    };
    const client = new SvcBrowserClient({ ...options(), fetch });
    expect(await client.score({ ...SCORE, id: "" })).toEqual({ id: "" });
    const { id } = await client.score(SCORE);
    expect(sent.map((body) => body.id)).toEqual(["", id]);
    expect(id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it("uses keepalive up to the browser's limit", async () => {
    const kept: Array<boolean | undefined> = [];
    let answer = (): void => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const fetch = async (_url: unknown, init?: RequestInit): Promise<Response> => {
      kept.push(init?.keepalive);
      await answered;
      return Response.json({ id: "1" });
    };
    const client = new SvcBrowserClient({ ...options(), fetch });
    const large = { name: "n", value: 1, comment: "x".repeat(12_000) };
    const calls = [client.score(large), client.score(large), client.score(SCORE)];
    answer();
    await Promise.all(calls);
    await client.score(large);
    expect(kept).toEqual([true, false, true, true]);
  });

  it("calls a given fetch without changes", async () => {
    const called = { with: "not called" as unknown };
    function fetch(this: unknown): Promise<Response> {
      Reflect.set(called, "with", this);
      return Promise.resolve(Response.json({ id: "1" }));
    }
    await new SvcBrowserClient({ ...options(), fetch }).score(SCORE);
    expect(called).toEqual({ with: undefined });
  });
});

describe("Bad input", () => {
  it("throws an error about a missing public key", () => {
    expect(() => new SvcBrowserClient({ publicKey: "" })).toThrow(/needs the project's publicKey/);
  });

  it.each<[what: string, score: unknown, message: RegExp]>([
    ["an empty name", { name: "", value: 1 }, /needs a name/],
    ["no name", { value: 1 }, /needs a name/],
    ["NaN", { name: "n", value: Number.NaN }, /"n" needs a text or a finite number/],
    ["Infinity", { name: "n", value: Infinity }, /"n" needs a text or a finite number/],
    ["a boolean", { name: "n", value: true }, /"n" needs a text or a finite number/],
    ["no value", { name: "n" }, /"n" needs a text or a finite number/],
    ["a cyclic value", { name: "n", value: 1, metadata: cyclic() }, /"n" cannot be written as JSON/],
    ["a bigint", { name: "n", value: 1, metadata: { id: 1n } }, /"n" cannot be written as JSON/],
  ])("throws an error about %s", async (_what, score, message) => {
    const error = await refusal(new SvcBrowserClient(options()).score(score as never));
    expect(error).toBeInstanceOf(SvcBrowserError);
    expect(error.message).toMatch(message);
    expect(error.status).toBeUndefined();
    expect(gateway.passed).toEqual([]);
  });

  it("lacks the removed error fields", async () => {
    const error = await refusal(new SvcBrowserClient({ ...options(), publicKey: "pk-svc-unknown" }).score(SCORE));
    expect(error.status).toBe(401);
    expect("errors" in error).toBe(false);
  });
});

function cyclic(): object {
  const value: Record<string, unknown> = {};
  value["self"] = value;
  return value;
}
