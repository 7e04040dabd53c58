/** Something that the application may let go of without ever finishing it. */
export interface Unfinished {
  /** Called when the thing it belongs to has been collected. */
  endUnread(): void;
}

const registry = new FinalizationRegistry<Unfinished>((unfinished) => unfinished.endUnread());

/**
 * Has `unfinished` ended when `holder`, the object through which the application could finish it, has been collected.
 * Nothing that `unfinished` refers to may lead back to `holder`.
 */
export function endWhenCollected(holder: object, unfinished: Unfinished): void {
  registry.register(holder, unfinished, unfinished);
}

/** The application has gone on to another holder, or the thing is finished. */
export function stopWaiting(unfinished: Unfinished): void {
  registry.unregister(unfinished);
}
