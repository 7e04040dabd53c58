import type { HttpBindings } from "@hono/node-server";
import type { Credentials } from "./credentials.ts";
import type { ObservationReader } from "./observation-reader.ts";
import type { WriterClient } from "./writer-client.ts";

/** What the routes work with. */
export interface Service {
  projectId: string;
  credentials: Credentials;
  reader: ObservationReader;
  writer: WriterClient;
  /** Takes one line about what happens inside. */
  log: (line: string) => void;
}

/** What Hono gives to the routes beside the request: the connection itself. */
export interface ServiceEnvironment {
  Bindings: HttpBindings;
}
