import type { HttpBindings } from "@hono/node-server";
import type { OpenStreams } from "../http/open-streams.ts";
import type { ObservationFeed } from "../observations/observation-feed.ts";
import type { ServiceMetrics } from "../metrics/service-metrics.ts";
import type { Playground } from "../playground/playground.ts";
import type { SignedInMember } from "../http/access.ts";
import type { SignIn } from "../sign-in/sign-in.ts";
import type { ProjectTurns } from "../storage/project-turns.ts";
import type { StoragePorts } from "../storage/storage-ports.ts";
import type { AuditLog } from "../resources/audit-log.ts";
import type { Credentials } from "./credentials.ts";
import type { LocalAccess } from "./local-access.ts";
import type { Readiness } from "./readiness.ts";
import type { KeepLimits } from "../storage/pruning/keep-limits.ts";
import type { ServiceVersion } from "./service-version.ts";

/** Parts of the service that the routes use. */
export interface Service extends StoragePorts {
  credentials: Credentials;
  /** Rule of who may use the local project without a key pair of the service's own. */
  local: LocalAccess;
  /** Address at which browsers reach the service; undefined if nobody has named it. */
  publicUrl: string | undefined;
  /** Sign-in of people; undefined where key pairs alone open the pages. */
  signIn: SignIn | undefined;
  /** Log of changes, which is kept where people sign in. */
  auditLog: AuditLog | undefined;
  /** Runs of models that the page asks for. */
  playground: Playground;
  /** Turns of the projects at the storing of scores. */
  scoreTurns: ProjectTurns;
  /** Answers that are still being sent, which end with the right of their request. */
  openStreams: OpenStreams;
  /** Feed that tells readers of new observations. */
  feed: ObservationFeed;
  /** Measurements of the service itself; undefined where nobody reads them. */
  metrics: ServiceMetrics | undefined;
  /** Whether the service should get requests. */
  readiness: Readiness;
  /** Version of the service that this one answers as. */
  version: ServiceVersion;
  limits: KeepLimits;
  /** Directory of the data; undefined for data in memory. */
  dataDirectory: string | undefined;
  /** Log function. Takes one line at a time. */
  log: (line: string) => void;
}

/** Environment that Hono gives to the routes beside the request: the connection itself. */
export interface ServiceEnvironment {
  Bindings: HttpBindings;
  Variables: {
    /** Address at which browsers reach the service; undefined if nobody has named it. */
    publicUrl?: string | undefined;
    /** Person who is signed in, on the pages of a project. */
    member?: SignedInMember | undefined;
  };
}
