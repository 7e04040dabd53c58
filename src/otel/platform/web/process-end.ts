/** Does nothing: the end of a page is noticed by the queues themselves, and other platforms do not tell of theirs. */
export function deliverAtExit(): void {}

/** Does nothing: a platform without Node does not tell when its event loop is empty. */
export function atEmptyLoop(_listener: () => void): () => void {
  return () => {};
}
