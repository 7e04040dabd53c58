import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";

/** Starts something before each test of this file, and stops it after the test. Returns what stands for that of the running test. */
export function resourceOfEachTest<T extends object>(start: () => T | Promise<T>, stop: (resource: T) => unknown): T {
  let current: T | undefined;
  beforeEach(async () => void (current = await start()));
  afterEach(async () => void (await stop(current!)));
  return standIn(() => current);
}

/** Starts something before the tests of this file, or of this `describe`, and stops it after the last. Returns what stands for it. */
export function resourceOfAllTests<T extends object>(start: () => T | Promise<T>, stop: (resource: T) => unknown): T {
  let current: T | undefined;
  beforeAll(async () => void (current = await start()));
  afterAll(async () => {
    // After a failed start.
    if (current !== undefined) await stop(current);
  });
  return standIn(() => current);
}

/** Returns an object whose fields and methods are those of the current one. */
function standIn<T extends object>(current: () => T | undefined): T {
  const started = (): T => {
    const resource = current();
    if (resource === undefined) throw new Error("Nothing is started outside the tests.");
    return resource;
  };
  return new Proxy({} as T, {
    get(_, name) {
      const value: unknown = Reflect.get(started(), name);
      return typeof value === "function" ? (value.bind(started()) as unknown) : value;
    },
    set: (_, name, value) => Reflect.set(started(), name, value),
  });
}
