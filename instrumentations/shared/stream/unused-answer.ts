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

const resolved = Promise.resolve();

const registry = new FinalizationRegistry<Unfinished>((unfinished) => unfinished.endUnread());

/** Calls `notTaken` at the end of the application's turn, after its microtasks, if the promise or stream was not used. */
export function expectSoon(item: Expected): void {
  void resolved.then(() => afterTurn(endTurn, item));
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

function endTurn(item: Expected): void {
  if (!item.isTaken) item.notTaken();
}
