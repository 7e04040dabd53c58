import { afterTurn } from "#platform/turns";

/** Promise or stream that the application, as a rule, uses before it does anything else. */
export interface Expected {
  readonly isTaken: boolean;
  /** Called at the end of the application's turn, when the application has not used the promise or stream. */
  notTaken(): void;
}

/** Work that the application may drop without finishing it. */
export interface Unfinished {
  /** Called when the holder of the work has been garbage-collected. */
  endUnread(): void;
}

/**
 * Number of microtasks to wait at most: enough for an `await` of a promise of the package, through a few asynchronous functions that
 * return it. A tick costs more than all of them, and keeps the call in memory until the turn ends.
 */
const MICROTASKS = 8;

const resolved = Promise.resolve();
let expected: Expected[] = [];
let microtasks = 0;

const registry = new FinalizationRegistry<Unfinished>((unfinished) => unfinished.endUnread());

/**
 * Tells the promise or stream at the end of the application's turn if it was not used. Some microtasks come first, in which nearly
 * every one is used.
 */
export function expectSoon(item: Expected): void {
  if (expected.push(item) > 1) return;
  microtasks = 0;
  void resolved.then(wait);
}

/**
 * Ends `unfinished` when `holder`, the object through which the application could finish it, has been garbage-collected.
 * Nothing that `unfinished` refers to may lead back to `holder`.
 */
export function endWhenCollected(holder: object, unfinished: Unfinished): void {
  registry.register(holder, unfinished, unfinished);
}

/** Stops waiting for the collection of a holder. The application has gone on to another holder, or the work is finished. */
export function stopWaiting(unfinished: Unfinished): void {
  registry.unregister(unfinished);
}

function wait(): void {
  expected = expected.filter(({ isTaken }) => !isTaken);
  if (expected.length > 0 && ++microtasks < MICROTASKS) void resolved.then(wait);
  else for (const item of expected.splice(0)) afterTurn(endTurn, item);
}

function endTurn(item: Expected): void {
  if (!item.isTaken) item.notTaken();
}
