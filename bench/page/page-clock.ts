import type { Browser, Page } from "playwright-core";
import { settled } from "../../test/support/page/visit.ts";

/** Page that notes when its first row appeared. */
export interface TimedPage {
  readonly page: Page;
  close(): Promise<void>;
}

export interface LoadFigures {
  /** Bytes over the network without answers of the API. */
  readonly bytes: number;
  readonly requests: number;
  /** Milliseconds since the navigation began. */
  readonly firstPaint: number;
  readonly firstRow: number;
  /** Sum of the layout shifts. */
  readonly shift: number;
}

/** Notes the first row, in the frame that shows it, and the shifts of the layout. */
const NOTES = `
  (() => {
    const look = () => {
      if (document.querySelector("[role=row][data-index], [role=treeitem]")) globalThis.firstRowAt = performance.now();
      else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
    globalThis.layoutShift = 0;
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) globalThis.layoutShift += value;
    }).observe({ type: "layout-shift", buffered: true });
  })();
`;

/** Opens an address in a new profile, without anything cached, and waits for its first row. */
export async function openTimed(browser: Browser, url: string): Promise<TimedPage> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(NOTES);
  await page.goto(url);
  await firstRow(page);
  return { page, close: () => context.close() };
}

/** Waits for the first row of a list or a tree. */
export async function firstRow(page: Page): Promise<void> {
  await page.locator("[role=row][data-index], [role=treeitem]").first().waitFor({ timeout: 120_000 });
}

/** Returns the figures of the load, once everything that was under way has arrived. */
export async function loadFigures({ page }: TimedPage): Promise<LoadFigures> {
  await settled(page);
  const [notes, entries] = await Promise.all([
    page.evaluate<{ firstRow: number; shift: number }>("({ firstRow: firstRowAt, shift: layoutShift })"),
    page.evaluate(() => performance.getEntries().map((entry) => entry.toJSON() as Record<string, unknown>)),
  ]);
  const files = entries.filter(
    ({ entryType, name }) =>
      entryType === "navigation" || (entryType === "resource" && !String(name).includes("/api/")),
  );
  return {
    ...notes,
    bytes: files.reduce((sum, { encodedBodySize }) => sum + Number(encodedBodySize), 0),
    requests: files.length,
    firstPaint: Number(entries.find(({ name }) => name === "first-contentful-paint")?.["startTime"]),
  };
}

/** Returns the milliseconds that an action takes until a condition holds in the page. */
export async function timed(action: () => Promise<unknown>, until: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await action();
  await until();
  return performance.now() - started;
}

/** Returns the milliseconds between the frames while an action runs. */
export async function framesDuring(page: Page, action: () => Promise<unknown>): Promise<readonly number[]> {
  await page.evaluate(`
    globalThis.frames_ = [];
    globalThis.isMeasuring_ = true;
    (function next(before) {
      requestAnimationFrame((now) => {
        if (before !== undefined) globalThis.frames_.push(now - before);
        if (globalThis.isMeasuring_) next(now);
      });
    })();
  `);
  await action();
  return page.evaluate<number[]>("globalThis.isMeasuring_ = false; globalThis.frames_");
}

/** Returns the milliseconds that the main thread of the page worked during an action. */
export async function workDuring(page: Page, action: () => Promise<unknown>): Promise<number> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const worked = async (): Promise<number> => {
    const { metrics } = await session.send("Performance.getMetrics");
    return 1_000 * (metrics.find(({ name }) => name === "TaskDuration")?.value ?? 0);
  };
  const before = await worked();
  await action();
  const after = await worked();
  await session.detach();
  return after - before;
}
