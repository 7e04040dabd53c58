import { createHash, randomBytes, randomUUID } from "node:crypto";
import type { Records, Row, Statement } from "../storage/records.ts";
import type { KeyPair } from "./key-pair.ts";

/** A key pair as it is stored: of the secret key only what identifies it. Times are milliseconds since 1970. */
export interface ApiKey {
  id: string;
  /** Null for a key of the organization. */
  projectId: string | null;
  publicKey: string;
  /** The secret key with its middle left out. */
  displaySecretKey: string;
  note: string | null;
  createdAt: number;
}

const COLUMNS = "id, projectId, publicKey, displaySecretKey, note, createdAt";

/** A new pair of keys that no one can guess. */
export function createKeyPair(): KeyPair {
  return { publicKey: `pk-svc-${randomUUID()}`, secretKey: `sk-svc-${randomBytes(24).toString("hex")}` };
}

/** What is kept of a secret key. The keys are long and random, so that a fast hash cannot be turned around either. */
export function hashSecretKey(secretKey: string): string {
  return createHash("sha256").update(secretKey).digest("hex");
}

/** The statement that stores a key pair, and the record it stores. */
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
  const statement: Statement = {
    sql: `INSERT INTO api_keys (${COLUMNS}, secretHash) VALUES (?, ?, ?, ?, ?, ?, ?)`,
    values: [id, projectId, publicKey, displaySecretKey, note, createdAt, hashSecretKey(secretKey)],
  };
  return { record, statement };
}

/** Removes a key pair of a project. Changes nothing when it has none with this id. */
export function deleteApiKey(projectId: string, id: string): Statement {
  return { sql: "DELETE FROM api_keys WHERE projectId = ? AND id = ?", values: [projectId, id], mustChange: true };
}

/** The key pair that a secret key belongs to. */
export function findBySecretKey(records: Records, secretKey: string): ApiKey | undefined {
  return asApiKey(records.get(`SELECT ${COLUMNS} FROM api_keys WHERE secretHash = ?`, hashSecretKey(secretKey)));
}

/** The key pair with this public key. */
export function findByPublicKey(records: Records, publicKey: string): ApiKey | undefined {
  return asApiKey(records.get(`SELECT ${COLUMNS} FROM api_keys WHERE publicKey = ?`, publicKey));
}

/** The key pairs of a project, or those of the organization (null), newest first. */
export function listApiKeys(records: Records, projectId: string | null): ApiKey[] {
  return records.all(
    `SELECT ${COLUMNS} FROM api_keys WHERE projectId IS ? ORDER BY createdAt DESC, id`,
    projectId,
  ) as unknown as ApiKey[];
}

function asApiKey(row: Row | undefined): ApiKey | undefined {
  return row as ApiKey | undefined;
}
