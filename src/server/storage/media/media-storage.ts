import type { Readable } from "node:stream";

/** Key of a media record and its content. */
export interface MediaKey {
  projectId: string;
  id: string;
}

/** Content as the client announced it. */
export interface ExpectedContent {
  /** Length in bytes. */
  contentLength: number;
  /** SHA-256 hash in base64. */
  sha256Hash: string;
  contentType: string;
}

/** Address that works without keys, and the time at which it expires. */
export interface SignedAddress {
  url: string;
  /** Time in ISO 8601. */
  expiry: string;
}

/** Lifetime of the addresses of contents: one hour. */
export const ADDRESS_LIFETIME_MS = 3_600_000;

/** Transfer of contents through the service: it signs the addresses itself and answers them. */
export interface ServiceTransfer {
  readonly kind: "service";
  /**
   * Stores the content of a request, as a whole or not at all. Returns the problem of a wrong content, which is not stored;
   * undefined for a right one.
   */
  store(key: MediaKey, incoming: Readable, expected: ExpectedContent): Promise<string | undefined>;
}

/** Transfer of contents between the clients and the storage: the storage signs the addresses and answers them. */
export interface DirectTransfer {
  readonly kind: "direct";
  /** Origin of the addresses, such as `https://bucket.s3.eu-central-1.amazonaws.com`. */
  readonly origin: string;
  /** Returns an address that takes this content and refuses one of another type, length or hash. */
  uploadUrl(key: MediaKey, expected: ExpectedContent): Promise<string>;
  /** Returns an address that answers the content with this type. */
  downloadAddress(key: MediaKey, contentType: string): Promise<SignedAddress>;
  /**
   * Returns why the content that the storage has is not the expected one, or that it has none; undefined for the right one.
   * Rejects with {@link MediaUnavailable}.
   */
  problemOf(key: MediaKey, expected: ExpectedContent): Promise<string | undefined>;
}

/** Port to the contents of media. Their records are in the database. */
export interface MediaStorage {
  /** Way of contents from the clients to the storage and back. */
  readonly transfer: ServiceTransfer | DirectTransfer;
  /** Returns the content as a stream; undefined for a missing content. Rejects with {@link MediaUnavailable}. */
  read(key: MediaKey): Promise<Readable | undefined>;
  /** Removes contents. Missing contents are no error. Rejects with {@link MediaUnavailable}. */
  remove(media: readonly MediaKey[]): Promise<void>;
  /** Removes all contents of a project. Rejects with {@link MediaUnavailable}. */
  removeProject(projectId: string): Promise<void>;
  /** Gives connections back. */
  close(): void;
}

/** Error for a storage of media that cannot be reached or refuses its work. A later attempt may succeed. */
export class MediaUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "MediaUnavailable";
  }
}
