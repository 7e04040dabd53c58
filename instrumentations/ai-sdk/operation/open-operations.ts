import { beforeExitDelivery, safeSetInterval } from "@svc/core/internal";
import { CUT_SHORT } from "@svc/instrumentation";
import type { Operation } from "./operation.ts";

/** Maximum number of open operations. Above it, the operation with the oldest event is ended. */
const MAX_OPEN = 10_000;

/** Time after which an operation without a model call or a tool in progress counts as left, in milliseconds. */
const IDLE_MS = 60_000;

/** Time after which an operation counts as left, whatever is in progress, in milliseconds. */
const SILENT_MS: number = 60 * 60 * 1000;

const CLAIMED = Symbol.for("svc.ai-sdk.calls");

/**
 * Operations that have not ended, those with the oldest event first. An id belongs to one table of the process, so that an
 * operation that two copies of this package hear of is recorded once.
 */
class OpenOperations {
  readonly #operations = new Map<string, Operation>();
  #sweeper: ReturnType<typeof setInterval> | undefined;

  constructor() {
    beforeExitDelivery(() => this.#endAll());
  }

  /** Adds and returns the operation that `make` returns; undefined when its id is taken. */
  add(id: string, make: () => Operation): Operation | undefined {
    const claimed = claimedIds();
    if (claimed.has(id)) return undefined;
    const operation = make();
    claimed.add(id);
    this.#operations.set(id, operation);
    if (this.#operations.size > MAX_OPEN) this.#leave(this.#operations.keys().next().value!);
    this.#sweeper ??= safeSetInterval(() => this.#sweep(), IDLE_MS);
    return operation;
  }

  /** Returns the operation, which has an event now; undefined when it is not open. */
  hear(id: string): Operation | undefined {
    const operation = this.#operations.get(id);
    if (operation === undefined) return undefined;
    operation.heardAt = Date.now();
    this.#operations.delete(id);
    this.#operations.set(id, operation);
    return operation;
  }

  /** Removes and returns an operation; undefined when it is not open. */
  remove(id: string): Operation | undefined {
    const operation = this.#operations.get(id);
    if (operation === undefined) return undefined;
    this.#operations.delete(id);
    claimedIds().delete(id);
    if (this.#operations.size === 0) {
      clearInterval(this.#sweeper);
      this.#sweeper = undefined;
    }
    return operation;
  }

  #sweep(): void {
    const now = Date.now();
    for (const [id, operation] of this.#operations) {
      const silentMs = now - operation.heardAt;
      if (silentMs < IDLE_MS) break;
      if (!operation.isBusy || silentMs >= SILENT_MS) this.#leave(id);
    }
  }

  #endAll(): void {
    for (const id of this.#operations.keys()) {
      const operation = this.remove(id)!;
      if (operation.isBusy) operation.stop(CUT_SHORT);
      else operation.leave();
    }
  }

  #leave(id: string): void {
    this.remove(id)?.leave();
  }
}

let ofProcess: OpenOperations | undefined;

/** Returns the table of the operations of this copy of the package. */
export function openOperations(): OpenOperations {
  return (ofProcess ??= new OpenOperations());
}

function claimedIds(): Set<string> {
  const holder = globalThis as { [CLAIMED]?: Set<string> };
  return (holder[CLAIMED] ??= new Set());
}
