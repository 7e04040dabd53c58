import type { Readable } from "node:stream";
import { loadOptionalPackages } from "../../optional-packages.ts";

// The parts of AWS's SDK that this service uses. The SDK's own types would have to be installed to build the service.

/** Request of the SDK, with the type of its answer. */
export interface Command<out Output> {
  /** Carries the type of the answer. Has no value. */
  readonly output?: Output;
}

type CommandClass<Output> = new (input: Readonly<Record<string, unknown>>) => Command<Output>;

/** Client of one S3-compatible service. */
export interface S3Client {
  readonly config: { region(): Promise<string>; credentials(): Promise<unknown> };
  send<Output>(command: Command<Output>): Promise<Output>;
  destroy(): void;
}

/** What the service says of an object. */
export interface ObjectHead {
  ContentLength?: number;
  ContentType?: string;
  /** In base64; missing when the service keeps none. */
  ChecksumSHA256?: string;
}

interface S3Package {
  readonly S3Client: new (options: Readonly<Record<string, unknown>>) => S3Client;
  readonly HeadBucketCommand: CommandClass<unknown>;
  readonly HeadObjectCommand: CommandClass<ObjectHead>;
  readonly GetObjectCommand: CommandClass<{ Body?: Readable }>;
  readonly PutObjectCommand: CommandClass<unknown>;
  readonly DeleteObjectsCommand: CommandClass<{ Errors?: Array<{ Key?: string; Code?: string }> }>;
  readonly ListObjectsV2Command: CommandClass<{ Contents?: Array<{ Key?: string }>; NextContinuationToken?: string }>;
}

interface PresignerPackage {
  readonly getSignedUrl: (
    client: S3Client,
    command: Command<unknown>,
    options: { expiresIn: number; signableHeaders?: Set<string>; unhoistableHeaders?: Set<string> },
  ) => Promise<string>;
}

/** Packages that this service needs for S3. */
export type S3Packages = S3Package & PresignerPackage;

/** Loads AWS's SDK. Throws when it is not installed. `source` names the setting that needs it. */
export function loadS3Packages(source: string): S3Packages {
  const [client, presigner] = loadOptionalPackages(["@aws-sdk/client-s3", "@aws-sdk/s3-request-presigner"], source);
  const { getSignedUrl } = presigner as PresignerPackage;
  return { ...(client as S3Package), getSignedUrl };
}
