import type { IncomingMessage } from "node:http";
import { LOCAL_KEYS } from "@svc/core/internal";
import { type LocalUse, isLocalRequest, isLoopbackAddress } from "../http/local-request.ts";
import { LOCAL_PROJECT } from "../storage/local-project.ts";
import { type Records, RecordsUnavailable } from "../storage/records.ts";
import { type KeyPair, hasApiKey } from "../resources/api-keys.ts";

/** Option of the command that opens the local project to the machine of the service whatever else it is started with. */
export const OPEN_OPTION = "--open-to-this-machine";

/** Settings of a service that say whether others are meant to reach it. */
export interface Exposure {
  /** Addresses that the service listens on, for requests and for its measurements. */
  readonly hosts: readonly string[];
  readonly keys: KeyPair | undefined;
  readonly publicUrl: string | undefined;
  readonly hasSignIn: boolean;
  /** Decides on its own unless it is undefined. */
  readonly openToThisMachine: boolean | undefined;
}

/** Settings that close the local project to callers without keys, each with the reason for people. */
const CLOSING: ReadonlyArray<readonly [isClosing: (exposure: Exposure) => boolean, reason: string]> = [
  [({ openToThisMachine }) => openToThisMachine === false, "it was started so"],
  [({ hosts }) => !hosts.every(isOfThisMachine), "other machines can reach an address that it listens on"],
  [({ keys }) => keys !== undefined, "it was started with a key pair of its own"],
  [({ hasSignIn }) => hasSignIn, "people sign in to it"],
  [({ publicUrl }) => publicUrl !== undefined, "it has a public address"],
];

const OWN_KEYS_STORED = "a key pair was made for the local project";

/** Secret keys that stand, or stood, in documents and compositions: everyone knows them. */
const PUBLISHED_SECRET_KEYS: ReadonlySet<string> = new Set([LOCAL_KEYS.secretKey, "sk-svc-compose", "sk-…", "sk-..."]);

/**
 * The one rule of who may use the local project without a key pair of the service's own, that is without keys or with the pair that
 * everyone knows (`LOCAL_KEYS`): requests of its own machine, and these only while nobody else is meant to reach the service.
 */
export class LocalAccess {
  readonly #records: Records;
  readonly #isOpened: boolean;
  readonly #closedBy: string | undefined;
  /** True when the local project had a key pair as of the latest answer of the database; undefined before the first. */
  #hadKeys: boolean | undefined;

  constructor(records: Records, exposure: Exposure) {
    this.#records = records;
    this.#isOpened = exposure.openToThisMachine === true;
    this.#closedBy = CLOSING.find(([isClosing]) => isClosing(exposure))?.[1];
  }

  /** Resolves to the reason why nobody may; undefined while requests of this machine may. */
  async closedBecause(): Promise<string | undefined> {
    if (this.#isOpened) return undefined;
    if (this.#closedBy !== undefined) return this.#closedBy;
    return (await this.#hasKeys()) ? OWN_KEYS_STORED : undefined;
  }

  /** While the database does not answer, nobody makes a key pair: what it answered last is still true, and spans are stored. */
  async #hasKeys(): Promise<boolean> {
    try {
      this.#hadKeys = await hasApiKey(this.#records, LOCAL_PROJECT.id);
    } catch (error) {
      if (!(error instanceof RecordsUnavailable) || this.#hadKeys === undefined) throw error;
    }
    return this.#hadKeys;
  }

  /** Resolves to true for a request that may use the local project without a key pair of the service's own. */
  async admits(request: IncomingMessage, use: LocalUse): Promise<boolean> {
    return isLocalRequest(request, use) && (await this.closedBecause()) === undefined;
  }
}

/** Throws for a pair that everyone knows: a service that is started with it would be open to everyone who reaches it. */
export function checkOwnKeys({ publicKey, secretKey }: KeyPair): void {
  if (publicKey !== LOCAL_KEYS.publicKey && !PUBLISHED_SECRET_KEYS.has(secretKey)) return;
  throw new Error(
    `The key pair ${publicKey} stands in documents, so that everyone knows it. Choose another one, such as a random one: ` +
      "openssl rand -hex 24",
  );
}

/** Returns true for an address to listen on that only this machine can reach. */
function isOfThisMachine(host: string): boolean {
  return host === "localhost" || isLoopbackAddress(host);
}
