/**
 * Returns the message of a thrown error, or the text of any other thrown value; `fallback` when the value cannot be turned
 * into text. Never throws.
 */
export function messageOfThrown(thrown: unknown, fallback = "it threw something without a text"): string {
  try {
    return thrown instanceof Error ? thrown.message : String(thrown);
  } catch {
    return fallback;
  }
}
