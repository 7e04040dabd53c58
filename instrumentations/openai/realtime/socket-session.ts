import type { Context } from "@opentelemetry/api";
import type { Fields } from "@svc/core/internal";
import type { Ending, ObservedCall, Operation } from "@svc/instrumentation";

/** Connection of a client, as its session needs it. */
export interface Connection {
  /** Context in which the client was connected. */
  readonly context: Context;
  /** Model that the address of the connection names. */
  readonly model: string | undefined;
  /** Starts a call below this context; undefined when the call is not to be recorded. */
  start(operation: Operation, request: unknown, context: Context): ObservedCall | undefined;
}

/** Messages of one connection, made into calls. */
export interface SocketSession {
  /** True when the package itself also sends by the client's socket, past the client. */
  readonly readsSocket?: true;
  /** Called for each event that the application sends, which is the application's own object. */
  sent(event: unknown, context: Context): void;
  /** Called for each event of the server, before the application gets it. */
  received(event: Fields, context: Context): void;
  /** Called when the connection has closed, with the code of the socket. Ends every call. */
  closed(code: number | undefined): void;
}

/** Code of a socket that was closed on purpose. */
const NORMAL_CLOSURE = 1000;

/** Returns the ending of a call whose connection has closed. */
export function connectionEnding(code: number | undefined): Ending {
  if (code === NORMAL_CLOSURE) {
    return {
      outcome: "aborted",
      level: "WARNING",
      statusMessage: { own: "The connection was closed before the response was whole" },
    };
  }
  const told = code === undefined ? "" : ` with code ${code}`;
  return {
    level: "ERROR",
    errorType: "connection_closed",
    statusMessage: { own: `The connection broke${told} before the response was whole` },
  };
}
