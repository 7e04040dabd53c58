import type { Spool } from "../../delivery/spool.ts";

/** Returns undefined: this platform has no disk. */
export function openSpool(_url: string, _headers: Readonly<Record<string, string>>): Spool | undefined {
  return undefined;
}
