import type { SvcBrowserClientOptions, SvcBrowserScoreBody, SvcBrowserScoreResult } from "@svc/browser";
import { LOCAL_KEYS, basicAuthorization } from "@svc/core/internal";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startChromium } from "../../support/runtimes/chromium-browser.ts";
import { freePort } from "../../support/http/free-port.ts";
import { startGateway, type Gateway } from "../../support/http/gateway.ts";
import { startLocalService, type LocalService } from "../../support/server/local-service.ts";
import { startWebSite, type WebSite } from "../../support/runtimes/web-site.ts";

const DIST = join(import.meta.dirname, "../../../src/browser/dist");
const APP = join(import.meta.dirname, "../../apps/web-page");
const SCRIPT = readFileSync(join(DIST, "svc-browser.js"), "utf8");
const INTEGRITY = (JSON.parse(readFileSync(join(DIST, "integrity.json"), "utf8")) as Record<string, string>)[
  "svc-browser.js"
]!;

/** Refusal of a score, as a page sees it. */
interface Refusal {
  name: string;
  message: string;
  status?: number;
  response?: unknown;
}

const read = (name: string): string => readFileSync(join(APP, name), "utf8");

const SITE = {
  "/svc.mjs": readFileSync(join(DIST, "index.mjs"), "utf8"),
  "/svc.js": SCRIPT,
  "/changed.js": `${SCRIPT};`,
  "/page.js": read("page.js"),
  "/worker.mjs": read("worker.mjs"),
  "/module.html": `<script src="/page.js"></script><script type="module">import * as svc from "/svc.mjs"; globalThis.svc = svc;</script>`,
  "/script.html": `<script src="/page.js"></script><script src="/svc.js" integrity="${INTEGRITY}" crossorigin="anonymous"></script>`,
  "/changed.html": `<script src="/changed.js" integrity="${INTEGRITY}" crossorigin="anonymous"></script>`,
};

let browser: Browser;
let service: LocalService;
let site: WebSite;
let gateway: Gateway;
let page: Page;

beforeAll(async () => {
  [browser, service, site] = await Promise.all([startChromium(), startLocalService(), startWebSite(SITE)]);
});
afterAll(async () => {
  await Promise.all([browser.close(), service.stop(), site.close()]);
});
beforeEach(async () => {
  gateway = await startGateway(service.url);
  // `browser.newPage()` does not work here: its close ends the whole profile and its pending requests.
  page = await (await browser.newContext()).newPage();
});
afterEach(async () => {
  await page.context().close();
  await gateway.close();
});

const options = (more: Partial<SvcBrowserClientOptions> = {}): SvcBrowserClientOptions => ({
  publicKey: LOCAL_KEYS.publicKey,
  baseUrl: gateway.url,
  ...more,
});

/** Opens the page and waits until the package has loaded. */
async function open(path: string): Promise<void> {
  await page.goto(site.url + path);
  await page.waitForFunction("globalThis.svc !== undefined");
}

function call<T>(name: string, ...args: unknown[]): Promise<T> {
  return page.evaluate(`${name}(...${JSON.stringify(args)})`);
}

/** Sends a score from the page; resolves with the result that the page's code saw. */
function scoreFromPage(
  score: SvcBrowserScoreBody,
  more?: Partial<SvcBrowserClientOptions>,
): Promise<SvcBrowserScoreResult | Refusal> {
  return call("send", options(more), score);
}

describe.each(["/module.html", "/script.html"])("A page of another origin, %s", (path) => {
  beforeEach(() => open(path));

  it("sends a score that the service keeps", async () => {
    const traceId = crypto.randomUUID().replaceAll("-", "");
    const score = { name: "thumbs", value: 1, dataType: "BOOLEAN", traceId, comment: "Läuft 🚀" } as const;
    const { id } = (await scoreFromPage(score, { environment: "web" })) as SvcBrowserScoreResult;
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
    const stored = await service.scores({ traceId, fields: "core,details,subject" });
    expect(stored).toMatchObject([
      {
        id,
        name: "thumbs",
        value: true,
        dataType: "BOOLEAN",
        comment: "Läuft 🚀",
        environment: "web",
        subject: { kind: "trace", id: traceId },
      },
    ]);
  });

  it("gets an error that names the wrong key", async () => {
    const refusal = await scoreFromPage({ name: "thumbs", value: 1, traceId: "t1" }, { publicKey: "pk-svc-unknown" });
    expect(refusal).toMatchObject({
      name: "SvcBrowserError",
      status: 401,
      response: { message: expect.stringContaining("Invalid public key") as string },
    });
    expect((refusal as Refusal).message).toContain("Invalid public key");
  });

  it("gets an error that names what the service rejects", async () => {
    const refusal = (await scoreFromPage({
      name: "thumbs",
      value: "good",
      dataType: "NUMERIC",
      traceId: "t",
    })) as Refusal;
    expect(refusal).toMatchObject({
      name: "SvcBrowserError",
      status: 400,
      response: { message: expect.any(String) as string },
    });
  });

  it("gets an error that says that the service is unreachable", async () => {
    const refusal = await scoreFromPage(
      { name: "thumbs", value: 1, traceId: "t1" },
      { baseUrl: `http://127.0.0.1:${await freePort()}` },
    );
    expect(refusal).toEqual({
      name: "SvcBrowserError",
      message: expect.stringContaining("cannot be reached") as string,
    });
  });

  it("gets the error page of a proxy unchanged", async () => {
    gateway.failWith(502, "<html><body>Bad gateway</body></html>");
    const refusal = await scoreFromPage({ name: "thumbs", value: 1, traceId: "t1" });
    expect(refusal).toMatchObject({
      name: "SvcBrowserError",
      status: 502,
      response: "<html><body>Bad gateway</body></html>",
    });
  });

  it("rejects an HTML page with status 200", async () => {
    gateway.failWith(200, "<html>Please log in</html>");
    const refusal = await scoreFromPage({ name: "thumbs", value: 1, traceId: "t1" });
    expect(refusal).toMatchObject({ name: "SvcBrowserError", status: 200, response: "<html>Please log in</html>" });
  });
});

