import { resolve } from "node:path";
import { setTimeout } from "node:timers/promises";
import { DEFAULT_BASE_URL } from "@svc/core/internal";
import { Credentials } from "./api/credentials.ts";
import { type Fault, injectFaults } from "./api/fault-injection.ts";
import { LocalAccess, isOfThisMachine } from "./api/local-access.ts";
import { checkOwnKeys } from "./api/published-keys.ts";
import { Readiness } from "./api/readiness.ts";
import { serviceVersion } from "./api/service-version.ts";
import type { Service } from "./api/service.ts";
import { scoreTurns } from "./api/scores/score-storing.ts";
import { COLLECTOR_PATH } from "./api/traces/otlp-trace-routes.ts";
import { createApp, createOtlpApp } from "./app.ts";
import { HttpListener } from "./http/http-listener.ts";
import { OpenStreams } from "./http/open-streams.ts";
import { createMetricsApp } from "./metrics/metrics-app.ts";
import { MetricsReader } from "./metrics/metrics-reader.ts";
import { ObservationFeed } from "./observations/observation-feed.ts";
import { openStorage } from "./open-storage.ts";
import { Playground } from "./playground/playground.ts";
import { IdentityProvider } from "./sign-in/identity-provider.ts";
import { SignIn } from "./sign-in/sign-in.ts";
import type { SignInSettings } from "./sign-in/sign-in-settings.ts";
import { STORE_URL_VARIABLE } from "./engines/clickhouse/database/clickhouse-address.ts";
import { defaultDataDirectory } from "./storage/data-directory.ts";
import { LOCAL_PROJECT } from "./storage/local-project.ts";
import { keepLimits } from "./storage/pruning/keep-limits.ts";
import type { KeyPair } from "./resources/api-keys.ts";
import { AuditLog } from "./resources/audit-log.ts";
import { uniteUsers } from "./resources/unite-users.ts";

/** Longest time of one read unless the options name another, in milliseconds: as in PostgreSQL. */
const READ_TIMEOUT_MS = 30_000;

/** Name of the option of the command, for messages. */
const METRICS_OPTION = "--metrics";

/** Address to listen on by default. */
const LOOPBACK = "127.0.0.1";

/** Options of `startServer`. All are optional. */
export interface ServerOptions {
  /** Address to listen on. Default `127.0.0.1`, which only this machine can reach. */
  host?: string;
  /** Port to listen on. When it is taken, the service uses one of the 100 that follow. 0 means any free port. Default 3000. */
  port?: number;
  /** Directory of the data, created if needed. Default: a fixed directory of the user. Not used with `memory`. */
  dataDirectory?: string;
  /**
   * Address of a bucket for the contents of media, such as `s3://bucket/prefix`. It needs the packages `@aws-sdk/client-s3` and
   * `@aws-sdk/s3-request-presigner`. Default: files in the data directory.
   */
  mediaUrl?: string;
  /**
   * Address of a PostgreSQL database for prompts, datasets, keys and configurations, such as
   * `postgres://user:password@host:5432/database`. It needs the package `pg`. Default: the SQLite file of the data directory.
   */
  documentsUrl?: string;
  /**
   * Address of a ClickHouse database for observations and scores, such as `clickhouse://user:password@host:8123/database`. It
   * needs the package `@clickhouse/client`. Default: the SQLite file of the data directory. Not together with `maxBytes`.
   */
  storeUrl?: string;
  /** Sign-in of people by OpenID Connect. It needs the package `openid-client`. Default: key pairs alone open the pages. */
  signIn?: SignInSettings;
  /** Address at which others reach this service, such as that of a proxy in front of it. Default: that of `signIn`, if there is one. */
  publicUrl?: string;
  /** True to keep all data in memory until `close`. Default false. */
  memory?: boolean;
  /** Additional key pair for the local project, accepted from everywhere. The pairs that stand in documents are refused. */
  keys?: KeyPair;
  /**
   * True to open the local project to this machine without keys, and with the pair that everyone knows (`LOCAL_KEYS` of `@svc/core`):
   * to its programs, to the page of the service, and to everyone whom a proxy on this machine lets in without a forwarding header.
   * False to open it to nobody so. Default: true while the service listens on loopback addresses only and has no `keys`, no `publicUrl`
   * and no `signIn`, never had them on these data, and no key pair was ever made for it.
   */
  openToThisMachine?: boolean;
  /** Version of the service to answer as, such as `4.54.0`, for tests of clients. Default: the current version. */
  asVersion?: string;
  /** Days after which observations are removed, 0 for never. A project can have its own retention. Default 30. */
  keepDays?: number;
  /** Most bytes of data. Beyond them, the oldest observations are removed. 0 for no limit. Default 4 GiB. */
  maxBytes?: number;
  /** Longest time of one read of observations in SQLite, in milliseconds. A longer one is ended and answered 503. Default 30,000. */
  readTimeoutMs?: number;
  /**
   * Additional port, usually 4318, that takes exports at `/v1/traces` as an OpenTelemetry collector does, without keys from
   * this machine. When the port is taken, the service does not use it and logs so. Default: none.
   */
  otlpPort?: number;
  /**
   * Address at which the service serves its own measurements, at `/metrics`, to everyone who can reach it. It needs the packages
   * `@opentelemetry/sdk-metrics` and `@opentelemetry/exporter-prometheus`. The default host is `127.0.0.1`. Default: none.
   */
  metrics?: { host?: string; port: number };
  /** Faults to inject, for tests of clients. `parseFault` reads them from text. Default: none. */
  faults?: readonly Fault[];
  /** Log function. Takes one line of text at a time. Default: no log. */
  log?: (line: string) => void;
}

