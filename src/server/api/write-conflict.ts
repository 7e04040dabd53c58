import { WriteConflict } from "../storage/records.ts";

/** Waits for a write. Throws the error that `errorOf` makes of a `WriteConflict`, and any other error unchanged. */
export async function onConflict<T>(
  write: Promise<T>,
  errorOf: (conflict: WriteConflict) => Error | Promise<Error>,
): Promise<T> {
  try {
    return await write;
  } catch (error) {
    throw error instanceof WriteConflict ? await errorOf(error) : error;
  }
}
