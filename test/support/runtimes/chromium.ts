import { startChromium } from "./chromium-browser.ts";
import { startWebSite } from "./web-site.ts";
import type { Runtime } from "./runtime.ts";

/** A web page in Chromium. */
export const chromium: Runtime = {
  name: "chromium",
  target: {
    conditions: ["browser"],
    external: [],
    format: "module",
    findsPackages: false,
    substitutes: ["http-server", "context-manager", "keys"],
  },
  async start(code, hostUrl, failed) {
    const site = await startWebSite({
      "/tests.mjs": code,
      "/tests.html": `<script type="module">import { run } from "/tests.mjs"; await run(${JSON.stringify(hostUrl)});</script>`,
    });
    const browser = await startChromium();
    const page = await browser.newPage();
    page.on("pageerror", failed);
    await page.goto(`${site.url}/tests.html`);
    return async () => {
      await browser.close();
      await site.close();
    };
  },
};