/** Service that takes requests. */
export interface RunningServer {
  /** Address for clients, such as `http://127.0.0.1:3000`, without a slash at the end. */
  url: string;
  /** Port that the service listens on. */
  port: number;
  /** Address that takes exports as a collector does; undefined without such a port, or when the port was taken. */
  otlpUrl: string | undefined;
  /** Address of the service's own measurements; undefined without such a port. */
  metricsUrl: string | undefined;
  /** Id of the project that exists from the start. */
  projectId: string;
  /** Directory of the data; undefined for data in memory. */
  dataDirectory: string | undefined;
  /** Reason why this machine needs keys, too (`openToThisMachine`), in words for people; undefined where it needed none at the start. */
  closedBecause: string | undefined;
  /**
   * Stops taking requests, answers those under way (for at most 5 seconds), stores what has arrived, and ends. With `drainMs`,
   * first takes requests for this time while `/api/public/ready` answers 503, so that load balancers stop sending.
   */
  close(drainMs?: number): Promise<void>;
}

/**
 * Starts the service in this process. By default, clients on this machine use the local key pair (`LOCAL_KEYS` of `@svc/core`).
 *
 * Rejects when no port in reach is free, when the data directory cannot be used, or for `keys` that everyone knows.
 *
 * ```ts
 * const server = await startServer({ port: 0, memory: true });
 * console.log(server.url);
 * await server.close();
 * ```
 */
