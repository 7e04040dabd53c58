import { trace, type Context, type Span } from "@opentelemetry/api";
import { capturedContent, isFields, listOf, textOf, type Fields } from "@svc/core/internal";
import { dataIn, ownData } from "@svc/instrumentation";
import { Conversation } from "./conversation.ts";
import type { InputItem } from "./input-item.ts";
import { isTranscribing, realtimeInference, requestFields } from "./realtime-operation.ts";
import { RealtimeResponse } from "./realtime-response.ts";
import { connectionEnding, type Connection, type SocketSession } from "./socket-session.ts";
import { Transcriptions } from "./transcriptions.ts";
import { soundFormat } from "./sound-format.ts";

/** Request for a response that the server has not taken up yet. */
interface RequestedResponse {
  readonly parameters: Fields;
  readonly context: Context;
  readonly eventId: string | undefined;
}

interface ResponseInProgress {
  readonly response: RealtimeResponse;
  /** Fields of the request, which the call reads when it ends. */
  readonly request: Record<string, unknown>;
  readonly items: readonly InputItem[];
}

/** Events with the settings of the session; the last two are those of the beta. */
const SESSIONS: ReadonlySet<string> = new Set([
  "session.created",
  "session.updated",
  "transcription_session.created",
  "transcription_session.updated",
]);

/** Maximum number of requests for responses that the server has not taken up. */
const MAX_REQUESTED = 100;

/** Realtime session: makes one call of each response. */
export class RealtimeSession implements SocketSession {
  readonly #connection: Connection;
  readonly #keepsContent: boolean = capturedContent().inputs;
  #conversation = new Conversation(this.#keepsContent);
  /** Settings of the session, as the server reports them. */
  #session: Fields = {};
  readonly #transcriptions: Transcriptions;
  readonly #requested: RequestedResponse[] = [];
  readonly #inProgress = new Map<string, ResponseInProgress>();
  /** Span that is active where the socket's events arrive: the one of its handshake, if any. */
  #spanOfSocket: Span | undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#transcriptions = new Transcriptions(connection, (id) => this.#takeTranscribed(id));
  }

  sent(event: unknown, context: Context): void {
    const type = textOf(ownData(event, "type")) ?? "";
    if (type === "response.create") {
      const parameters = dataIn(ownData(event, "response"));
      const request = {
        parameters: isFields(parameters) ? parameters : {},
        context,
        eventId: textOf(ownData(event, "event_id")),
      };
      if (this.#requested.push(request) > MAX_REQUESTED) this.#requested.shift();
    } else {
      this.#conversation.sent(type, event, ownData);
    }
  }

  received(event: Fields, context: Context): void {
    this.#spanOfSocket ??= trace.getSpan(context);
    const type = textOf(event.type) ?? "";
    if (SESSIONS.has(type)) {
      if (isFields(event.session)) this.#configure(event.session);
    } else if (type === "error") {
      this.#forgetRejected(event.error);
    } else if (type.startsWith("response.")) {
      this.#receivedOfResponse(type, event);
    } else {
      // Before the conversation has the words of the message, which are the output here.
      this.#transcriptions.received(type, event);
      this.#conversation.received(type, event);
    }
  }

  closed(code: number | undefined): void {
    for (const id of this.#inProgress.keys()) {
      this.#finish(id, ({ response }) => response.end(connectionEnding(code)));
    }
    this.#requested.length = 0;
    this.#transcriptions.closed(code);
    this.#conversation.close();
    // A client that connects again begins a new session.
    this.#conversation = new Conversation(this.#keepsContent);
  }

  #configure(session: Fields): void {
    this.#session = session;
    this.#conversation.configure(session);
    this.#transcriptions.configure(session);
  }

  /** Returns the message of a transcription to record, in a session without responses, which would record it. */
  #takeTranscribed(id: string): unknown {
    if (!isTranscribing(this.#session)) return undefined;
    const item = this.#conversation.takeItem(id);
    const recorded = this.#keepsContent ? item?.recorded(this.#conversation.format) : undefined;
    item?.release();
    return recorded;
  }

  #receivedOfResponse(type: string, event: Fields): void {
    if (isFields(event.response)) {
      const { response } = event;
      if (type === "response.created") this.#start(response);
      else if (type === "response.done") this.#finish(textOf(response.id), (found) => found.response.done(response));
      return;
    }
    // An item of the output is announced as an item of the conversation too.
    if (isFields(event.item)) this.#conversation.remove(textOf(event.item.id) ?? "");
    this.#inProgress.get(textOf(event.response_id) ?? "")?.response.add(event);
  }

  #start(created: Fields): void {
    const id = textOf(created.id);
    if (id === undefined || this.#inProgress.has(id)) return;
    const requested = this.#requested.shift();
    const parameters = requested?.parameters ?? {};
    const request: Record<string, unknown> = {
      model: this.#connection.model,
      ...requestFields(this.#session),
      ...requestFields(parameters),
      ...requestFields(created),
      session_id: textOf(this.#session.id),
    };
    // A response outside of the conversation does not use up what the conversation waits for.
    const items = parameters.conversation === "none" ? [] : this.#conversation.takeItems();
    const call = this.#connection.start(realtimeInference, request, this.#parentOf(requested));
    if (call === undefined) {
      this.#conversation.release(items);
      return;
    }
    const { audio } = { ...this.#session, ...created } as Fields;
    const output = isFields(audio) && isFields(audio.output) ? audio.output.format : undefined;
    const format = soundFormat(output ?? this.#session.output_audio_format);
    const response = new RealtimeResponse(call, format, this.#keepsContent && call.isRecording);
    if (Array.isArray(parameters.input)) request.input = listOf(parameters.input);
    this.#inProgress.set(id, { response, request, items });
  }

  #finish(id: string | undefined, end: (found: ResponseInProgress) => void): void {
    const found = this.#inProgress.get(id ?? "");
    if (id === undefined || found === undefined) return;
    this.#inProgress.delete(id);
    const { request, items } = found;
    // The words of spoken items have come by now.
    if (this.#keepsContent && found.response.call.isRecording) {
      request.input ??= items.map((item) => item.recorded(this.#conversation.format));
    }
    end(found);
    this.#conversation.release(items);
  }

  /** Returns the context of the code that asked for the response; its span, where it has one, else that of the connection. */
  #parentOf(requested: RequestedResponse | undefined): Context {
    const { context } = this.#connection;
    if (requested === undefined) return context;
    const span = trace.getSpan(requested.context);
    if (span !== undefined && span !== this.#spanOfSocket) return requested.context;
    const ofConnection = trace.getSpan(context);
    return ofConnection === undefined
      ? trace.deleteSpan(requested.context)
      : trace.setSpan(requested.context, ofConnection);
  }

  /** Forgets a request for a response that the server did not accept. */
  #forgetRejected(error: unknown): void {
    const eventId = isFields(error) ? textOf(error.event_id) : undefined;
    const place = eventId === undefined ? -1 : this.#requested.findIndex((request) => request.eventId === eventId);
    if (place !== -1) this.#requested.splice(place, 1);
    else if (isFields(error) && error.code === "conversation_already_has_active_response") this.#requested.pop();
  }
}
