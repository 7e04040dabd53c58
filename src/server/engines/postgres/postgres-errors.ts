import { RecordRefused, RecordsUnavailable } from "../../storage/records.ts";

/** SQLSTATE codes and classes: https://www.postgresql.org/docs/current/errcodes-appendix.html */
const CONSTRAINT_CLASS = "23";
const SERIALIZATION_FAILURE = "40001";
const DEADLOCK = "40P01";
/** Code for an entry that is too long for an index. */
const INDEX_LIMIT = "54000";

/**
 * Classes and codes of errors that the request did not cause: the connection, access, resources, a shutdown, the machine of the
 * server, a server that only reads, and waits that took too long.
 */
const UNAVAILABLE = ["08", "28", "3D", "53", "57", "58", "25006", "55P03", SERIALIZATION_FAILURE, DEADLOCK];

/** Errors of `pg` itself about a connection. They have no code. */
const CONNECTION_MESSAGES =
  /^(?:Connection terminated|timeout exceeded|Client has encountered a connection error|Query read timeout)/;

/** Returns the code of an error of the server or of the connection; undefined for any other error. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && "code" in error ? String(error.code) : undefined;
}

/** Returns true when a row that is unique, or another rule of the tables, forbids a statement. */
export function isConstraint(error: unknown): boolean {
  return codeOf(error)?.startsWith(CONSTRAINT_CLASS) === true;
}

/** Returns true when a transaction may have failed only because another ran at the same time. */
export function isContention(error: unknown): boolean {
  const code = codeOf(error);
  return code === SERIALIZATION_FAILURE || code === DEADLOCK;
}

/** Returns true when the connection broke, or could not be made. */
export function isConnectionLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (code === undefined) return CONNECTION_MESSAGES.test(error.message);
  // Of a host with several addresses, one error holds those of all.
  return "syscall" in error || error instanceof AggregateError || code.startsWith("08") || code.startsWith("57P");
}

/** Returns true when a connection broke that had been made. A new one may do. */
export function isConnectionBroken(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  if (code === undefined) return error.message.startsWith("Connection terminated unexpectedly");
  return code === "ECONNRESET" || code === "EPIPE" || code.startsWith("57P");
}

/**
 * Returns {@link RecordsUnavailable} for an error of the database that may pass, {@link RecordRefused} for a value that it cannot
 * hold, and any other error as it is.
 */
export function asRecordsError(error: unknown, database: string): unknown {
  const code = codeOf(error) ?? "";
  if (code === INDEX_LIMIT)
    return new RecordRefused("A name or an id is too long: the database takes about 2,600 bytes");
  if (!isConnectionLost(error) && !UNAVAILABLE.some((known) => code.startsWith(known))) return error;
  return new RecordsUnavailable(`${database} does not answer: ${messageOf(error)}`);
}

/** Returns the message of an error. That of a host with several addresses holds one for each. */
export function messageOf(error: unknown): string {
  if (error instanceof AggregateError) return error.errors.map(messageOf).join(", ");
  return error instanceof Error ? error.message : String(error);
}

/** Returns what to do about an error that keeps the service from starting. */
export function adviceFor(error: unknown): string {
  const code = codeOf(error) ?? "";
  if (code.startsWith("28")) return "Correct the user and the password in the address.";
  if (code === "3D000") return "Create the database, or correct its name in the address.";
  if (code === "42501") return "Let the user of the address create a schema: GRANT CREATE ON DATABASE … TO ….";
  return isConnectionLost(error)
    ? "See that the server runs and can be reached from here."
    : "See the log of the database.";
}
