/** Returns a random UUID (version 4) from the runtime's cryptographic source. */
export function generateUUID(): string {
  return crypto.randomUUID();
}
