import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { namedError } from "../http-errors.ts";
import type { BodyOwner } from "./body-owner.ts";
import { SharedMemory } from "./shared-memory.ts";

/** Seconds after which to retry a request whose answer found no memory. */
const RETRY_AFTER_S = "1";

/**
 * Memory for the bodies of answers that their receivers have not taken yet. A client that sends requests and reads no answer would otherwise fill
 * the memory of the service.
 */
export class AnswerBudget {
  readonly #memory = new SharedMemory();
  /** Functions that give back what waits for a connection. Requests that are sent one after the other wait for the same one. */
  readonly #waiting = new WeakMap<Socket, Set<() => void>>();

  /**
   * Throws a 503 when the answers that wait for this owner leave no room for one of these bytes. An owner for whom none waits may have one of any
   * size.
   */
  requireRoom(owner: BodyOwner, bytes: number): void {
    if (this.#memory.takenBy(owner) === 0) return;
    if (this.#memory.hasRoom(bytes) && this.#memory.isWithinShare(owner, bytes)) return;
    throw namedError(
      "ServiceUnavailableError",
      "Answers that were not read yet fill the memory there is for them: read them, then send this request again",
      { "Retry-After": RETRY_AFTER_S },
    );
  }

  /** Takes memory for an answer until it is sent or its connection is closed. */
  hold(owner: BodyOwner, outgoing: ServerResponse, bytes: number): void {
    const { socket } = outgoing.req;
    if (socket.destroyed || outgoing.closed) return;
    const waiting = this.#waitingFor(socket);
    const give = (): void => {
      if (waiting.delete(give)) this.#memory.take(owner, -bytes);
    };
    waiting.add(give);
    this.#memory.take(owner, bytes);
    outgoing.once("close", give);
  }

  /** Returns what waits for a connection. An answer behind another one is not told when its connection closes, so the connection is asked. */
  #waitingFor(socket: Socket): Set<() => void> {
    const known = this.#waiting.get(socket);
    if (known !== undefined) return known;
    const waiting = new Set<() => void>();
    this.#waiting.set(socket, waiting);
    socket.once("close", () => {
      for (const give of waiting) give();
    });
    return waiting;
  }
}

/** Memory for answers. All services in the process share it. */
export const answerBudget: AnswerBudget = new AnswerBudget();
