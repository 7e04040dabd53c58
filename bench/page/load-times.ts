import { median } from "../statistics.ts";
import { type Cell, figure, formatNumber, type Table } from "../table.ts";
import type { MeasuredPage } from "./measured-page.ts";
import { type LoadFigures, loadFigures, openTimed } from "./page-clock.ts";
import { LONG_TRACE_ID } from "./page-store.ts";

/** Measures first loads of both views: bytes, first paint, first row, shifts of the layout. */
export async function measureLoads({ browser, list, effort }: MeasuredPage): Promise<Table> {
  const rows: Cell[][] = [];
  const views = [
    [`list of ${formatNumber(effort.traces, 0)} traces`, list],
    ["list, without charts", `${list}?charts=off`],
    [`trace of ${formatNumber(effort.longTrace, 0)} observations`, `${list}/${LONG_TRACE_ID}`],
  ] as const;
  for (const [name, url] of views) {
    const loads: LoadFigures[] = [];
    for (let turn = 0; turn < effort.loads; turn += 1) {
      const opened = await openTimed(browser, url);
      loads.push(await loadFigures(opened));
      await opened.close();
    }
    const of = (pick: (load: LoadFigures) => number): number => median(loads.map(pick));
    rows.push([
      name,
      figure(of(({ bytes }) => bytes) / 1e3),
      figure(
        of(({ requests }) => requests),
        0,
      ),
      figure(
        of(({ firstPaint }) => firstPaint),
        0,
      ),
      figure(
        of(({ firstRow }) => firstRow),
        0,
      ),
      figure(Math.max(...loads.map(({ shift }) => shift)), 3),
    ]);
  }
  return {
    title: "First loads of the page",
    head: ["view", "kB gzip", "files", "first paint ms", "first row ms", "layout shift"],
    rows,
    notes: [
      `Medians of ${effort.loads} loads, each in a new profile; the largest layout shift. Files are the document, scripts, styles and`,
      "icon, as sent. The first row is in the document at the time given; the list can be used from then on.",
    ],
  };
}
