/** Something that the application takes up before it does anything else, as a rule. */
export interface Expected {
  readonly isTaken: boolean;
  /** Called once the application's turn is over, when it has not taken it up. */
  notTaken(): void;
}

/** Enough for an `await`, also of an asynchronous function that gives the promise back. */
const MICROTASKS = 2;

const resolved = Promise.resolve();
let expected: Expected[] = [];
let microtasks = 0;

/** Waits for the end of the application's turn; some microtasks come first, for a tick costs more than all of them. */
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
