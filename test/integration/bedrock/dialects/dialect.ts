/** One model in a dialect: the same answer, plain and streamed. */
export interface Dialect {
  readonly name: string;
  readonly model: string;
  readonly request: Readonly<Record<string, unknown>>;
  readonly answer: Readonly<Record<string, unknown>>;
  /** Response headers that count the tokens of the plain answer. */
  readonly counts?: Readonly<Record<"input" | "output" | "cache-read-input" | "cache-write-input", number>>;
  /** Chunks of the stream; absent for models that do not stream. */
  readonly chunks?: ReadonlyArray<Readonly<Record<string, unknown>>>;
  readonly expected: {
    readonly operation: string;
    readonly input: string;
    readonly output: unknown;
    readonly streamedOutput?: unknown;
    readonly reasons?: readonly string[];
    readonly usage: unknown;
    /** Attributes of the request's parameters. */
    readonly parameters?: Readonly<Record<string, unknown>>;
  };
}

export const QUESTION = "Which city is the capital of Norway?";
export const ANSWER = "Oslo is the capital.";

/** Counts of the tokens as Bedrock adds them to the last chunk of every stream. */
export function metrics(inputTokenCount: number, outputTokenCount: number, others = {}): Record<string, unknown> {
  return { "amazon-bedrock-invocationMetrics": { inputTokenCount, outputTokenCount, invocationLatency: 5, ...others } };
}

export function counts(input: number, output: number, cacheRead = 0, cacheWrite = 0): NonNullable<Dialect["counts"]> {
  return { input, output, "cache-read-input": cacheRead, "cache-write-input": cacheWrite };
}

/** Usage of an answer without cached tokens. */
export const USED = { input: 9, output: 4, total: 13 };
