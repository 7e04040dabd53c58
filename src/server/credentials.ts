import { createHash, timingSafeEqual } from "node:crypto";
import { accessError } from "./http-errors.ts";

/** The key pair of a project. */
export interface KeyPair {
  readonly publicKey: string;
  readonly secretKey: string;
}

const WRONG_HOST_HINT = "Confirm that you've configured the correct host.";

/** Tells which requests carry the project's keys. */
export class Credentials {
  readonly #keys: KeyPair;
  readonly #log: (line: string) => void;
  #hasWarned = false;

  constructor(keys: KeyPair, log: (line: string) => void) {
    this.#keys = keys;
    this.#log = log;
  }

  /**
   * Lets a request with `Basic base64(publicKey:secretKey)` through and throws the answer for every other.
   * The secret key alone decides; a public key that does not belong to it is said once in the log.
   */
  check(authorization: string | undefined): void {
    if (!authorization) throw accessError(401, "No authorization header");
    const [scheme = "", value = ""] = authorization.trim().split(/\s+/, 2);
    switch (scheme.toLowerCase()) {
      case "basic":
        return this.#checkBasic(value);
      case "bearer":
        return this.#refuseBearer(value);
      default:
        throw accessError(401, "Invalid authorization header");
    }
  }

  #checkBasic(value: string): void {
    const pair = Buffer.from(value, "base64").toString("utf8");
    const separator = pair.indexOf(":");
    if (separator < 0 || !isSame(pair.slice(separator + 1), this.#keys.secretKey)) {
      throw accessError(401, `Invalid credentials. ${WRONG_HOST_HINT}`);
    }
    if (!this.#hasWarned && pair.slice(0, separator) !== this.#keys.publicKey) {
      this.#hasWarned = true;
      this.#log(`a client sent the right secret key with another public key than ${this.#keys.publicKey}; accepted`);
    }
  }

  /** A public key alone is enough for scores from browsers only. */
  #refuseBearer(value: string): never {
    if (!isSame(value, this.#keys.publicKey)) throw accessError(401, `Invalid public key. ${WRONG_HOST_HINT}`);
    throw accessError(403, "Access denied - insufficient permissions for this endpoint");
  }
}

/** Takes the same time wherever the texts differ, and however long they are. */
function isSame(given: string, expected: string): boolean {
  return timingSafeEqual(digest(given), digest(expected));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
