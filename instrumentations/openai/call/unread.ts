/** Work that the application may drop without finishing it. */
export interface Unfinished {
  /** Called when the holder of the work has been garbage-collected. */
  endUnread(): void;
}

const registry = new FinalizationRegistry<Unfinished>((unfinished) => unfinished.endUnread());

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
