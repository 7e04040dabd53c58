/** Media that an instrumentation took out of a value before it wrote the value on a span. */
export interface HandedMedia {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  /** Which part of the observation the media stands in. */
  readonly field: "input" | "output" | "metadata";
  /** The text that stands in its place. */
  readonly tag: string;
}

/** Takes media over for a span, to upload it when the span is sent; false when it does not send the span. */
export type MediaReceiver = (span: object, media: HandedMedia) => boolean;
