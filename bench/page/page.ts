import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startChromium } from "../../test/support/runtimes/chromium-browser.ts";
import type { Effort } from "../effort.ts";
import { ROOT } from "../packages.ts";
import { startService } from "../service/running-service.ts";
import { type Table, formatNumber } from "../table.ts";
import { measureList } from "./list-times.ts";
import { measureLoads } from "./load-times.ts";
import type { PageEffort } from "./measured-page.ts";
import { fillStore } from "./page-store.ts";
import { measureTree } from "./tree-times.ts";

const PROGRAM = join(ROOT, "src/server/dist/cli.mjs");

const EFFORTS: Readonly<Record<Effort, PageEffort>> = {
  full: { traces: 200_000, longTrace: 10_000, loads: 7, keys: 300, wheelTurns: 100 },
  smoke: { traces: 500, longTrace: 300, loads: 1, keys: 20, wheelTurns: 5 },
};

/**
 * Measures the page of the local service in Chromium: loads, the list of 200,000 traces, and a trace of 10,000 observations. Takes
 * ten minutes, most of them to store the traces.
 */
export async function benchPage(effort: Effort): Promise<Table[]> {
  const sizes = EFFORTS[effort];
  const directory = mkdtempSync(join(tmpdir(), "svc-bench-page-"));
  const service = await startService(PROGRAM, join(directory, "service"));
  try {
    const stored = performance.now();
    await fillStore(service.url, sizes);
    console.error(
      `${formatNumber(sizes.traces, 0)} traces stored in ${formatNumber((performance.now() - stored) / 1e3, 0)} s`,
    );
    const { headers } = await fetch(service.url, { redirect: "manual" });
    const browser = await startChromium();
    try {
      const page = { browser, list: new URL(headers.get("location") ?? "", service.url).href, effort: sizes };
      return [await measureLoads(page), await measureList(page), await measureTree(page)];
    } finally {
      await browser.close();
    }
  } finally {
    await service.stop();
    rmSync(directory, { recursive: true });
  }
}
