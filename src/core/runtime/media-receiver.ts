/** Media that an instrumentation took out of a value before writing the value on a span. */
export interface HandedMedia {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  /** Part of the observation that holds the media. */
  readonly field: "input" | "output" | "metadata";
  /** Text that stands in place of the media. */
  readonly tag: string;
}

/**
 * Function that takes media of a span and uploads them when the span is sent. Returns false when the receiver does not send
 * the span.
 */
export type MediaReceiver = (span: object, media: HandedMedia) => boolean;
