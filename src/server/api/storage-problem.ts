import { type HttpError, namedError } from "../http/http-errors.ts";
import { MediaUnavailable } from "../storage/media/media-storage.ts";
import { PageTooLarge } from "../storage/page-bytes.ts";
import { ReadTooLong, RecordRefused, RecordsUnavailable, WriteUnavailable } from "../storage/records.ts";
import { writeAdvice } from "../engines/sqlite/database/database-problem.ts";
import type { Service } from "./service.ts";

/** Headers of an answer to a request that may succeed later: seconds to wait. */
export const RETRY_LATER: Readonly<Record<string, string>> = { "Retry-After": "1" };

/**
 * Returns the answer when the storage does not work now, and logs the cause, or when it cannot hold a value; undefined for any
 * other error. Clients repeat a request that is answered 503.
 */
export function storageProblem(error: unknown, { log, metrics, dataDirectory }: Service): HttpError | undefined {
  if (error instanceof WriteUnavailable) {
    metrics?.storageFailed("file");
    log(`a change was not stored: ${error.message}. ${writeAdvice(dataDirectory)}`);
    return unavailable("The change could not be stored");
  }
  if (error instanceof RecordsUnavailable) {
    metrics?.storageFailed("database");
    log(
      `${error.message}. See that the database runs and can be reached from here. Requests are answered again as soon as it does`,
    );
    return unavailable("The database of the service does not answer");
  }
  if (error instanceof MediaUnavailable) {
    metrics?.storageFailed("media");
    log(`${error.message}. Check the bucket, its endpoint and the permissions of the service`);
    return unavailable("The storage of media does not answer");
  }
  if (error instanceof PageTooLarge) return namedError("PayloadTooLargeError", error.message);
  if (error instanceof ReadTooLong) return namedError("ServiceUnavailableError", error.message, RETRY_LATER);
  return error instanceof RecordRefused ? namedError("InvalidRequestError", error.message) : undefined;
}

function unavailable(message: string): HttpError {
  return namedError("ServiceUnavailableError", `${message}: see the log of the service`, RETRY_LATER);
}
