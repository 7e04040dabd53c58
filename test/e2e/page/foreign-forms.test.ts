// The browser keeps the key pair that a person gave to open the page, and adds it to what a form of any other page sends to the service.
import { basicAuthorization } from "@svc/core/internal";
import { type RunningServer, startServer } from "@svc/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type HttpServer, startHttpServer } from "../../support/http/http-server.ts";
import { pageVisits } from "../../support/page/page-visits.ts";

const KEYS = { publicKey: "pk-svc-of-this-test", secretKey: "sk-svc-of-this-test-0123456789" };

const open = pageVisits();
let server: RunningServer;
let other: HttpServer;

beforeAll(async () => {
  server = await startServer({ port: 0, memory: true, keys: KEYS });
  other = await startHttpServer((_request, response) => {
    response.setHeader("content-type", "text/html").end(
      `<main><form method=post enctype="text/plain" action="${server.url}/api/public/v2/datasets">
        <input name='{"name":"foreign","description":"' value='"}'><button>Send</button></form></main>`,
    );
  });
});
afterAll(async () => {
  await Promise.all([server.close(), other.close()]);
});

test("a form of another page changes nothing, although the browser adds the key pair", async () => {
  const elsewhere = other.url.replace("127.0.0.1", "localhost");
  const { page } = await open(elsewhere);
  await page.goto(server.url.replace("://", `://${KEYS.publicKey}:${KEYS.secretKey}@`));
  await page.goto(elsewhere);
  const answered = page.waitForResponse((response) => response.url().startsWith(server.url));
  await page.getByRole("button").click();
  const response = await answered;
  expect(await response.request().allHeaders()).toMatchObject({
    authorization: basicAuthorization(KEYS.publicKey, KEYS.secretKey),
  });
  expect(response.status()).toBe(403);
  const datasets = await fetch(`${server.url}/api/public/v2/datasets`, {
    headers: { authorization: basicAuthorization(KEYS.publicKey, KEYS.secretKey) },
  });
  expect(await datasets.json()).toMatchObject({ data: [] });
});
