import { namedError } from "../http/http-errors.ts";
import { WriteConflict } from "./records.ts";

/** How often something is tried that others keep changing. */
const ATTEMPTS = 100;

/**
 * Reads and then writes, again whenever the write finds that another came between (`mustChange`, or a rule of the tables). Of
 * several at once each time one succeeds; who never does is answered 409.
 */
export async function undisturbed<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof WriteConflict)) throw error;
    }
  }
  throw namedError("SvcConflictError", "This is being changed by others all the time: try again");
}
