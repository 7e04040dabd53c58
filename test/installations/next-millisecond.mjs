/**
 * Waits for the clock's next millisecond. A program that makes one call after the other waits before each: a span starts at a full
 * millisecond, and two calls within the same one have no order.
 */
export async function nextMillisecond() {
  const now = Date.now();
  while (Date.now() === now) await new Promise((resolve) => void setImmediate(resolve));
}
