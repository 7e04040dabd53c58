import { answerLine, questionLine } from "@svc/core/internal/messages";

/** Trace as two lines: what it was asked, and what it answered. */
export interface TraceExcerpt {
  readonly traceId: string;
  readonly input: string;
  readonly output: string;
}

/** Most characters of the beginning, and of the end, of a content that are read for its line. */
export const EXCERPT_CHARACTERS = 32_768;

/** Most characters of a line. */
const MOST = 200;

/** Parts of the contents that the lines of a trace are made of, null for contents that it does not have. */
export interface ExcerptRow {
  readonly traceId: string;
  /** Beginning of the input. */
  readonly input: string | null;
  /** Beginning of the output. */
  readonly output: string | null;
  /** End of an output that is longer than its beginning. */
  readonly outputEnd: string | null;
}

/** Returns the two lines of a trace. */
export function excerptOf({ traceId, input, output, outputEnd }: ExcerptRow): TraceExcerpt {
  return {
    traceId,
    input: input === null ? "" : questionLine(input, MOST),
    output: output === null ? "" : answerLine(output, outputEnd, MOST),
  };
}
