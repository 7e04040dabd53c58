import type { Browser } from "playwright-core";
import type { StoreSizes } from "./page-store.ts";

/** What is stored and how often it is measured. */
export interface PageEffort extends StoreSizes {
  readonly loads: number;
  readonly keys: number;
  readonly wheelTurns: number;
}

/** Page of the service in a real browser, with what is stored. */
export interface MeasuredPage {
  readonly browser: Browser;
  /** Address of the list of traces. */
  readonly list: string;
  readonly effort: PageEffort;
}
