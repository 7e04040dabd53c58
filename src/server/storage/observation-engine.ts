import type { Arrivals } from "../observations/arrivals.ts";
import type { ObservationStorage } from "./observation-storage.ts";

/** Removal of the data over the limits while the service runs. */
export interface Retention {
  /** Counts stored bytes, where the size of the data has a limit. */
  stored(bytes: number): void;
  /** Removes the data over the limits, or joins the run that is under way. Never rejects. */
  run(): Promise<void>;
  /** Stops after the step that is under way. */
  stop(): Promise<void>;
}

/** Engine that keeps observations and scores. */
export interface ObservationEngine {
  observations: ObservationStorage;
  arrivals: Arrivals;
  retention: Retention;
  /** Stores what is under way, and ends. */
  close(): Promise<void>;
}
