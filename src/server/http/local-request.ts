import type { IncomingMessage } from "node:http";

/**
 * Returns true for a request from a program or a page on this machine. Such a request comes from a loopback address and names a
 * loopback host, and no page of another host sent it. The Host header counts because a page on the internet can resolve its own
 * name to this machine and then read local data through the browser. The Origin header counts because a browser sends requests
 * of any page to any address.
 */
export function isLocalRequest({ socket, headers }: IncomingMessage): boolean {
  return (
    isLoopbackAddress(socket.remoteAddress ?? "") &&
    isLoopbackHost(headers.host ?? "") &&
    (headers.origin === undefined || isLoopbackOrigin(headers.origin))
  );
}

/** Returns true for the addresses under which a machine reaches itself. */
export function isLoopbackAddress(address: string): boolean {
  const plain = address.toLowerCase().replace(/^::ffff:/, "");
  return plain === "::1" || /^127(?:\.\d{1,3}){3}$/.test(plain);
}

/** Returns true for a Host header that names this machine by its loopback name or address, with or without a port. */
export function isLoopbackHost(host: string): boolean {
  const name = host.toLowerCase().replace(/:\d*$/, "");
  return name === "localhost" || isLoopbackAddress(name.replace(/^\[(.*)\]$/, "$1"));
}

function isLoopbackOrigin(origin: string): boolean {
  return URL.canParse(origin) && isLoopbackHost(new URL(origin).host);
}
