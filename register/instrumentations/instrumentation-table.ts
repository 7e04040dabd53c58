import type { InstrumentationRow } from "./instrumentation-row.ts";
import { MODEL_INSTRUMENTATIONS } from "./model-instrumentations.ts";
import { OPENTELEMETRY_INSTRUMENTATIONS } from "./opentelemetry-instrumentations.ts";

/** Instrumentations of the preload. Others are never loaded. */
export const INSTRUMENTATIONS: readonly InstrumentationRow[] = [
  ...MODEL_INSTRUMENTATIONS,
  ...OPENTELEMETRY_INSTRUMENTATIONS,
];
