import type { Fields } from "./fields.ts";
import type { TokenUsage } from "./token-usage.ts";

/** What an answer says about itself, whichever endpoint it came from. */
export interface Answer {
  readonly output?: unknown;
  /** The model that answered, as the server names it. */
  readonly model?: string | undefined;
  readonly usage?: TokenUsage | undefined;
  readonly responseId?: string | undefined;
  /** One per choice, in the order of the choices. */
  readonly finishReasons?: readonly string[];
  readonly serviceTier?: string | undefined;
  readonly systemFingerprint?: string | undefined;
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

/** One kind of model call: how its request and its answer are read. A row of the table in `patched-classes.ts`. */
export interface Operation {
  /** Value of `gen_ai.operation.name` and the first word of the observation's name. */
  readonly name: "chat" | "text_completion" | "embeddings" | "generate_content";
  /** Kind of observation the call is recorded as. */
  readonly type: "generation" | "embedding";
  /** Value of `openai.api.type`, where the conventions have one. */
  readonly apiType?: "chat_completions" | "responses";
  /** Request fields that are recorded as model parameters. */
  readonly parameters: readonly string[];
  /** The input to record, from the request body. */
  readonly input: (body: Fields) => unknown;
  /** Reads a whole answer. */
  readonly answer: (data: unknown) => Answer;
  /** Reads a streamed answer; absent for an endpoint that does not stream. */
  readonly accumulator?: () => Accumulator;
}
