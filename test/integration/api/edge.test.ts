import { EdgeVM } from "@edge-runtime/vm";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { respondWith, startRecordingService, type RecordingService } from "../../support/api-service.ts";

const built = readFileSync(createRequire(import.meta.url).resolve("@svc/core/api"), "utf8");

let service: RecordingService;

beforeAll(async () => {
  service = await startRecordingService();
});
afterAll(() => service.close());

describe("the client of the API in an edge runtime", () => {
  it("needs nothing of Node", async () => {
    service.answer = respondWith(200, { data: [] });
    const edge = new EdgeVM();
    expect(edge.evaluate("typeof Buffer + typeof process + typeof require")).toBe("undefinedundefinedundefined");
    const data = await edge.evaluate<Promise<unknown>>(`(async () => {
      const module = { exports: {} };
      (function (exports) { ${built} })(module.exports);
      const { SvcAPIClient } = module.exports;
      const api = new SvcAPIClient({ baseUrl: "${service.url}", username: "pk-ä", password: "sk-1" });
      return JSON.stringify(await api.projects.get({}, { timeoutInSeconds: 10 }));
    })()`);
    expect(data).toBe('{"data":[]}');
    const basic = Buffer.from("pk-ä:sk-1", "utf8").toString("base64");
    expect(service.requests[0]?.headers["authorization"]).toBe(`Basic ${basic}`);
  });
});
