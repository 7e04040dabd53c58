import type { Fields, TokenUsage } from "@svc/core";

/** What an answer says about itself, whichever endpoint it came from. */
export interface Answer {
  readonly output?: unknown;
  /** The model that answered, as the server names it. */
  readonly model?: string | undefined;
  readonly usage?: TokenUsage | undefined;
  readonly responseId?: string | undefined;
  /** One per choice, in the order of the choices. */
  readonly finishReasons?: readonly string[];
  /** Whether the server has said that nothing more comes; where there are finish reasons, they say it. */
  readonly isFinished?: boolean;
  /** Why the server stopped before the answer was whole. */
  readonly incompleteReason?: string | undefined;
  readonly serviceTier?: string | undefined;
  readonly systemFingerprint?: string | undefined;
  readonly conversationId?: string | undefined;
  /** Length of the vectors of an embedding. */
  readonly dimensions?: number | undefined;
  /** What only this endpoint says and nobody said to or by the model; undefined fields are left out. */
  readonly metadata?: Fields;
  /** Set when the answer itself reports a failure, under a successful HTTP status. */
  readonly failure?: Failure | undefined;
}

/** Why a call failed. */
export interface Failure {
  /** Low-cardinality name of the failure, value of `error.type`. */
  readonly type: string;
  readonly message: string;
}

/** Builds an answer from the chunks of a stream. It keeps none of them. */
export interface Accumulator {
  /** Takes in one chunk; says whether it brought something of the answer, not just its frame. */
  add(chunk: unknown): boolean;
  /** What has been said so far. */
  answer(): Answer;
}

/**
 * Value of `gen_ai.operation.name` and first word of the observation's name. The first three are the conventions' own,
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

/** One kind of model call: how its request and its answer are read. A row of the table in `patched-classes.ts`. */
export interface Operation {
  readonly name: OperationName;
  /** Kind of observation the call is recorded as. */
  readonly type: "generation" | "embedding" | "guardrail";
  /** Value of `openai.api.type`, where the conventions have one. */
  readonly apiType?: "chat_completions" | "responses";
  /** Value of `gen_ai.output.type`, where the endpoint decides it. */
  readonly outputType?: "text" | "image" | "speech";
  /** Where its requests go, below the base address of the client. */
  readonly path: string;
  /** Parameters that are sent as a header, a list of them as one text. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Request fields that hold files: the request is a form, and they are described. */
  readonly files?: readonly string[];
  /** Request fields that are recorded as model parameters. */
  readonly parameters: ReadonlySet<string>;
  /** The input to record, from the fields of the request. */
  readonly input: (body: Fields) => unknown;
  /** Reads a whole answer, of which it is given what is data. */
  readonly answer: (data: unknown) => Answer;
  /** Whether `answer` is given the answer itself, and sees to it that nothing of the application runs when it is read. */
  readonly readsItself?: true;
  /** Reads a streamed answer; absent for an endpoint that does not stream. */
  readonly accumulator?: () => Accumulator;
  /** Whether a streamed answer brings its usage only when `stream_options.include_usage` asks for it. */
  readonly hidesStreamUsage?: true;
}
