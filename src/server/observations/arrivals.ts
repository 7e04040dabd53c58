import type { ObservationRow } from "./observation-record.ts";

/** Stored observation with its number in the order of arrival. A new observation has a higher number than all before it. */
export type ArrivedObservation = ObservationRow & { seq: number };

/** Port to the stored observations of all projects, in the order of their arrival. */
export interface Arrivals {
  /** Reads the observations after a number, without input, output and metadata, at most `limit`. */
  after(seq: number, limit: number): Promise<ArrivedObservation[]>;
  /** Returns a number not below that of the observation that arrived last, and below those of all that arrive later. */
  last(): number;
}
