import { namedError } from "../http/http-errors.ts";
import { WriteConflict } from "./records.ts";

/** Maximum number of attempts when other writers keep changing the same record. */
const ATTEMPTS = 100;

/**
 * Runs work that reads and then writes, and repeats it when another write came between (`mustChange`, or a constraint of the
 * tables). Of several callers at once, one succeeds each time; a caller that fails 100 times gets a 409.
 */
export async function retryOnConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error;
    }
  }
  throw namedError("SvcConflictError", "Other requests keep changing this record: try again");
}
