import type { MediaKey } from "../media-storage.ts";

/** Bucket, and the prefix of the keys in it. */
export interface S3Place {
  bucket: string;
  /** Start of every key: empty, or a path with a slash at its end. */
  prefix: string;
}

const EXPECTED = "an address such as s3://bucket or s3://bucket/prefix is expected";
const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;

/** Reads `s3://bucket/prefix`. Throws for any other text. `source` names where the text came from. */
export function parseS3Place(text: string, source: string): S3Place {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined) throw new Error(`${source}: ${EXPECTED}.`);
  const { protocol, username, password, hostname, port, pathname, search, hash } = url;
  if (protocol !== "s3:")
    throw new Error(`${source}: ${protocol}// is no storage that this service knows: ${EXPECTED}.`);
  if (username !== "" || password !== "") {
    throw new Error(
      `${source}: remove the credentials from the address. Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
    );
  }
  if (port + search + hash !== "") throw new Error(`${source}: ${EXPECTED}, without port, query and fragment.`);
  if (!BUCKET.test(hostname)) throw new Error(`${source}: "${hostname}" cannot be the name of a bucket: ${EXPECTED}.`);
  const path = decoded(pathname, source).replaceAll(/^\/+|(?<!\/)\/+$/g, "");
  return { bucket: hostname, prefix: path === "" ? "" : `${path}/` };
}

function decoded(path: string, source: string): string {
  try {
    return decodeURIComponent(path);
  } catch (error) {
    throw new Error(`${source}: "${path}" cannot be a prefix: ${EXPECTED}.`, { cause: error });
  }
}

/** Returns the key of a content in its bucket. */
export function objectKey({ prefix }: S3Place, { projectId, id }: MediaKey): string {
  return `${prefixOfProject({ prefix }, projectId)}${id}`;
}

/** Returns the start of the keys of all contents of a project. */
export function prefixOfProject({ prefix }: Pick<S3Place, "prefix">, projectId: string): string {
  return `${prefix}${encodeURIComponent(projectId)}/`;
}
