import type { HttpBindings } from "@hono/node-server";
import type { ObservationFeed } from "../observations/observation-feed.ts";
import type { ObservationStorage } from "../query/observation-storage.ts";
import type { ReaderPool } from "../query/threads/reader-pool.ts";
import type { Records } from "../storage/records.ts";
import type { Credentials } from "./credentials.ts";
import type { MediaContents } from "./media/media-contents.ts";
import type { ServiceVersion } from "./service-version.ts";

/** What the routes work with. */
export interface Service {
  credentials: Credentials;
  /** Observations: what spans become. */
  observations: ObservationStorage;
  /** What media consist of. */
  mediaContents: MediaContents;
  /** Everything else that is stored. */
  records: Records;
  /** Reads that may take long, in threads of their own. */
  readers: ReaderPool;
  /** Tells readers of new observations. */
  feed: ObservationFeed;
  /** As which version of the service this one answers. */
  version: ServiceVersion;
  /** Where the data is kept; undefined when it is in memory. */
  dataDirectory: string | undefined;
  /** Takes one line about what happens inside. */
  log: (line: string) => void;
}

/** What Hono gives to the routes beside the request: the connection itself. */
export interface ServiceEnvironment {
  Bindings: HttpBindings;
}
