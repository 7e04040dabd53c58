/** Source of a media object's content. Part of the reference that stands in place of the content. */
export type MediaSource = "base64_data_uri" | "bytes";

/** Media that an instrumentation took out of a value before writing the value on a span. */
export interface HandedMedia {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  /** Part of the observation that holds the media. */
  readonly field: "input" | "output" | "metadata";
  readonly source: MediaSource;
}

/**
 * Function that takes media of a span and uploads them when the span is sent. Returns the reference that stands in place of the
 * media; undefined when the receiver does not send the span.
 */
export type MediaReceiver = (span: object, media: HandedMedia) => string | undefined;
