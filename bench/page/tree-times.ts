import type { Page } from "playwright-core";
import { settled } from "../../test/support/page/visit.ts";
import { median } from "../statistics.ts";
import { type Cell, figure, formatNumber, type Table } from "../table.ts";
import type { MeasuredPage } from "./measured-page.ts";
import { openTimed, workDuring } from "./page-clock.ts";
import { LONG_TRACE_ID } from "./page-store.ts";

/** Time in which a screen of 60 Hz shows one frame, in milliseconds. */
const FRAME = 16;

const KEYS = ["ArrowDown", "PageDown", "End", "ArrowUp"];

/** Measures what the main thread of the page works for each key in the tree of a long trace. */
export async function measureTree({ browser, list, effort }: MeasuredPage): Promise<Table> {
  const opened = await openTimed(browser, `${list}/${LONG_TRACE_ID}`);
  const { page } = opened;
  await settled(page);
  await page.getByRole("tree").focus();
  const rows: Cell[][] = [];
  for (const key of KEYS) {
    const alone = await handled(page, key, effort.keys);
    const worked = await workDuring(page, async () => {
      for (let turn = 0; turn < effort.keys; turn += 1) await page.keyboard.press(key);
    });
    rows.push([
      key,
      figure(median(alone), 2),
      figure(alone.toSorted((one, other) => other - one)[Math.floor(alone.length / 20)]!, 2),
      figure(alone.filter((ms) => ms > FRAME).length, 0),
      figure(worked / effort.keys, 2),
    ]);
  }
  await opened.close();
  return {
    title: `Keys in the tree of a trace of ${formatNumber(effort.longTrace, 0)} observations`,
    head: ["key", "median ms", "p95 ms", `over ${FRAME} ms`, "all work, ms per key"],
    rows,
    notes: [
      `${formatNumber(effort.keys, 0)} keys each. The first three figures are of the handler, the rendering and the layout of one key. The last one is all`,
      "that the main thread did during as many keys of a real keyboard: painting, and reading the chosen observation too.",
    ],
  };
}

/** Returns the milliseconds from each key until its rows have a layout. */
async function handled(page: Page, key: string, keys: number): Promise<number[]> {
  return page.evaluate<number[]>(`(async () => {
    const tree = document.querySelector("[role=tree]");
    const times = [];
    for (let turn = 0; turn < ${keys}; turn += 1) {
      await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
      const started = performance.now();
      tree.dispatchEvent(new KeyboardEvent("keydown", { key: ${JSON.stringify(key)}, bubbles: true, cancelable: true }));
      await Promise.resolve();
      tree.getBoundingClientRect();
      times.push(performance.now() - started);
    }
    return times;
  })()`);
}