export async function startServer(options: ServerOptions = {}): Promise<RunningServer> {
  const { storeUrl, host = LOOPBACK, port = Number(new URL(DEFAULT_BASE_URL).port), memory = false } = options;
  if (storeUrl !== undefined && options.maxBytes) {
    throw new Error(
      `${STORE_URL_VARIABLE}: the limit for the size (--max-size) is one of the SQLite file. Limit observations in ClickHouse by their age: --keep-days.`,
    );
  }
  if (options.keys !== undefined) checkOwnKeys(options.keys);
  const log = options.log ?? (() => undefined);
  const dataDirectory = memory ? undefined : resolve(options.dataDirectory ?? defaultDataDirectory());
  const version = serviceVersion(options.asVersion);
  // First, because settings that cannot be used leave nothing open.
  const identities = options.signIn && new IdentityProvider(options.signIn);
  const reader = options.metrics && new MetricsReader(METRICS_OPTION);
  const storage = await openStorage(
    { dataDirectory, mediaUrl: options.mediaUrl, documentsUrl: options.documentsUrl, storeUrl },
    {
      limits: keepLimits(options),
      decodesMetadata: version.decodesMetadata,
      readTimeoutMs: options.readTimeoutMs ?? READ_TIMEOUT_MS,
      onStored: () => feed.notify(),
      onRemoved: (count) => reader?.metrics.observationsRemoved(count),
      log,
    },
  );
  const { observations, mediaContents, records, arrivals, retention } = storage;
  const feed = new ObservationFeed(arrivals);
  const local = new LocalAccess(records, {
    hosts: [host, ...(options.metrics ? [options.metrics.host ?? LOOPBACK] : [])],
    keys: options.keys,
    publicUrl: options.publicUrl,
    hasSignIn: options.signIn !== undefined,
    openToThisMachine: options.openToThisMachine,
  });
  const credentials = new Credentials(records, options.keys, local, log);
  const auditLog = identities && new AuditLog(records, log);
  const signIn = identities && auditLog && new SignIn(identities, records, auditLog, log);
  const openStreams = new OpenStreams();
  const playground = new Playground(storage);
  const readiness = new Readiness(storage.databases, log);
  const service: Service = {
    credentials,
    local,
    publicUrl: options.publicUrl ?? signIn?.publicUrl,
    signIn,
    auditLog,
    openStreams,
    observations,
    mediaContents,
    playground,
    scoreTurns: scoreTurns(),
    records,
    feed,
    metrics: reader?.metrics,
    readiness,
    version,
    limits: keepLimits(options),
    dataDirectory,
    log,
  };
  const faults = options.faults?.length ? injectFaults(options.faults, async () => storage.crash()) : undefined;
  const listener = new HttpListener(createApp(service, faults).fetch);
  const otlpListener = new HttpListener(createOtlpApp(service).fetch);
  const metricsListener =
    reader && new HttpListener(createMetricsApp(reader, isOfThisMachine(options.metrics?.host ?? LOOPBACK)).fetch);

  const end = async (drainMs = 0): Promise<void> => {
    readiness.drain();
    listener.drain();
    otlpListener.drain();
    if (drainMs > 0) await setTimeout(drainMs);
    openStreams.close();
    feed.close();
    playground.close();
    await Promise.all([listener.close(), otlpListener.close(), retention.stop()]);
    await storage.close();
    await metricsListener?.close();
    reader?.close();
  };
  try {
    await storage.start();
    await local.keep();
    await uniteUsers(records, log);
    const bound = await listener.listen(host, port, log);
    const otlpUrl = await listenForExports(otlpListener, host, options.otlpPort, log);
    const metricsUrl = metricsListener && (await listenForMetrics(metricsListener, options.metrics));
    void retention.run();
    let ended: Promise<void> | undefined;
    const close = async (drainMs?: number): Promise<void> => (ended ??= end(drainMs));
    const closedBecause = await local.closedBecause();
    return { ...bound, otlpUrl, metricsUrl, projectId: LOCAL_PROJECT.id, dataDirectory, closedBecause, close };
  } catch (error) {
    await end();
    throw error;
  }
}

async function listenForExports(
  listener: HttpListener,
  host: string,
  port: number | undefined,
  log: (line: string) => void,
): Promise<string | undefined> {
  if (port === undefined) return undefined;
  const bound = await listener.listenOnly(host, port);
  if (bound === undefined) {
    log(
      `port ${port} is taken, probably by a collector: exports are accepted only at the address of the service. Free the port, or choose another with --otlp-port`,
    );
    return undefined;
  }
  return bound.url + COLLECTOR_PATH;
}

async function listenForMetrics(
  listener: HttpListener,
  { host = LOOPBACK, port = 0 }: Partial<NonNullable<ServerOptions["metrics"]>> = {},
): Promise<string> {
  const bound = await listener.listenOnly(host, port);
  if (bound === undefined) throw new Error(`${METRICS_OPTION}: port ${port} is taken on ${host}. Choose another.`);
  return `${bound.url}/metrics`;
}
