import type { Context } from "@opentelemetry/api";
import { isFields, textOf, type Fields } from "@svc/core/internal";
import { type Accumulator, type Ending, type ObservedCall, type Operation, ownData } from "@svc/instrumentation";
import { responses } from "../endpoints/responses.ts";
import { OPENAI } from "../library.ts";
import { SteeringInputs } from "./steering-inputs.ts";
import { connectionEnding, type Connection, type SocketSession } from "./socket-session.ts";

/** Response that was asked for and is not whole. */
interface ResponseInProgress {
  readonly call: ObservedCall;
  readonly accumulator: Accumulator;
  hasBegun: boolean;
}

/** Response of the Responses API, asked for over a socket. */
const socketResponse: Operation = { ...responses, library: OPENAI };

/** Events that bring the whole response. */
const LAST_EVENTS: ReadonlySet<string> = new Set(["response.completed", "response.failed", "response.incomplete"]);

/** Maximum number of responses that are in progress in one lane. */
const MAX_IN_PROGRESS = 100;

/**
 * Socket of the Responses API: makes one call of each `response.create`. The responses of a lane, which `stream_id` names, come
 * one after the other.
 */
export class ResponsesSession implements SocketSession {
  /** The lanes of a `ResponsesWebSocketSession` send by the socket. */
  readonly readsSocket = true;
  readonly #connection: Connection;
  readonly #lanes = new Map<string, ResponseInProgress[]>();
  readonly #steering = new SteeringInputs();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  sent(event: unknown, context: Context): void {
    const type = ownData(event, "type");
    if (type === "response.create") this.#start(laneOf(ownData(event, "stream_id")), event, context);
    else if (type === "response.steer")
      this.#steering.add(ownData(event, "response_id"), ownData(event, "input"), context);
  }

  received(event: Fields): void {
    const type = textOf(event.type) ?? "";
    const lane = laneOf(event.stream_id);
    // The server can go on with a response that nobody asked for: after one that was steered, with the input that steers.
    if (type === "response.created" && !this.#lanes.has(lane) && isFields(event.response)) {
      const { input, context } = this.#steering.takeFor(lane);
      this.#start(lane, { model: event.response.model, input }, context ?? this.#connection.context);
    }
    if (type === "response.incomplete") this.#steering.ended(lane, event.response);
    const found = this.#lanes.get(lane)?.[0];
    if (found === undefined) return;
    if (type === "error") {
      // On a socket the error is a field of the event; in a stream over HTTP it is the event itself.
      found.accumulator.add(isFields(event.error) ? { error: event.error } : event);
      this.#finish(lane, {});
    } else {
      if (found.accumulator.add(event)) noteBeginning(found);
      if (LAST_EVENTS.has(type)) this.#finish(lane, {});
    }
  }

  closed(code: number | undefined): void {
    for (const lane of this.#lanes.keys()) while (this.#lanes.has(lane)) this.#finish(lane, connectionEnding(code));
  }

  #start(lane: string, request: unknown, context: Context): void {
    const call = this.#connection.start(socketResponse, request, context);
    if (call === undefined) return;
    // The application may change its request before the answer is whole.
    call.describePassed();
    const waiting = this.#lanes.get(lane) ?? [];
    this.#lanes.set(lane, waiting);
    waiting.push({ call, accumulator: responses.accumulator!(), hasBegun: false });
    if (waiting.length > MAX_IN_PROGRESS) this.#finish(lane, connectionEnding(undefined));
  }

  #finish(lane: string, ending: Ending): void {
    const waiting = this.#lanes.get(lane) ?? [];
    const found = waiting.shift();
    if (waiting.length === 0) this.#lanes.delete(lane);
    found?.call.endStream(found.accumulator, ending);
  }
}

function laneOf(streamId: unknown): string {
  return textOf(streamId) ?? "";
}

function noteBeginning(found: ResponseInProgress): void {
  if (found.hasBegun) return;
  found.hasBegun = true;
  found.call.noteFirstChunk();
  found.call.noteFirstContent();
}
