import { serviceFetch } from "../delivery/service-fetch.ts";
import { bytesToBase64 } from "./base64.ts";
import { mediaTag, type MediaSource } from "./media.ts";

/** What the text that stands in place of media says. */
export interface ParsedMediaReference {
  readonly mediaId: string;
  readonly source: MediaSource;
  readonly contentType: string;
}

/** What the service says of uploaded media. */
export interface SvcMediaReferenceParams extends ParsedMediaReference {
  /** Signed address of the content. */
  readonly url: string;
  /** Until when the address works, ISO 8601. */
  readonly urlExpiry: string;
  /** Bytes. */
  readonly contentLength?: number;
}

/** Milliseconds within which the next data has to arrive. Contract: "Limits", media content download. */
const INACTIVITY_TIMEOUT = 5_000;

/** Before its end an address counts as expired, in seconds: it has to last for the download. */
const EXPIRY_THRESHOLD_SECONDS = 60;

const REFERENCE = /^@@@svcMedia:type=([^|@]+)\|id=([^|@]+)\|source=([^|@]+)@@@$/;

/** Reads the text that stands in place of media. Throws when it is none, or lacks its type, id or source. */
export function parseMediaReference(text: string): ParsedMediaReference {
  const [, contentType, mediaId, source] = REFERENCE.exec(text) ?? [];
  if (contentType === undefined || mediaId === undefined || source === undefined) {
    throw new TypeError(
      `${JSON.stringify(text.slice(0, 100))} is no media reference: it must be @@@svcMedia:type=…|id=…|source=…@@@.`,
    );
  }
  return { contentType, mediaId, source: source as MediaSource };
}

/** Media that was uploaded, with the address of its content. In JSON it is its reference. */
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

  /** The text that stands in place of the media. */
  get referenceString(): string {
    return mediaTag(this.contentType, this.mediaId, this.source);
  }

  /** Whether the address has expired, or does within the threshold. */
  isUrlExpired(thresholdSeconds: number = EXPIRY_THRESHOLD_SECONDS): boolean {
    return Date.parse(this.urlExpiry) - thresholdSeconds * 1000 <= Date.now();
  }

  /** Downloads the content. Rejects on an error status, and when no data arrives for 5 s. */
  async fetchBytes(): Promise<Uint8Array> {
    const stalled = new AbortController();
    const reason = new Error(`The media ${this.mediaId} sent no data for ${INACTIVITY_TIMEOUT / 1000} s.`);
    const timer = setTimeout(() => stalled.abort(reason), INACTIVITY_TIMEOUT);
    try {
      const response = await serviceFetch(this.url, { signal: stalled.signal });
      if (!response.ok)
        throw new Error(`The media ${this.mediaId} could not be downloaded: status ${response.status}.`);
      const chunks: Uint8Array[] = [];
      for await (const chunk of response.body ?? []) {
        timer.refresh();
        chunks.push(chunk);
      }
      return new Uint8Array(Buffer.concat(chunks));
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

  /** The text that stands in place of the media. */
  toJSON(): string {
    return this.referenceString;
  }
}
