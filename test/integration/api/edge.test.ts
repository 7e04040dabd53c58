import { EdgeVM } from "@edge-runtime/vm";
import { build } from "esbuild";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { respondWith, startRecordingService, type RecordingService } from "../../support/http/recording-service.ts";

let service: RecordingService;

beforeAll(async () => {
  service = await startRecordingService();
});
afterAll(() => service.close());

/** Bundles the client as platforms do for their edge runtimes: its ES module, for a runtime other than Node. */
async function bundle(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: ["@svc/core/api"],
    bundle: true,
    write: false,
    format: "iife",
    globalName: "core",
    platform: "browser",
    // Only Node gives a file's address; code that runs in an edge runtime does not read it.
    logOverride: { "empty-import-meta": "silent" },
  });
  return outputFiles[0]!.text;
}

describe("the client of the API in an edge runtime", () => {
  it("uses no Node.js API", async () => {
    service.answer = respondWith(200, { data: [] });
    const edge = new EdgeVM();
    expect(edge.evaluate("typeof Buffer + typeof process + typeof require")).toBe("undefinedundefinedundefined");
    const data = await edge.evaluate<Promise<unknown>>(`(async () => {
      ${await bundle()}
      const api = new core.SvcAPIClient({ baseUrl: "${service.url}", username: "pk-ä", password: "sk-1" });
      return JSON.stringify(await api.projects.get({}, { timeoutInSeconds: 10 }));
    })()`);
    expect(data).toBe('{"data":[]}');
    const basic = Buffer.from("pk-ä:sk-1", "utf8").toString("base64");
    expect(service.requests[0]?.headers["authorization"]).toBe(`Basic ${basic}`);
  });
});
