/** Promise or stream that the application, as a rule, uses before it does anything else. */
export interface Expected {
  readonly isTaken: boolean;
  /** Called at the end of the application's turn, when the application has not used the promise or stream. */
  notTaken(): void;
}

/** Number of microtasks to wait, enough for an `await`, also of an asynchronous function that returns the promise. */
const MICROTASKS = 2;

const resolved = Promise.resolve();
let expected: Expected[] = [];
let microtasks = 0;

/** Waits for the end of the application's turn. Some microtasks come first, because a tick costs more than all of them. */
export function expectSoon(item: Expected): void {
  if (expected.push(item) > 1) return;
  microtasks = 0;
  void resolved.then(wait);
}

function wait(): void {
  if (++microtasks < MICROTASKS) {
    void resolved.then(wait);
    return;
  }
  const items = expected;
  expected = [];
  for (const item of items) if (!item.isTaken) process.nextTick(endTurn, item);
}

function endTurn(item: Expected): void {
  if (!item.isTaken) item.notTaken();
}
