import type { Arrivals } from "../observations/arrivals.ts";
import type { ObservationStorage } from "./observation-storage.ts";

/** Engine that keeps observations and scores. */
export interface ObservationEngine {
  observations: ObservationStorage;
  arrivals: Arrivals;
  /** Starts to remove what is older than the retention, where the engine does this apart from other data. */
  keepRetention(): void;
  /** Stores what is under way, and ends. */
  close(): Promise<void>;
}
