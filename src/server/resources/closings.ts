import { Documents } from "../storage/documents.ts";
import { LOCAL_PROJECT } from "../storage/local-project.ts";
import type { Records } from "../storage/records.ts";

/** Sign that others were meant to reach the service. The database adds `key-pair` itself, with the first key pair that it stores. */
export type Closing = "key-pair" | "own-keys" | "sign-in" | "public-address";

/** Signs of others. No request removes one, and a move takes them along with the local project. */
const closings: Documents<object> = new Documents<object>("closing");

/** Returns the signs that the database has, oldest first. */
export async function closingsOf(records: Records): Promise<Closing[]> {
  return (await closings.all(records, LOCAL_PROJECT.id)).map(({ id }) => id as Closing).toReversed();
}

/** Stores a sign for ever. */
export async function keepClosing(records: Records, closing: Closing): Promise<void> {
  await closings.insert(records, LOCAL_PROJECT.id, {}, { id: closing, isShared: true });
}
