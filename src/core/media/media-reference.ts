import { concat } from "#platform/bytes";
import { serviceFetch } from "#platform/service-fetch";
import { bytesToBase64 } from "./base64.ts";
import { mediaTag, type MediaSource } from "./media.ts";

/** Contents of a media reference, the text that stands in place of media. */
export interface ParsedMediaReference {
  readonly mediaId: string;
  readonly source: MediaSource;
  readonly contentType: string;
}

/** Description of uploaded media by the service. */
export interface SvcMediaReferenceParams extends ParsedMediaReference {
  /** Signed address of the content. */
  readonly url: string;
  /** Time at which the address expires, ISO 8601. */
  readonly urlExpiry: string;
  /** Length of the content in bytes. */
  readonly contentLength?: number;
}

/** Time within which the next data must arrive, in milliseconds. Contract: "Limits", media content download. */
const INACTIVITY_TIMEOUT = 5_000;

/** Seconds before its expiry at which an address already counts as expired: the address must last for the download. */
const EXPIRY_THRESHOLD_SECONDS = 60;

export const MEDIA_REFERENCE_START = "@@@svcMedia:";

/** Pattern of a text that is a media reference: its type, its id and its source. */
export const MEDIA_REFERENCE: RegExp = /^@@@svcMedia:type=([^|@]+)\|id=([^|@]+)\|source=([^|@]+)@@@$/;

/** Pattern of the media references in a text, for `matchAll`: the type, the id and the source of each. */
export const MEDIA_REFERENCES: RegExp = /@@@svcMedia:type=([^|@]+)\|id=([^|@]+)\|source=([^|@]+)@@@/g;

/**
 * Reads a media reference, the text that stands in place of media. Throws a `TypeError` when the text is not a media
 * reference or lacks its type, id or source.
 */
export function parseMediaReference(text: string): ParsedMediaReference {
  const [, contentType, mediaId, source] = MEDIA_REFERENCE.exec(text) ?? [];
  if (contentType === undefined || mediaId === undefined || source === undefined) {
    throw new TypeError(
      `${JSON.stringify(text.slice(0, 100))} is no media reference: it must be @@@svcMedia:type=…|id=…|source=…@@@.`,
    );
  }
  return { contentType, mediaId, source: source as MediaSource };
}

/** Uploaded media with the address of their content. JSON contains the media reference. */
export class SvcMediaReference {
  readonly mediaId: string;
  readonly source: MediaSource;
  readonly contentType: string;
  readonly url: string;
  readonly urlExpiry: string;
  readonly contentLength: number | undefined;

  constructor(params: SvcMediaReferenceParams) {
    this.mediaId = params.mediaId;
    this.source = params.source;
    this.contentType = params.contentType;
    this.url = params.url;
    this.urlExpiry = params.urlExpiry;
    this.contentLength = params.contentLength;
  }

  /** Text that stands in place of the media. */
  get referenceString(): string {
    return mediaTag(this.contentType, this.mediaId, this.source);
  }

  /** Returns true when the address has expired or expires within `thresholdSeconds`. Default: 60. */
  isUrlExpired(thresholdSeconds: number = EXPIRY_THRESHOLD_SECONDS): boolean {
    return Date.parse(this.urlExpiry) - thresholdSeconds * 1000 <= Date.now();
  }

  /** Downloads the content. Rejects on an error status, and when no data arrives for 5 s. */
  async fetchBytes(): Promise<Uint8Array> {
    const stalled = new AbortController();
    const reason = new Error(`The media ${this.mediaId} sent no data for ${INACTIVITY_TIMEOUT / 1000} s.`);
    const stall = (): ReturnType<typeof setTimeout> => setTimeout(() => stalled.abort(reason), INACTIVITY_TIMEOUT);
    let timer = stall();
    try {
      const response = await serviceFetch(this.url, { signal: stalled.signal });
      if (!response.ok)
        throw new Error(`The media ${this.mediaId} could not be downloaded: status ${response.status}.`);
      const chunks: Uint8Array[] = [];
      const reader = (response.body as ReadableStream<Uint8Array> | null)?.getReader();
      for (let step = await reader?.read(); step?.value !== undefined; step = await reader?.read()) {
        clearTimeout(timer);
        timer = stall();
        chunks.push(step.value);
      }
      return new Uint8Array(concat(chunks));
    } finally {
      clearTimeout(timer);
    }
  }

  /** Downloads the content as base64. */
  async fetchBase64(): Promise<string> {
    return bytesToBase64(await this.fetchBytes());
  }

  /** Downloads the content as a data URI. */
  async fetchDataUri(): Promise<string> {
    return `data:${this.contentType};base64,${await this.fetchBase64()}`;
  }

  /** Returns the text that stands in place of the media. */
  toJSON(): string {
    return this.referenceString;
  }
}
