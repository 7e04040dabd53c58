import { benchBundle } from "./bundle/bundle.ts";
import type { Comparison } from "./compare/compare.ts";
import { benchBurst } from "./delivery/burst.ts";
import { benchExport } from "./delivery/export.ts";
import { benchImage } from "./delivery/image.ts";
import { benchOutage } from "./delivery/outage.ts";
import type { Effort } from "./effort.ts";
import { benchEngines } from "./engines/engines.ts";
import { OBSERVATION_COMPARISONS } from "./observation/compare-observation.ts";
import { benchObservation } from "./observation/observation.ts";
import { OPENAI_COMPARISONS } from "./openai/compare-openai.ts";
import { benchOpenAI } from "./openai/openai.ts";
import type { PackageTarget } from "./packages.ts";
import { benchPage } from "./page/page.ts";
import { benchRequests } from "./requests/requests.ts";
import { SERVICE_COMPARISONS } from "./service/compare-service.ts";
import { benchMillion } from "./service/million.ts";
import { benchService } from "./service/service.ts";
import { STARTUP_COMPARISONS } from "./startup/compare-startup.ts";
import { benchStartup } from "./startup/startup.ts";
import type { Table } from "./table.ts";

/** Benchmark: beside rivals, and beside another build of this repository. */
export interface Benchmark {
  readonly measure: (effort: Effort) => Promise<Table[]>;
  /** Folders that it loads packages from. */
  readonly uses: readonly PackageTarget[];
  readonly comparisons?: readonly Comparison[];
}

const LINES = ["otel-2", "otel-3"] as const;

/** All benchmarks by their names. */
export const BENCHMARKS = {
  observation: { measure: benchObservation, uses: LINES, comparisons: OBSERVATION_COMPARISONS },
  export: { measure: benchExport, uses: LINES },
  image: { measure: benchImage, uses: LINES },
  burst: { measure: benchBurst, uses: LINES },
  outage: { measure: benchOutage, uses: LINES },
  openai: { measure: benchOpenAI, uses: LINES, comparisons: OPENAI_COMPARISONS },
  service: { measure: benchService, uses: ["server"], comparisons: SERVICE_COMPARISONS },
  million: { measure: benchMillion, uses: ["server"] },
  engines: { measure: benchEngines, uses: ["server"] },
  page: { measure: benchPage, uses: ["server"] },
  startup: { measure: benchStartup, uses: ["startup"], comparisons: STARTUP_COMPARISONS },
  requests: { measure: benchRequests, uses: ["startup"] },
  bundle: { measure: benchBundle, uses: ["otel-2"] },
} as const satisfies Readonly<Record<string, Benchmark>>;

export type BenchmarkName = keyof typeof BENCHMARKS;
