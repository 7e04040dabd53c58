// Spans of a web page, through a route of the application's server that adds the credentials.
import { build } from "esbuild";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { ROOT } from "../../support/paths.ts";
import { startChromium } from "../../support/runtimes/chromium-browser.ts";

const APPLICATION = `
  import { trace } from "@opentelemetry/api";
  import { TracerProvider } from "@opentelemetry/sdk-trace";
  import { SvcSpanProcessor } from "@svc/otel";
  import { startObservation } from "@svc/tracing";
  import { SvcClient } from "@svc/client";
  const baseUrl = location.origin + "/api/svc";
  const refusal = (make) => { try { make(); return "none"; } catch (error) { return error.message; } };
  globalThis.refusals = () => {
    const keys = { publicKey: "pk", secretKey: "sk-hidden", baseUrl };
    return [refusal(() => new SvcSpanProcessor(keys)), refusal(() => new SvcClient(keys))];
  };
  globalThis.record = (name) => {
    const processor = new SvcSpanProcessor({ publicKey: "pk", baseUrl });
    trace.setGlobalTracerProvider(new TracerProvider({ spanProcessors: [processor] }));
    startObservation(name).end();
  };
`;

let browser: Browser;
let server: Server;
let address: string;
let page: Page;
/** Takes the next request to the route. */
let arrived: PromiseWithResolvers<{ url: string; headers: IncomingHttpHeaders; body: Buffer }>;

beforeAll(async () => {
  const { outputFiles } = await build({
    stdin: { contents: APPLICATION, resolveDir: ROOT },
    bundle: true,
    platform: "browser",
    format: "iife",
    write: false,
  });
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { url = "", headers } = request;
      if (url.startsWith("/api/svc/")) arrived.resolve({ url, headers, body: Buffer.concat(chunks) });
      response.setHeader("content-type", url === "/page" ? "text/html" : "text/javascript");
      response.end(
        url === "/page" ? `<script src="/page.js"></script>` : url === "/page.js" ? outputFiles[0]!.text : "",
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  browser = await startChromium();
});
afterAll(async () => {
  await browser?.close();
  server?.close();
});
beforeEach(async () => {
  arrived = Promise.withResolvers();
  page = await (await browser.newContext()).newPage();
  await page.goto(`${address}/page`);
});

it("a page that is left delivers what it recorded, without credentials", async () => {
  await page.evaluate(`record("left")`);
  await page.goto("about:blank");
  const { url, headers, body } = await arrived.promise;
  expect(url).toBe("/api/svc/api/public/otel/v1/traces");
  expect(headers).toMatchObject({ "content-type": "application/json", "x-svc-public-key": "pk" });
  expect(headers["authorization"]).toBeUndefined();
  expect(headers["content-encoding"]).toBeUndefined();
  expect(body.includes("left")).toBe(true);
});

it("a secret key is refused, and not shown", async () => {
  for (const message of await page.evaluate<string[]>("refusals()")) {
    expect(message).toContain("has a secret key in a web page");
    expect(message).toContain("docs/edge-and-browsers.md");
    expect(message).not.toContain("sk-hidden");
  }
});
