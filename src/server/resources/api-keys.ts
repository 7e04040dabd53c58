import { createHash, randomBytes, randomUUID } from "node:crypto";
import { type Records, type Statement, mustChange } from "../storage/records.ts";
import { sql } from "../storage/sql.ts";

/** Key pair of a project or of the organization. */
export interface KeyPair {
  readonly publicKey: string;
  readonly secretKey: string;
}

/** Key pair as stored: of the secret key only what identifies it. Times are milliseconds since 1970. */
export interface ApiKey {
  id: string;
  /** Id of the project; null for a key of the organization. */
  projectId: string | null;
  publicKey: string;
  /** Secret key without its middle part. */
  displaySecretKey: string;
  note: string | null;
  createdAt: number;
}

const COLUMNS = sql<ApiKey>`id, projectId, publicKey, displaySecretKey, note, createdAt`;

/** Creates a random key pair. */
export function createKeyPair(): KeyPair {
  return { publicKey: `pk-svc-${randomUUID()}`, secretKey: `sk-svc-${randomBytes(24).toString("hex")}` };
}

/** Hashes a secret key for storage. A fast hash is enough, because the keys are long and random. */
export function hashSecretKey(secretKey: string): string {
  return createHash("sha256").update(secretKey).digest("hex");
}

/** Builds the statement that stores a key pair, and returns it with the record it stores. */
export function insertApiKey(
  keys: KeyPair,
  projectId: string | null,
  note: string | null = null,
): { record: ApiKey; statement: Statement } {
  const { publicKey, secretKey } = keys;
  const record: ApiKey = {
    id: randomUUID(),
    projectId,
    publicKey,
    displaySecretKey: `${secretKey.slice(0, 6)}...${secretKey.slice(-4)}`,
    note,
    createdAt: Date.now(),
  };
  const { id, displaySecretKey, createdAt } = record;
  const statement = sql`INSERT INTO api_keys (${COLUMNS}, secretHash) VALUES
    (${id}, ${projectId}, ${publicKey}, ${displaySecretKey}, ${note}, ${createdAt}, ${hashSecretKey(secretKey)})`;
  return { record, statement };
}

/** Builds the statement that deletes a key pair of a project. The write fails when the project has no key pair with this id. */
export function deleteApiKey(projectId: string, id: string): Statement {
  return mustChange(sql`DELETE FROM api_keys WHERE projectId = ${projectId} AND id = ${id}`);
}

/** Returns the key pair with this secret key; undefined when there is none. */
export async function findBySecretKey(records: Records, secretKey: string): Promise<ApiKey | undefined> {
  return records.get(sql<ApiKey>`SELECT ${COLUMNS} FROM api_keys WHERE secretHash = ${hashSecretKey(secretKey)}`);
}

/** Returns the key pair with this public key; undefined when there is none. */
export async function findByPublicKey(records: Records, publicKey: string): Promise<ApiKey | undefined> {
  return records.get(sql<ApiKey>`SELECT ${COLUMNS} FROM api_keys WHERE publicKey = ${publicKey}`);
}

/** Lists the key pairs of a project, or of the organization (null), newest first. */
export async function listApiKeys(records: Records, projectId: string | null): Promise<ApiKey[]> {
  return records.all(
    sql<ApiKey>`SELECT ${COLUMNS} FROM api_keys WHERE projectId IS NOT DISTINCT FROM ${projectId} ORDER BY createdAt DESC, id`,
  );
}
