import type { Page } from "playwright-core";
import { settled } from "../../test/support/page/visit.ts";
import { median } from "../statistics.ts";
import { type Cell, figure, formatNumber, type Table } from "../table.ts";
import type { MeasuredPage } from "./measured-page.ts";
import { firstRow, framesDuring, openTimed, timed } from "./page-clock.ts";
import { RARE_NAME, RARE_WORD } from "./page-store.ts";

/** Pixels of one turn of the wheel. */
const TURN = 400;

/** Frame that somebody sees as a halt, in milliseconds. */
const LONG_FRAME = 50;

type Step = readonly [name: string, act: (page: Page) => Promise<unknown>, until: (page: Page) => Promise<unknown>];

const filter = async (page: Page, text: string): Promise<void> => {
  await page.getByRole("combobox", { name: "Filter" }).fill(text);
  await page.keyboard.press("Enter");
};

const shown = async (page: Page): Promise<void> => {
  await settled(page);
  await firstRow(page);
};

/** Changes of the list, each on a page of its own. */
const STEPS: readonly Step[] = [
  ["filter by a name that 1 in 1,000 has", (page) => filter(page, `name = "${RARE_NAME}"`), shown],
  ["filter by failed observations", (page) => filter(page, "level = ERROR"), shown],
  [
    "search for a word that 1 in 2,000 has",
    async (page) => {
      await page.getByLabel("Search input and output").fill(RARE_WORD);
      await page.keyboard.press("Enter");
    },
    shown,
  ],
  ["order by latency", (page) => page.getByRole("button", { name: "Latency" }).click(), shown],
  [
    "known values of a column, from the key press",
    (page) => page.getByRole("combobox", { name: "Filter" }).fill("providedModelName = "),
    (page) => page.getByRole("option", { name: "gpt-5-mini" }).waitFor(),
  ],
];

/** Measures the list: scrolling, and what follows a change of filter, search or order. */
export async function measureList({ browser, list, effort }: MeasuredPage): Promise<Table> {
  const rows: Cell[][] = [];
  const charts = await openTimed(browser, `${list}?charts=on`);
  const drawn = await timed(
    async () => undefined,
    () =>
      charts.page
        .getByRole("region", { name: "Charts" })
        .getByText(/^[1-9]/)
        .first()
        .waitFor(),
  );
  rows.push(["charts, after the first row", figure(drawn, 0)]);
  await charts.close();

  const scrolled = await openTimed(browser, `${list}?charts=off`);
  await shown(scrolled.page);
  await scrolled.page.mouse.move(700, 500);
  const frames = await framesDuring(scrolled.page, async () => {
    for (let turn = 0; turn < effort.wheelTurns; turn += 1) await scrolled.page.mouse.wheel(0, TURN);
  });
  rows.push(
    ["scrolling: median frame", figure(median(frames))],
    ["scrolling: longest frame", figure(Math.max(...frames))],
    [
      `scrolling: frames over ${LONG_FRAME} ms, of ${frames.length}`,
      figure(frames.filter((ms) => ms > LONG_FRAME).length, 0),
    ],
  );
  await scrolled.close();

  for (const [name, act, until] of STEPS) {
    const opened = await openTimed(browser, `${list}?charts=off`);
    await shown(opened.page);
    rows.push([
      name,
      figure(
        await timed(
          () => act(opened.page),
          () => until(opened.page),
        ),
        0,
      ),
    ]);
    await opened.close();
  }
  return {
    title: `List of ${formatNumber(effort.traces, 0)} traces in Chromium`,
    head: ["step", "ms"],
    rows,
    notes: [
      `${formatNumber(effort.wheelTurns, 0)} turns of the wheel of ${TURN} px. A change is measured once, from the key or the click until its rows are there.`,
    ],
  };
}
