import type { IncomingMessage } from "node:http";
import { type LocalUse, isLocalRequest } from "../http/local-request.ts";
import { isLoopbackAddress } from "../http/loopback.ts";
import { type Records, RecordsUnavailable } from "../storage/records.ts";
import type { KeyPair } from "../resources/api-keys.ts";
import { type Closing, closingsOf, keepClosing } from "../resources/closings.ts";

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

/** Setting that closes the local project to callers without keys. */
interface ClosingSetting {
  readonly isClosing: (exposure: Exposure) => boolean;
  /** Reason for people. */
  readonly reason: string;
  /** Name under which the service keeps that it was started so: programs and people with keys or accounts of their own may have used it. */
  readonly kept?: Closing;
}

const CLOSING: readonly ClosingSetting[] = [
  { isClosing: ({ openToThisMachine }) => openToThisMachine === false, reason: "it was started so" },
  {
    isClosing: ({ hosts }) => !hosts.every(isOfThisMachine),
    reason: "other machines can reach an address that it listens on",
  },
  {
    isClosing: ({ keys }) => keys !== undefined,
    reason: "it was started with a key pair of its own",
    kept: "own-keys",
  },
  { isClosing: ({ hasSignIn }) => hasSignIn, reason: "people sign in to it", kept: "sign-in" },
  { isClosing: ({ publicUrl }) => publicUrl !== undefined, reason: "it has a public address", kept: "public-address" },
];

/** Reasons why a service stays closed after what closed it is gone. */
const CLOSED_BEFORE: Readonly<Record<Closing, string>> = {
  "key-pair": "a key pair was made for it",
  "own-keys": "it was once started with a key pair of its own",
  "sign-in": "people once signed in to it",
  "public-address": "it once had a public address",
};

/**
 * The one rule of who may use the local project without a key pair of the service's own, that is without keys or with the pair that
 * everyone knows (`LOCAL_KEYS`): requests of its own machine, and these only while nobody else is meant to reach the service.
 */
export class LocalAccess {
  readonly #records: Records;
  readonly #isOpened: boolean;
  readonly #closedBy: string | undefined;
  readonly #toKeep: readonly Closing[];
  /** Sign of others that the database has; undefined while it has none. */
  #kept: Closing | undefined;
  #hasAnswered = false;

  constructor(records: Records, exposure: Exposure) {
    const closing = CLOSING.filter(({ isClosing }) => isClosing(exposure));
    this.#records = records;
    this.#isOpened = exposure.openToThisMachine === true;
    this.#closedBy = closing[0]?.reason;
    this.#toKeep = closing.flatMap(({ kept = [] }) => kept);
  }

  /** Keeps in the database that the service was started for others. Call once, when the database is open. */
  async keep(): Promise<void> {
    const kept = await closingsOf(this.#records);
    for (const closing of this.#toKeep) if (!kept.includes(closing)) await keepClosing(this.#records, closing);
  }

  /** Resolves to the reason why nobody may; undefined while requests of this machine may. */
  async closedBecause(): Promise<string | undefined> {
    if (this.#isOpened) return undefined;
    if (this.#closedBy !== undefined) return this.#closedBy;
    this.#kept ??= await this.#keptClosing();
    return this.#kept && CLOSED_BEFORE[this.#kept];
  }

  /** While the database does not answer, nobody makes a key pair: what it answered last is still true, and spans are stored. */
  async #keptClosing(): Promise<Closing | undefined> {
    try {
      const [kept] = await closingsOf(this.#records);
      this.#hasAnswered = true;
      return kept;
    } catch (error) {
      if (error instanceof RecordsUnavailable && this.#hasAnswered) return undefined;
      throw error;
    }
  }

  /** Resolves to true for a request that may use the local project without a key pair of the service's own. */
  async admits(request: IncomingMessage, use: LocalUse): Promise<boolean> {
    return isLocalRequest(request, use) && (await this.closedBecause()) === undefined;
  }
}

/** Returns true for an address to listen on that only this machine can reach. */
export function isOfThisMachine(host: string): boolean {
  return host === "localhost" || isLoopbackAddress(host);
}
