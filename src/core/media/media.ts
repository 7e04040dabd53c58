import { createHash } from "node:crypto";
import { logger } from "../logging/logger.ts";

/** Where the content of a media object comes from. Part of the reference that stands in its place. */
export type MediaSource = "base64_data_uri" | "bytes";

/** Content as a data URI, or as bytes with their type. */
export type SvcMediaParams =
  | { source: "base64_data_uri"; base64DataUri: string }
  | { source: "bytes"; contentBytes: Uint8Array; contentType: string };

/** Content and its type, as they are uploaded. */
export interface MediaContent {
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

/** SHA-256 of the content in base64: the service checks the upload with it. */
export function mediaHash(bytes: Uint8Array): string {
  return createHash("sha256").update(bytes).digest("base64");
}

/** Id of media content: the first 22 characters of its hash in the URL-safe alphabet. The same content has the same id. */
export function mediaIdOf(hash: string): string {
  return hash.replaceAll("+", "-").replaceAll("/", "_").slice(0, 22);
}

/** The text that stands in place of uploaded content. */
export function mediaTag(contentType: string, id: string, source: MediaSource): string {
  return `@@@svcMedia:type=${contentType}|id=${id}|source=${source}@@@`;
}

/** Content of a `data:` URI in base64, of either alphabet; undefined when it is none. */
export function parseDataUri(uri: string): MediaContent | undefined {
  const comma = uri.indexOf(",");
  const head = uri.slice(0, comma);
  if (comma < 0 || !head.startsWith("data:") || !head.endsWith(";base64")) return undefined;
  const contentType = head.slice("data:".length).split(";")[0]!;
  return contentType === "" ? undefined : { contentType, bytes: Buffer.from(uri.slice(comma + 1), "base64") };
}

/**
 * An image, a sound or a document in an observation's input, output or metadata. It is uploaded apart from the span, and
 * a reference stands in its place. What cannot be read as media is said once and has no id.
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
    if (this.#content === undefined) logger.errorOnce("SvcMedia was not given a base64 data URI: it has no content.");
  }

  /** Length of the content in bytes. */
  get contentLength(): number | undefined {
    return this.#content?.bytes.length;
  }

  /** The content with its type; undefined when it could not be read. */
  get content(): MediaContent | undefined {
    return this.#content;
  }

  /** The content as a data URI. */
  get base64DataUri(): string | undefined {
    if (this.#content === undefined) return undefined;
    const { contentType, bytes } = this.#content;
    return `data:${contentType};base64,${Buffer.from(bytes).toString("base64")}`;
  }

  /** SHA-256 of the content in base64. */
  async getSha256Hash(): Promise<string | undefined> {
    return this.#sha256();
  }

  /** Id of the content, 22 characters. */
  async getId(): Promise<string | undefined> {
    const hash = this.#sha256();
    return hash && mediaIdOf(hash);
  }

  /** The reference that stands in place of the content. */
  async getTag(): Promise<string | undefined> {
    const hash = this.#sha256();
    return hash && mediaTag(this.#content!.contentType, mediaIdOf(hash), this.#source);
  }

  /** Inside JSON the content is its data URI, which the span processor finds and uploads. */
  toJSON(): string {
    return this.base64DataUri ?? "<no media content>";
  }

  #sha256(): string | undefined {
    if (this.#content !== undefined) this.#hash ??= mediaHash(this.#content.bytes);
    return this.#hash;
  }
}
