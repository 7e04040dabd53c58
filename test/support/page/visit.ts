import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { AxeResults } from "axe-core";
import type { Browser, BrowserContextOptions, Page } from "playwright-core";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Rules that a view has to meet: WCAG 2.2, levels A and AA, and good practice. */
const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

/** View of the page in a browser of its own. */
export interface Visit {
  readonly page: Page;
  /** Problems that the browser reported: errors of scripts, refusals by the policy, failed requests. */
  readonly problems: readonly string[];
  readonly requests: readonly string[];
  /** Returns what axe finds wrong, as text. */
  axeFindings(): Promise<string[]>;
  close(): Promise<void>;
}

/** Opens an address in a new context of the browser, and waits until the view has read its data. */
export async function visit(browser: Browser, url: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const problems: string[] = [];
  const requests: string[] = [];
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") problems.push(message.text());
  });
  page.on("pageerror", (error) => problems.push(error.message));
  page.on("dialog", (dialog) => {
    problems.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("request", (request) => requests.push(request.url()));
  await page.goto(url);
  await settled(page);
  return {
    page,
    problems,
    requests,
    async axeFindings() {
      // Evaluated by the debugger, which the policy of the page does not bind.
      await page.evaluate(AXE);
      const results = await page.evaluate(
        async (tags) =>
          (globalThis as unknown as { axe: { run(options: object): Promise<AxeResults> } }).axe.run({
            runOnly: { type: "tag", values: tags },
            // What passes is named once for each rule, and not for each element: on a long list that takes a third of the time.
            resultTypes: ["violations"],
          }),
        TAGS,
      );
      return results.violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
    },
    close: () => context.close(),
  };
}

/** Waits until the view has read its data. */
export async function settled(page: Page): Promise<void> {
  await page.locator("main").waitFor();
  await page.locator("[aria-busy=true]").first().waitFor({ state: "detached" });
}
