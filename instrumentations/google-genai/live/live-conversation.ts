import { context, trace, type Context } from "@opentelemetry/api";
import { capturedContent, isFields, textOf, type Fields } from "@svc/core/internal";
import {
  CANCELLED,
  COMPLETE,
  dataIn,
  logFault,
  ownData,
  startCall,
  type Ending,
  type ObservedCall,
  type SvcConfig,
} from "@svc/instrumentation";
import { GOOGLE_GENAI } from "../library.ts";
import { liveTurn } from "../operations/live-turn.ts";
import { LiveInput, type SendMethod } from "./live-input.ts";
import { LiveTurn } from "./live-turn.ts";

/** Ending of a turn that the user interrupted. */
const INTERRUPTED: Ending = { ...CANCELLED, statusMessage: { own: "The user interrupted the answer" } };

/** Ending of a turn whose connection was closed. */
const CLOSED: Ending = {
  outcome: "aborted",
  level: "WARNING",
  statusMessage: { own: "The connection was closed before the answer was whole" },
};

/** Turn in progress, and the fields of its request, which the call reads when it ends. */
interface TurnInProgress {
  readonly call: ObservedCall;
  readonly turn: LiveTurn;
  readonly request: Record<string, unknown>;
  /** True when the model waits for results of tools. */
  isWaitingForTools: boolean;
  /** True when the user interrupted the model. The server then reports the end of the turn, and its usage. */
  isInterrupted: boolean;
  /** Words of the user that the server reported after the turn began. */
  transcription: string;
}

/** Conversation over one connection of the Live API: makes one call of each turn of the model. No method throws. */
export class LiveConversation {
  readonly #client: unknown;
  readonly #config: SvcConfig | undefined;
  readonly #context: Context = context.active();
  readonly #settings: Fields;
  readonly #keepsContent: boolean = capturedContent().inputs;
  readonly #input: LiveInput;
  #current: TurnInProgress | undefined;

  /** Takes the parameters that the application connects with. */
  constructor(client: unknown, params: unknown, config: SvcConfig | undefined) {
    this.#client = client;
    this.#config = config;
    const settings = dataIn(ownData(params, "config"));
    this.#settings = { model: ownData(params, "model"), ...(isFields(settings) && settings) };
    this.#input = new LiveInput(this.#keepsContent);
  }

  /** Called when the application has sent something. */
  sent(method: SendMethod, params: unknown): void {
    this.#safely("what a live session sends", () => {
      if (this.#current?.isWaitingForTools === true) this.#end(COMPLETE);
      if (this.#input.sent(method, params)) this.#start(this.#parentOf(context.active()));
    });
  }

  /** Called for each message of the server, before the application gets it. */
  received(message: unknown): void {
    this.#safely("a message of a live session", () => {
      if (isFields(message)) this.#receive(message);
    });
  }

  /** Called when the connection has closed. */
  closed(): void {
    this.#safely("the end of a live session", () => {
      const { isWaitingForTools, isInterrupted } = this.#current ?? {};
      this.#end(isInterrupted ? INTERRUPTED : isWaitingForTools ? COMPLETE : CLOSED);
    });
  }

  #receive(message: Fields): void {
    const content = isFields(message.serverContent) ? message.serverContent : {};
    const said = isFields(content.inputTranscription) ? textOf(content.inputTranscription.text) : undefined;
    if (said !== undefined) this.#addTranscription(said);
    const isAnswer = [content.modelTurn, content.outputTranscription, message.toolCall].some(isFields);
    if (isAnswer && this.#current?.isInterrupted === true) this.#end(INTERRUPTED);
    if (isAnswer) this.#start(this.#context);
    const current = this.#current;
    if (current === undefined) return;
    if (current.call.isRecording && current.turn.add(message)) current.call.noteFirstContent();
    current.isWaitingForTools ||= isFields(message.toolCall);
    const isDone = content.turnComplete === true || (current.isWaitingForTools && current.turn.hasUsage);
    current.isInterrupted ||= content.interrupted === true;
    if (!isDone) return;
    if (!current.isInterrupted) current.turn.isFinished = true;
    this.#end(current.isInterrupted ? INTERRUPTED : COMPLETE);
  }

  #addTranscription(text: string): void {
    if (this.#current === undefined) this.#input.addTranscription(text);
    else if (this.#keepsContent) this.#current.transcription += text;
  }

  #start(parent: Context): void {
    if (this.#current !== undefined) return;
    const request: Record<string, unknown> = { ...this.#settings };
    const call = context.with(parent, () => startCall(liveTurn, this.#client, request, this.#config));
    if (call === undefined) return;
    request.contents = this.#input.take();
    const turn = new LiveTurn(this.#keepsContent && call.isRecording);
    this.#current = { call, turn, request, isWaitingForTools: false, isInterrupted: false, transcription: "" };
  }

  #end(ending: Ending): void {
    const current = this.#current;
    if (current === undefined) return;
    this.#current = undefined;
    const { call, turn, request, transcription } = current;
    if (transcription !== "") request.contents = [...contentList(request.contents), { role: "user", transcription }];
    call.endStream(turn, ending);
  }

  /** Returns the context of the code that sent something: with its span or, where it has none, with that of the connection. */
  #parentOf(active: Context): Context {
    const ofConnection = trace.getSpan(this.#context);
    return trace.getSpan(active) !== undefined || ofConnection === undefined
      ? active
      : trace.setSpan(active, ofConnection);
  }

  #safely(part: string, record: () => void): void {
    try {
      record();
    } catch (error) {
      logFault(GOOGLE_GENAI, part, error);
    }
  }
}

function contentList(contents: unknown): unknown[] {
  return contents === undefined ? [] : Array.isArray(contents) ? (contents as unknown[]) : [contents];
}
