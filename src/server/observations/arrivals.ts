import type { ObservationRow } from "./observation-record.ts";

/** Stored observation with its number in the order of arrival. A new observation has a higher number than all before it. */
export type ArrivedObservation = ObservationRow & { seq: number };

/** Port to the stored observations of all projects, in the order of their arrival. */
export interface Arrivals {
  /** Returns the observations after a number, without input, output and metadata, at most `limit`. */
  after(seq: number, limit: number): ArrivedObservation[];
  /** Returns the number of the observation that arrived last; 0 when there is none. */
  last(): number;
}
