import type { Fields, TokenUsage } from "@svc/core/internal";

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
}

/** Reason why a call failed. */
export interface Failure {
  /** Low-cardinality name of the failure, value of `error.type`. */
  readonly type: string;
  readonly message: string;
}

/** Builder of an answer from the chunks of a stream. An accumulator keeps none of the chunks. */
export interface Accumulator {
  /** Adds one chunk. Returns true when the chunk brought content, not just its frame. */
  add(chunk: unknown): boolean;
  /** Returns the answer so far. */
  answer(): Answer;
}

/**
 * Value of `gen_ai.operation.name` and first word of the observation's name. The first three values are the conventions' own,
 * which have no word for the others.
 */
type OperationName =
  | "chat"
  | "text_completion"
  | "embeddings"
  | "image_generation"
  | "image_edit"
  | "image_variation"
  | "speech"
  | "transcription"
  | "translation"
  | "moderation"
  | "decision"
  | "compaction";

/** Kind of model call, with the functions that read its request and its answer. Used by the table in `patched-classes.ts`. */
export interface Operation {
  readonly name: OperationName;
  /** Kind of observation the call is recorded as. */
  readonly type: "generation" | "embedding" | "guardrail";
  /** Value of `openai.api.type`, where the conventions have one. */
  readonly apiType?: "chat_completions" | "responses";
  /** Value of `gen_ai.output.type`, where the endpoint decides it. */
  readonly outputType?: "text" | "image" | "speech";
  /** Path of the requests, below the base address of the client. */
  readonly path: string;
  /** Parameters that are sent as a header: the header's name by the parameter's. A list is sent as one text. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Request fields that hold files. Such a request is a form, and its files are described. */
  readonly files?: readonly string[];
  /** Request fields that are recorded as model parameters. */
  readonly parameters: ReadonlySet<string>;
  /** Returns the input to record, from the fields of the request. */
  readonly input: (body: Fields) => unknown;
  /** Reads a whole answer, of which it is given only the plain data. */
  readonly answer: (data: unknown) => Answer;
  /** True when `answer` is given the answer itself. `answer` must then run no code of the application. */
  readonly readsItself?: true;
  /** Returns an accumulator for a streamed answer; absent for an endpoint that does not stream. */
  readonly accumulator?: () => Accumulator;
  /** True when a streamed answer brings its usage only if `stream_options.include_usage` asks for it. */
  readonly hidesStreamUsage?: true;
}
