import type { Span } from "@opentelemetry/api";
import type { Fields, TokenUsage } from "@svc/core/internal";
import type { MediaFields } from "../content/content-text.ts";
import type { Method } from "../patching/patch.ts";
import type { RequestForm, Transport } from "../request/request-form.ts";
import type { SvcConfig } from "./call-config.ts";

/** Data of an answer, in one form for all endpoints. */
export interface Answer {
  readonly output?: unknown;
  /** Model that answered, as the server names it. */
  readonly model?: string | undefined;
  readonly usage?: TokenUsage | undefined;
  readonly responseId?: string | undefined;
  /** Finish reasons, one per choice, in the order of the choices. */
  readonly finishReasons?: readonly string[];
  /** True when the server has reported the end of the answer. Finish reasons, where there are any, report the end too. */
  readonly isFinished?: boolean;
  /** Reason why the server stopped before the answer was whole. */
  readonly incompleteReason?: string | undefined;
  readonly serviceTier?: string | undefined;
  readonly systemFingerprint?: string | undefined;
  readonly conversationId?: string | undefined;
  /** Length of the vectors of an embedding. */
  readonly dimensions?: number | undefined;
  /** Data that only this endpoint reports and that is not content; undefined fields are left out. */
  readonly metadata?: Fields;
  /** Failure that the answer itself reports, under a successful HTTP status. */
  readonly failure?: Failure | undefined;
  /** Present on an answer that the server goes on with, or went on with, after the call that began it. */
  readonly background?: BackgroundAnswer | undefined;
}

/** Data about an answer in the background, which the application fetches by its id. */
export interface BackgroundAnswer {
  readonly id: string;
  /** Has a call wait for the rest of the answer; absent when the server has come to an end. */
  readonly wait?: ((call: WaitingCall) => void) | undefined;
  /** Times in milliseconds since 1970, as the server reports them. */
  readonly startedAt?: number | undefined;
  readonly endedAt?: number | undefined;
  /** Fields of the request, as far as the answer repeats them. */
  readonly request: Fields;
}

/** Call whose answer the server goes on with after the call. */
export interface WaitingCall {
  /** Records the rest of the answer and ends the call. */
  endFetched(answer: Answer): void;
  /** Ends the call as it stands. */
  endUnfetched(): void;
}

/** Call of a method of the package, as the application makes it. */
export interface MadeCall {
  readonly method: Method;
  readonly resource: unknown;
  readonly args: readonly unknown[];
  readonly client: unknown;
  readonly ofClient: SvcConfig | undefined;
}

/** Reason why a call failed. */
export interface Failure {
  /** Low-cardinality name of the failure, value of `error.type`. */
  readonly type: string;
  readonly message: string;
  /** Data about the failure that is not content, such as the number of attempts. */
  readonly metadata?: Fields;
}

/** Builder of an answer from the chunks of a stream. An accumulator keeps none of the chunks. */
export interface Accumulator {
  /** Adds one chunk. Returns true when the chunk brought content, not just its frame. */
  add(chunk: unknown): boolean;
  /** Returns the answer so far. */
  answer(): Answer;
}

/** Address that a client sends its calls to, and its provider. */
export interface Endpoint {
  /** Value of `gen_ai.provider.name`. */
  readonly provider: string;
  readonly address?: string;
  readonly port?: number;
}

/** Attribute that a field is written as, unless one of the fields in `before` is given. */
export interface FieldAttribute {
  readonly attribute: string;
  /** Reads the value of the attribute, where it differs from the field's. */
  readonly read?: ((value: unknown) => unknown) | undefined;
  readonly before: readonly string[];
}

/** Attributes by their field, so that a field that an object does not have costs nothing. */
export type AttributeTable = ReadonlyMap<string, FieldAttribute>;

/** Common parts of all calls of one package: attributes, parameters, media fields, and how its clients reach the network. */
export interface Library {
  /** Name of the package, for log lines. */
  readonly name: string;
  /** Way in which its objects reach the network; absent for an SDK made by Stainless. */
  readonly transport?: Transport;
  /** Returns the endpoint of a client. The engine calls it for every call. */
  readonly endpointOf: (client: unknown) => Endpoint;
  /**
   * Returns true for a client whose answers come from the application's own transport, where the promises of the package do not show
   * it. Every other answer is taken for the package's own reading of JSON.
   */
  readonly hasOwnTransport?: (client: unknown) => boolean;
  /** Returns the failure in a thrown value, where the errors of the package say more than those of other packages. */
  readonly failureOf?: (error: unknown) => Failure;
  readonly requestAttributes: AttributeTable;
  /** Attributes of the fields of an {@link Answer} that only this package writes, by the names of the fields. */
  readonly answerAttributes?: Readonly<Record<string, string>>;
  /** Request fields with content for the model. Of a request that is sent as JSON, arrays and objects in them stay the text. */
  readonly textFields: ReadonlySet<string>;
  readonly mediaFields: MediaFields;
}

/** Kind of model call, with the functions that read its request and its answer. */
export interface Operation extends RequestForm {
  readonly library: Library;
  /** Value of `gen_ai.operation.name` and first word of the observation's name. */
  readonly name: string;
  /**
   * Returns what the application passed, from all arguments and the object of the method. Must run no code of the application.
   * Default: the first argument.
   */
  readonly passedIn?: (args: readonly unknown[], resource: unknown) => unknown;
  /** Kind of observation the call is recorded as. */
  readonly type: "generation" | "embedding" | "guardrail" | "retriever";
  /** Attributes of every call, where the endpoint decides them, such as `gen_ai.output.type`. */
  readonly attributes?: Readonly<Record<string, string>>;
  /** Request fields that are recorded as model parameters. */
  readonly parameters: ReadonlySet<string>;
  /** Returns the input to record, from the fields of the request. */
  readonly input: (body: Fields) => unknown;
  /** Reads a whole answer. Of one that the package has not made of JSON itself, it is given only the plain data. */
  readonly answer: (data: unknown) => Answer;
  /** Makes the call of a method that calls no model, and that brings answers of others. It is not recorded as a call. */
  readonly make?: (operation: Operation, made: MadeCall) => unknown;
  /** True when `answer`, and the accumulator, are given the answer itself. They must then run no code of the application. */
  readonly readsItself?: true;
  /** Returns an accumulator for a streamed answer; absent for an endpoint that does not stream. */
  readonly accumulator?: () => Accumulator;
  /** Returns the signal with which the application can abort a streamed answer, where the stream itself does not hold it. */
  readonly signalIn?: (args: readonly unknown[]) => AbortSignal | undefined;
  /** Usage of a streamed answer, where the answer brings it only if the request asks for it. */
  readonly streamUsage?: StreamUsage | undefined;
  /** Returns the span that the package itself made of the call before the call, if any. The span is not sent to the service. */
  readonly spanIn?: (args: readonly unknown[]) => Span | undefined;
}

/** Operation of an endpoint that several packages have, without the package. */
export type EndpointOperation = Omit<Operation, "library">;

/** Request for the usage of a stream, on behalf of an application that does not ask for it. */
export interface StreamUsage {
  /** Returns the arguments with the request; undefined where no request is needed. Does not change the arguments. */
  readonly requestIn: (args: readonly unknown[]) => unknown[] | undefined;
  /** Restores a chunk to its form without the usage. Returns false for a chunk that the application must not see. */
  readonly hideIn: (chunk: unknown) => boolean;
}
