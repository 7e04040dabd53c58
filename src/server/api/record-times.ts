import { isoTime } from "../http/iso-time.ts";

/** Returns the times of a record as they are answered, in ISO 8601. */
export function recordTimes({ createdAt, updatedAt }: { createdAt: number; updatedAt: number }): {
  createdAt: string;
  updatedAt: string;
} {
  return { createdAt: isoTime(createdAt), updatedAt: isoTime(updatedAt) };
}