describe("A page that is closed or left", () => {
  /** Sends a score on `pagehide`. */
  async function scoreOnPageHide(name: string): Promise<void> {
    await open("/module.html");
    await call("sendOnPageHide", options(), { name, value: "bye", traceId: "leaving" });
  }

  it("sends a score on pagehide when another page opens", async () => {
    await scoreOnPageHide("navigated");
    await page.goto(`${site.url}/elsewhere.html`);
    const [post] = await gateway.posts(1);
    expect([post!.status, JSON.parse(post!.body)]).toMatchObject([200, { name: "navigated", value: "bye" }]);
    expect(await service.scores({ name: "navigated" })).toHaveLength(1);
  });

  it("sends a score on pagehide when its tab closes", async () => {
    await scoreOnPageHide("closed");
    await page.close({ runBeforeUnload: true });
    const [post] = await gateway.posts(1);
    expect([post!.status, JSON.parse(post!.body)]).toMatchObject([200, { name: "closed" }]);
  });
});

describe("An offline browser", () => {
  beforeEach(() => open("/module.html"));

  it("fails at once by default", async () => {
    await page.context().setOffline(true);
    expect(await scoreFromPage({ name: "thumbs", value: 1, traceId: "t1" })).toMatchObject({ name: "SvcBrowserError" });
    expect(gateway.passed.filter(({ method }) => method === "POST")).toEqual([]);
  });

  it("waits on request until it is online, and keeps the score's own time", async () => {
    await page.context().setOffline(true);
    const result = scoreFromPage({ name: "late", value: 1, id: "late-1", traceId: "t1" }, { retryWhenOnline: true });
    const offline = await call<string>("new Date().toISOString");
    await page.context().setOffline(false);
    expect(await result).toEqual({ id: "late-1" });
    const [post] = await gateway.posts(1);
    expect((JSON.parse(post!.body) as { timestamp: string }).timestamp <= offline).toBe(true);
  });
});

it("A page of another port reads, changes and times nothing of the service with what everyone knows", async () => {
  await page.goto(site.url + "/module.html");
  const authorization = basicAuthorization(LOCAL_KEYS.publicKey, LOCAL_KEYS.secretKey);
  const ask = async (path: string, init: RequestInit): Promise<number | string> => {
    const asking = `fetch(${JSON.stringify(service.url + path)}, ${JSON.stringify(init)})`;
    return page.evaluate(`${asking}.then(({ status }) => status, ({ name }) => name)`);
  };
  const pageApi = "/project/svc-local/api/public/v2/observations";
  expect([
    await ask("/api/public/projects", { headers: { authorization } }),
    await ask("/api/public/traces", { method: "DELETE", headers: { authorization } }),
    await ask(pageApi, {}),
    // As a picture or a script asks: an answer that may be looked at as such would have the status 0.
    await ask(pageApi, { mode: "no-cors" }),
    await ask("/api/public/health", { mode: "no-cors" }),
  ]).toEqual([403, 403, "TypeError", "TypeError", "TypeError"]);
});

it("A page with the integrity hash refuses a changed script", async () => {
  const said: string[] = [];
  page.on("console", (message) => said.push(message.text()));
  await page.goto(`${site.url}/changed.html`);
  expect(await page.evaluate("typeof svc")).toBe("undefined");
  expect(said.join("\n")).toContain("integrity");
});

it("A Web Worker sends scores with the same module", async () => {
  await open("/module.html");
  expect(
    await call("sendFromWorker", options(), { name: "from-worker", value: 1, id: "worker-1", traceId: "t1" }),
  ).toEqual({
    id: "worker-1",
  });
});
