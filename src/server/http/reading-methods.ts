/** Methods that change nothing. An answer to HEAD is one to GET without its body, so that both need the same right. */
const READING: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/** Returns true for a method that changes nothing. */
export function isReading(method: string): boolean {
  return READING.has(method);
}
