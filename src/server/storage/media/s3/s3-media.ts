import { createHash } from "node:crypto";
import { pipeline } from "node:stream/promises";
import type { Readable } from "node:stream";
import {
  ADDRESS_LIFETIME_MS,
  type DirectTransfer,
  type ExpectedContent,
  type MediaKey,
  type MediaStorage,
  MediaUnavailable,
  type SignedAddress,
} from "../media-storage.ts";
import { contentHeaders } from "../content-headers.ts";
import { MEDIA_URL_VARIABLE } from "../media-url.ts";
import { type Command, type ObjectHead, type S3Client, type S3Packages, loadS3Packages } from "./s3-packages.ts";
import { type S3Place, objectKey, parseS3Place, prefixOfProject } from "./s3-place.ts";

/** Most keys in one request that removes objects. */
const MAX_REMOVED = 1_000;

const CONNECTION_TIMEOUT_MS = 5_000;
const SOCKET_TIMEOUT_MS = 30_000;

/** Headers that an upload must repeat, so that the storage refuses a content of another type, length or hash. */
const SIGNED_HEADERS: ReadonlySet<string> = new Set(["content-type", "content-length"]);
const CHECKSUM_HEADERS: ReadonlySet<string> = new Set(["x-amz-checksum-sha256"]);

/**
 * Opens the storage of media in a bucket. Region, credentials and endpoint come from the variables and files of AWS's SDK. An
 * own endpoint (`AWS_ENDPOINT_URL_S3`, `AWS_ENDPOINT_URL`) is addressed with the bucket in the path, as MinIO and others expect.
 *
 * Rejects for an address that cannot be read, without the SDK, without region or credentials, and for a bucket that does not
 * exist. A bucket that cannot be checked is logged.
 */
export async function openS3Media(
  mediaUrl: string,
  onStored: (bytes: number) => void,
  log: (line: string) => void,
): Promise<MediaStorage> {
  const place = parseS3Place(mediaUrl, MEDIA_URL_VARIABLE);
  const packages = loadS3Packages(MEDIA_URL_VARIABLE);
  const client = new packages.S3Client({
    forcePathStyle: Boolean(process.env["AWS_ENDPOINT_URL_S3"] || process.env["AWS_ENDPOINT_URL"]),
    // Other checksums than the one of the content are not known to every compatible service.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: CONNECTION_TIMEOUT_MS, socketTimeout: SOCKET_TIMEOUT_MS },
  });
  try {
    await checkBucket(client, packages, place, log);
    const anyAddress = await packages.getSignedUrl(
      client,
      new packages.GetObjectCommand({ Bucket: place.bucket, Key: "-" }),
      { expiresIn: 1 },
    );
    return new S3Media(client, packages, place, new URL(anyAddress).origin, onStored);
  } catch (error) {
    client.destroy();
    throw error;
  }
}

async function checkBucket(
  client: S3Client,
  { HeadBucketCommand }: S3Packages,
  { bucket }: S3Place,
  log: (line: string) => void,
): Promise<void> {
  try {
    await client.config.region();
    await client.config.credentials();
  } catch (error) {
    const advice = "Set AWS_REGION, and AWS_ACCESS_KEY_ID with AWS_SECRET_ACCESS_KEY or another source of AWS's SDK";
    throw new Error(`${MEDIA_URL_VARIABLE}: ${messageOf(error)}. ${advice}.`, { cause: error });
  }
  try {
    await client.send(new HeadBucketCommand({ Bucket: bucket }));
  } catch (error) {
    if (statusOf(error) === 404) {
      throw new Error(`${MEDIA_URL_VARIABLE}: there is no bucket ${bucket}. Create it, or correct the address.`, {
        cause: error,
      });
    }
    log(`the bucket ${bucket} for media could not be checked: ${messageOf(error)}. Uploads may fail until it answers`);
  }
}

/** Contents of media in a bucket. Clients put them there and fetch them from there themselves. */
class S3Media implements MediaStorage {
  readonly transfer: DirectTransfer;
  readonly #client: S3Client;
  readonly #packages: S3Packages;
  readonly #place: S3Place;
  readonly #onStored: (bytes: number) => void;

  constructor(
    client: S3Client,
    packages: S3Packages,
    place: S3Place,
    origin: string,
    onStored: (bytes: number) => void,
  ) {
    this.#client = client;
    this.#packages = packages;
    this.#place = place;
    this.#onStored = onStored;
    this.transfer = {
      kind: "direct",
      origin,
      uploadUrl: async (key, expected) => this.#uploadUrl(key, expected),
      downloadAddress: async (key, contentType) => this.#downloadAddress(key, contentType),
      problemOf: async (key, expected) => this.#problemOf(key, expected),
    };
  }

  async read(key: MediaKey): Promise<Readable | undefined> {
    const { GetObjectCommand } = this.#packages;
    const found = await this.#sendIfFound(new GetObjectCommand(this.#object(key)));
    return found?.Body;
  }

  async remove(media: readonly MediaKey[]): Promise<void> {
    await this.#removeKeys(media.map((key) => objectKey(this.#place, key)));
  }

