import { isIPv4 } from "node:net";

/** Returns true for the addresses under which a machine reaches itself. */
export function isLoopbackAddress(address: string): boolean {
  const plain = address.toLowerCase().replace(/^::ffff:/, "");
  return plain === "::1" || (isIPv4(plain) && plain.startsWith("127."));
}

/**
 * Returns true for a Host header that names this machine by its loopback name or address, with or without a port. Other spellings of
 * the addresses, which browsers never send, are none.
 */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/:\d{0,5}$/, "");
  return name === "localhost" || name === "[::1]" || (isIPv4(name) && name.startsWith("127."));
}
