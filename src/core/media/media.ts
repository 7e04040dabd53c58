import { toBase64 } from "#platform/bytes";
import { sha256 } from "#platform/sha256";
import { logger } from "../logging/logger.ts";
import type { MediaSource } from "../runtime/media-receiver.ts";
import { parseDataUri } from "./data-uri.ts";

export type { MediaSource };

/** Parameters of `SvcMedia`: content as a data URI, or as bytes with their type. */
export type SvcMediaParams =
  | { source: "base64_data_uri"; base64DataUri: string }
  | { source: "bytes"; contentBytes: Uint8Array; contentType: string };

/** Media content and its type, as they are uploaded. */
export interface MediaContent {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

/** Returns the SHA-256 of the content in base64. The service checks the upload with this hash. */
export function mediaHash(bytes: Uint8Array): string {
  return toBase64(sha256(bytes));
}

/**
 * Returns the id of media content: the first 22 characters of its hash in the URL-safe alphabet. The same content has the
 * same id.
 */
export function mediaIdOf(hash: string): string {
  return hash.replaceAll("+", "-").replaceAll("/", "_").slice(0, 22);
}

/** Returns the text that stands in place of uploaded content. */
export function mediaTag(contentType: string, id: string, source: MediaSource): string {
  return `@@@svcMedia:type=${contentType}|id=${id}|source=${source}@@@`;
}

/**
 * Image, sound or document in an observation's input, output or metadata. The content is uploaded apart from the span, and
 * a reference stands in its place. Content that cannot be read is logged as an error and has no id.
 */
export class SvcMedia {
  readonly #content: MediaContent | undefined;
  readonly #source: MediaSource;
  #hash: string | undefined;

  constructor(params: SvcMediaParams) {
    this.#source = params.source;
    this.#content =
      params.source === "bytes"
        ? { bytes: params.contentBytes, contentType: params.contentType }
        : parseDataUri(params.base64DataUri);
    if (this.#content === undefined)
      logger.errorOnce(
        "SvcMedia has no content: base64DataUri is not a base64 data URI. Pass `data:<type>;base64,<content>`, or contentBytes and contentType.",
      );
  }

  /** Length of the content in bytes; undefined when the content could not be read. */
  get contentLength(): number | undefined {
    return this.#content?.bytes.length;
  }

  /** Content with its type; undefined when the content could not be read. */
  get content(): MediaContent | undefined {
    return this.#content;
  }

  /** Content as a data URI; undefined when the content could not be read. */
  get base64DataUri(): string | undefined {
    if (this.#content === undefined) return undefined;
    const { contentType, bytes } = this.#content;
    return `data:${contentType};base64,${toBase64(bytes)}`;
  }

  /** Returns the SHA-256 of the content in base64; undefined when the content could not be read. */
  async getSha256Hash(): Promise<string | undefined> {
    return this.#sha256();
  }

  /** Returns the id of the content, 22 characters; undefined when the content could not be read. */
  async getId(): Promise<string | undefined> {
    const hash = this.#sha256();
    return hash && mediaIdOf(hash);
  }

  /** Returns the reference that stands in place of the content; undefined when the content could not be read. */
  async getTag(): Promise<string | undefined> {
    const hash = this.#sha256();
    return hash && mediaTag(this.#content!.contentType, mediaIdOf(hash), this.#source);
  }

  /** Returns the content as a data URI, which the span processor finds in JSON and uploads. */
  toJSON(): string {
    return this.base64DataUri ?? "<no media content>";
  }

  #sha256(): string | undefined {
    if (this.#content !== undefined) this.#hash ??= mediaHash(this.#content.bytes);
    return this.#hash;
  }
}
