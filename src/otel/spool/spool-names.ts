import { createHash } from "node:crypto";

/** Parts of the name of a file of the spool. */
export interface SpoolFileName {
  readonly name: string;
  /** Owner of the file: one spool of one process. */
  readonly owner: string;
  /** Hash of the destination of the spans. */
  readonly destination: string;
}

// The ending names the version of the format: another version leaves the files alone.
const SPANS = /^([0-9a-f]{8}-[0-9a-f]{16})-([0-9a-f]{12})-\d+\.spans1$/;
const LOCK = /^([0-9a-f]{8}-[0-9a-f]{16})\.lock$/;

/** Returns a hash of a text as hexadecimal digits. Nothing of a key or an address can be read from it. */
export function hashOf(text: string, digits: number): string {
  return createHash("sha256").update(text).digest("hex").slice(0, digits);
}

/** Returns the name of a file with spans. */
export function spansName(owner: string, destination: string, number: number): string {
  return `${owner}-${destination}-${number}.spans1`;
}

/** Returns the name of the file that shows that an owner lives. */
export function lockName(owner: string): string {
  return `${owner}.lock`;
}

/** Returns the parts of the name of a file with spans; undefined for any other file. */
export function parseSpansName(name: string): SpoolFileName | undefined {
  const [, owner, destination] = SPANS.exec(name) ?? [];
  return owner !== undefined && destination !== undefined ? { name, owner, destination } : undefined;
}

/** Returns the owner whose lock has this name; undefined for any other file. */
export function parseLockName(name: string): string | undefined {
  return LOCK.exec(name)?.[1];
}
