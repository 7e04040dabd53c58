import { ownData } from "../data/plain-data.ts";

/** Way in which the objects of a package reach the network. */
export interface Transport {
  /** Field in which an object with model calls keeps its client; absent where each such object is a client itself. */
  readonly client?: string;
  /**
   * Method with which a client sends a request, serialised and prepared: `(url, init)` and further arguments. Absent where no
   * request is seen, and where the package has another way to report its requests.
   */
  readonly send?: string;
  /** Returns the URL and an object with the body, from other arguments than `(url, init)`. */
  readonly requestIn?: (args: readonly unknown[]) => readonly [url: unknown, init: unknown];
}

/** Transport of an SDK made by Stainless. Its client sends each attempt anew. */
const STAINLESS: Transport = { client: "_client", send: "fetchWithTimeout" };

/** Returns the transport of a package. */
export function transportOf({ transport }: { readonly transport?: Transport }): Transport {
  return transport ?? STAINLESS;
}

/** Returns the client of an object with model calls, if it is data. */
export function clientIn(resource: unknown, library: { readonly transport?: Transport }): unknown {
  const { client } = transportOf(library);
  return client === undefined ? resource : ownData(resource, client);
}