  async removeProject(projectId: string): Promise<void> {
    const { ListObjectsV2Command } = this.#packages;
    const Prefix = prefixOfProject(this.#place, projectId);
    let ContinuationToken: string | undefined;
    do {
      const listed = await this.#send(
        new ListObjectsV2Command({ Bucket: this.#place.bucket, Prefix, ContinuationToken }),
      );
      await this.#removeKeys((listed.Contents ?? []).flatMap(({ Key }) => Key ?? []));
      ContinuationToken = listed.NextContinuationToken;
    } while (ContinuationToken !== undefined);
  }

  close(): void {
    this.#client.destroy();
  }

  async #uploadUrl(key: MediaKey, { contentType, contentLength, sha256Hash }: ExpectedContent): Promise<string> {
    const { PutObjectCommand, getSignedUrl } = this.#packages;
    const command = new PutObjectCommand({
      ...this.#object(key),
      ContentType: contentType,
      ContentLength: contentLength,
      ChecksumSHA256: sha256Hash,
    });
    return getSignedUrl(this.#client, command, {
      expiresIn: ADDRESS_LIFETIME_MS / 1_000,
      signableHeaders: new Set(SIGNED_HEADERS),
      unhoistableHeaders: new Set(CHECKSUM_HEADERS),
    });
  }

  async #downloadAddress(key: MediaKey, contentType: string): Promise<SignedAddress> {
    const { GetObjectCommand, getSignedUrl } = this.#packages;
    const expiry = new Date(Date.now() + ADDRESS_LIFETIME_MS).toISOString();
    const headers = contentHeaders(contentType);
    const command = new GetObjectCommand({
      ...this.#object(key),
      ResponseContentType: contentType,
      ResponseCacheControl: headers["Cache-Control"],
      ResponseContentDisposition: headers["Content-Disposition"],
    });
    return { url: await getSignedUrl(this.#client, command, { expiresIn: ADDRESS_LIFETIME_MS / 1_000 }), expiry };
  }

  async #problemOf(key: MediaKey, expected: ExpectedContent): Promise<string | undefined> {
    const { HeadObjectCommand } = this.#packages;
    const head = await this.#sendIfFound(new HeadObjectCommand({ ...this.#object(key), ChecksumMode: "ENABLED" }));
    if (head === undefined) return "the content has not arrived";
    const problem = headProblem(head, expected) ?? (await this.#hashProblem(key, head, expected));
    if (problem === undefined) this.#onStored(expected.contentLength);
    return problem;
  }

  /** Compares the hashes. Reads the content when the storage keeps no hash. */
  async #hashProblem(key: MediaKey, head: ObjectHead, { sha256Hash }: ExpectedContent): Promise<string | undefined> {
    const hash = head.ChecksumSHA256 ?? (await this.#hashOf(key));
    return hash === sha256Hash ? undefined : "the content has another SHA-256 than was announced";
  }

  async #hashOf(key: MediaKey): Promise<string | undefined> {
    const content = await this.read(key);
    if (content === undefined) return undefined;
    const hash = createHash("sha256");
    try {
      await pipeline(content, hash);
    } catch (error) {
      throw this.#unavailable(error);
    }
    return hash.digest("base64");
  }

  async #removeKeys(keys: readonly string[]): Promise<void> {
    const { DeleteObjectsCommand } = this.#packages;
    for (let start = 0; start < keys.length; start += MAX_REMOVED) {
      const Objects = keys.slice(start, start + MAX_REMOVED).map((Key) => ({ Key }));
      const { Errors = [] } = await this.#send(
        new DeleteObjectsCommand({ Bucket: this.#place.bucket, Delete: { Objects, Quiet: true } }),
      );
      if (Errors.length > 0) throw this.#unavailable(new Error(`${Errors.length} objects stay: ${Errors[0]?.Code}`));
    }
  }

  #object(key: MediaKey): Record<string, unknown> {
    return { Bucket: this.#place.bucket, Key: objectKey(this.#place, key) };
  }

  async #sendIfFound<Output>(command: Command<Output>): Promise<Output | undefined> {
    try {
      return await this.#client.send(command);
    } catch (error) {
      if (statusOf(error) === 404) return undefined;
      throw this.#unavailable(error);
    }
  }

  async #send<Output>(command: Command<Output>): Promise<Output> {
    try {
      return await this.#client.send(command);
    } catch (error) {
      throw this.#unavailable(error);
    }
  }

  #unavailable(cause: unknown): MediaUnavailable {
    return new MediaUnavailable(`the bucket ${this.#place.bucket} of media: ${messageOf(cause)}`, { cause });
  }
}

function headProblem({ ContentLength, ContentType }: ObjectHead, expected: ExpectedContent): string | undefined {
  const { contentLength, contentType } = expected;
  if (ContentLength !== contentLength) return `the content has ${ContentLength} bytes, ${contentLength} were announced`;
  if (ContentType !== contentType) return `the content is ${ContentType}, ${contentType} was announced`;
  return undefined;
}

/** Returns the status of the storage's answer; undefined without an answer. */
function statusOf(error: unknown): number | undefined {
  return (error as { $metadata?: { httpStatusCode?: number } }).$metadata?.httpStatusCode;
}

/** Returns name and message of an error of the SDK, whose message alone may be `UnknownError`. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { name, message } = error;
  const status = statusOf(error);
  return `${name === "Error" ? "" : `${name}: `}${message}${status === undefined ? "" : ` (status ${status})`}`;
}
