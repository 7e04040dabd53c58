/** Calls a function when the application's turn is over, after the microtasks of the turn. */
export function afterTurn<T>(fn: (item: T) => void, item: T): void {
  process.nextTick(fn, item);
}
