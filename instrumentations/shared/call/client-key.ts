import { isFields, rememberSecret } from "@svc/core/internal";
import { ownData } from "../data/plain-data.ts";

/** Fields in which the clients of packages keep the key of the provider. */
const PLACES: ReadonlyArray<readonly string[]> = [
  ["apiKey"],
  ["authToken"],
  ["_options", "apiKey"],
  ["_options", "token"],
  ["options", "apiKey"],
  ["apiClient", "clientOptions", "apiKey"],
];

const known = new WeakSet<object>();

/** Remembers the key that a client holds as plain data, so that no text of an error shows it, whatever the provider answers. */
export function rememberKeyOf(client: unknown): void {
  if (!isFields(client) || known.has(client)) return;
  known.add(client);
  for (const place of PLACES) {
    const key = place.reduce<unknown>(ownData, client);
    if (typeof key === "string") rememberSecret(key);
  }
}
