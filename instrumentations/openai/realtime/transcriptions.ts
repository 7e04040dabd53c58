import { isFields, readUsage, textOf, type Fields } from "@svc/core/internal";
import {
  COMPLETE,
  inBandFailure,
  UNREAD,
  type Accumulator,
  type Answer,
  type Ending,
  type ObservedCall,
} from "@svc/instrumentation";
import { realtimeTranscription, transcriptionOf } from "./realtime-operation.ts";
import { connectionEnding, type Connection } from "./socket-session.ts";

const COMMITTED = "input_audio_buffer.committed";
const TRANSCRIPTION = "conversation.item.input_audio_transcription.";

/** Maximum number of transcriptions whose end has not come. An older one is forgotten, and is recorded as not read. */
const MAX_IN_PROGRESS = 200;

/** Returns the input of the transcription of an item; undefined where the sound is recorded elsewhere. */
type InputOf = (itemId: string) => unknown;

/**
 * Transcriptions of the speech of a session, each a call: the model that transcribes is another one than that of the responses, and is
 * billed apart.
 */
export class Transcriptions {
  readonly #connection: Connection;
  readonly #inputOf: InputOf;
  readonly #inProgress = new Map<string, TranscriptionInProgress>();
  /** Fields of the request; undefined while the session transcribes nothing. */
  #request: Fields | undefined;

  constructor(connection: Connection, inputOf: InputOf) {
    this.#connection = connection;
    this.#inputOf = inputOf;
  }

  /** Notes the settings of the session that concern transcription. */
  configure(session: Fields): void {
    const transcription = transcriptionOf(session);
    this.#request = transcription && { ...transcription, session_id: textOf(session.id) };
  }

  /** Called for each event of the server that is not about a response. */
  received(type: string, event: Fields): void {
    const id = textOf(event.item_id);
    if (id === undefined || (type !== COMMITTED && !type.startsWith(TRANSCRIPTION))) return;
    const found = this.#inProgress.get(id) ?? this.#start(id);
    if (found === undefined || type === COMMITTED) return;
    found.add(event);
    switch (type.slice(TRANSCRIPTION.length)) {
      case "completed":
        this.#end(id, found);
        break;
      case "failed":
        this.#end(id, found, event.error);
        break;
    }
  }

  /** Ends every transcription. The connection has closed. */
  closed(code: number | undefined): void {
    for (const [id, found] of this.#inProgress) this.#end(id, found, undefined, connectionEnding(code));
  }

  #start(id: string): TranscriptionInProgress | undefined {
    if (this.#request === undefined) return undefined;
    const request: Record<string, unknown> = { ...this.#request };
    const call = this.#connection.start(realtimeTranscription, request, this.#connection.context);
    if (call === undefined) return undefined;
    const found = new TranscriptionInProgress(call, request);
    this.#inProgress.set(id, found);
    if (this.#inProgress.size > MAX_IN_PROGRESS) {
      const [oldest, { call: forgotten }] = this.#inProgress.entries().next().value!;
      this.#inProgress.delete(oldest);
      forgotten.endUnread(UNREAD);
    }
    return found;
  }

  #end(id: string, found: TranscriptionInProgress, error?: unknown, ending: Ending = COMPLETE): void {
    this.#inProgress.delete(id);
    // The request is read when the call ends; the item has come by then.
    found.request.input = this.#inputOf(id);
    found.fail(error);
    found.call.endStream(found, ending);
  }
}

/** Transcription of one item while it is made. */
class TranscriptionInProgress implements Accumulator {
  readonly call: ObservedCall;
  readonly request: Record<string, unknown>;
  #text = "";
  #usage: unknown;
  #failure: Answer["failure"];
  #languages: unknown;
  #hasBegun = false;

  constructor(call: ObservedCall, request: Record<string, unknown>) {
    this.call = call;
    this.request = request;
  }

  add(event: Fields): boolean {
    const { delta, transcript, usage } = event;
    const text = textOf(transcript);
    if (text !== undefined) this.#text = text;
    else this.#text += textOf(delta) ?? "";
    this.#usage = usage ?? this.#usage;
    this.#languages = event.languages ?? this.#languages;
    if (!this.#hasBegun && this.#text !== "") {
      this.#hasBegun = true;
      this.call.noteFirstChunk();
      this.call.noteFirstContent();
    }
    return this.#text !== "";
  }

  fail(error: unknown): void {
    this.#failure = inBandFailure(error);
  }

  answer(): Answer {
    const usage = isFields(this.#usage) ? this.#usage : {};
    return {
      output: this.#text === "" ? undefined : this.#text,
      usage: readUsage(usage),
      metadata: { duration_seconds: usage.seconds, languages: this.#languages },
      failure: this.#failure,
    };
  }
}
