import type { ObservationLevel } from "./observation-level.ts";
import type { ObservationType } from "./observation-type.ts";

/** SQLite has no boolean. */
export type Flag = 0 | 1;

/** One observation as it is stored. Times are milliseconds since 1970; fields said to be JSON are JSON text. */
export interface ObservationRecord {
  projectId: string;
  traceId: string;
  id: string;
  parentObservationId: string | null;
  type: ObservationType;
  name: string;
  startTime: number;
  endTime: number;
  environment: string;
  level: ObservationLevel;
  statusMessage: string | null;
  version: string | null;
  release: string | null;
  userId: string | null;
  sessionId: string | null;
  traceName: string | null;
  /** JSON list of text. */
  tags: string;
  public: Flag;
  bookmarked: Flag;
  /** The root as the application sees it: it has no parent, or is marked as root below a parent of another library. */
  isRoot: Flag;
  completionStartTime: number | null;
  input: string | null;
  output: string | null;
  /** JSON object from dotted path to value. */
  metadata: string;
  model: string | null;
  /** JSON object, or null. */
  modelParameters: string | null;
  /** JSON object from kind to amount. */
  usageDetails: string;
  /** JSON object from kind to cost. */
  costDetails: string;
  totalCost: number | null;
  promptName: string | null;
  promptVersion: number | null;
  createdAt: number;
  updatedAt: number;
}
