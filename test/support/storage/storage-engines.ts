import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type RunningServer, startServer } from "@svc/server";
import { installed } from "../application/installation.ts";
import { type Finished, addressIn, startCommand } from "../server/server-command.ts";
import { makeKeys, projectKeys } from "../server/api-keys.ts";
import { startClickHouse } from "./clickhouse-server.ts";
import { postgresPrograms, startPostgres } from "./postgres-server.ts";
import { type Places, leaveScore, rowsOfProject } from "./rows-of-project.ts";
import { s3Program, startS3Server } from "./s3-server.ts";

/** Service on the engines of one row of a table below. */
export interface EngineService {
  /** Service that is running now. */
  readonly server: Pick<RunningServer, "url">;
  /** Directory of its data; undefined for data in memory. */
  readonly dataDirectory: string | undefined;
  /** Makes keys of a project of this name with the command. Not for data in memory. */
  projectKeys(name: string): Promise<string>;
  /** Makes keys of the organization with the command. Not for data in memory. */
  organizationKeys(): Promise<string>;
  /** Returns the number of rows and files that a project has in each place, if any. Not for data in memory. */
  rowsOf(projectId: string): Promise<Record<string, number>>;
  /** Stores a score of a project past the service. Not for data in memory. */
  leaveScore(projectId: string): Promise<void>;
  /** Starts a second process on the same servers; undefined where all data are in one file. */
  another?(): Promise<{ url: string; stop: () => Promise<void> }>;
  /** Runs a command of the service, such as `prune`, on its data. Not for data in memory. */
  command(name: string, ...parameters: string[]): Promise<Finished>;
  /** Ends the service and starts another on the same data. Not for data in memory. */
  restart(): Promise<void>;
  close(): Promise<void>;
}

/** Engine that a port can stand on, with the start of a service on it. */
export interface StorageEngine {
  readonly name: string;
  /** Starts a service, or resolves to the reason why the engine cannot be had here. */
  start(): Promise<EngineService | { missing: string }>;
}

/** Settings of a service that runs as a program: its port, by default any, and further environment variables. */
export interface ProgramSettings {
  readonly port?: number;
  readonly env?: Readonly<Record<string, string>>;
}

/** Engine with the start of a program on it that gets settings of its own, such as those of the sign-in. */
export interface ProgramEngine {
  readonly name: string;
  start(settings: ProgramSettings): Promise<EngineService | { missing: string }>;
}

const SQLITE_FILE: StorageEngine = { name: "SQLite, in a file", start: async () => inProcess(newDirectory()) };
const SQLITE_MEMORY: StorageEngine = { name: "SQLite, in memory", start: async () => inProcess(undefined) };

/** Engines for observations and scores. */
export const OBSERVATION_ENGINES = [
  SQLITE_FILE,
  SQLITE_MEMORY,
  ...servers(
    { name: "ClickHouse", start: withClickHouse },
    { name: "ClickHouse, with documents in PostgreSQL", start: withClickHouseAndPostgres },
  ),
];

/** Engines on which every kind of read is compared. */
export const READING_ENGINES = [SQLITE_FILE, ...servers({ name: "ClickHouse", start: withClickHouse })];

/** Engines for prompts, datasets, keys and configurations. */
export const DOCUMENT_ENGINES = [SQLITE_FILE, SQLITE_MEMORY, ...servers({ name: "PostgreSQL", start: withPostgres })];

/** Engines on which traces and documents stand beside each other in every combination. */
export const COMBINED_ENGINES: readonly StorageEngine[] = [
  ...DOCUMENT_ENGINES,
  ...servers({ name: "ClickHouse, with documents in PostgreSQL", start: withClickHouseAndPostgres }),
];

/** Engines on which services with settings of their own run. */
export const PROGRAM_ENGINES: readonly ProgramEngine[] = [
  { name: SQLITE_FILE.name, start: async (settings) => asProgram(process.cwd(), {}, async () => undefined, settings) },
  ...servers({ name: "ClickHouse, with documents in PostgreSQL", start: withClickHouseAndPostgres }),
];

/** Engines that outlive the service. */
export const LASTING_ENGINES = [
  SQLITE_FILE,
  ...servers(
    { name: "PostgreSQL", start: withPostgres },
    { name: "ClickHouse, with documents in PostgreSQL", start: withClickHouseAndPostgres },
  ),
];

/** Engines for the contents of media. */
export const MEDIA_ENGINES = [
  { ...SQLITE_FILE, name: "files" },
  { ...SQLITE_MEMORY, name: "memory" },
  ...servers({ name: "a bucket", start: withBucket }),
];

/** Returns engines that are servers of their own; none with `TEST_ENGINES=sqlite`, which `npm test` sets. */
function servers<Engine extends StorageEngine | ProgramEngine>(...engines: readonly Engine[]): readonly Engine[] {
  return process.env["TEST_ENGINES"] === "sqlite" ? [] : engines;
}

function newDirectory(): string {
  return mkdtempSync(join(tmpdir(), "svc-engine-"));
}

async function inProcess(dataDirectory: string | undefined): Promise<EngineService> {
  const start = async (): Promise<RunningServer> =>
    startServer({
      port: 0,
      openToThisMachine: true,
      ...(dataDirectory === undefined ? { memory: true } : { dataDirectory }),
    });
  let server = await start();
  return {
    get server() {
      return server;
    },
    dataDirectory,
    projectKeys: async (name) => projectKeys(dataDirectory ?? "", name),
    organizationKeys: async () => makeKeys(dataDirectory ?? "", ["--organization"]),
    rowsOf: async (projectId) => rowsOfProject({ dataDirectory: dataDirectory ?? "" }, projectId),
    leaveScore: async (projectId) => leaveScore({ dataDirectory: dataDirectory ?? "" }, projectId),
    command: async (name, ...parameters) => startCommand([name, ...parameters, "--data", dataDirectory ?? ""]).finished,
    async restart() {
      await server.close();
      server = await start();
    },
    async close() {
      await server.close();
      if (dataDirectory !== undefined) rmSync(dataDirectory, { recursive: true });
    },
  };
}

/** Starts the service as a program, in the folder in which AWS's SDK is installed. */
async function withBucket(): Promise<EngineService | { missing: string }> {
  const built = await s3Program();
  if ("missing" in built) return built;
  const [cwd, bucket] = await Promise.all([installed("s3"), startS3Server(built.program)]);
  return asProgram(cwd, bucket.env, async () => bucket.close());
}

/** Starts the service as a program, in the folder in which `pg` is installed. */
async function withPostgres(): Promise<EngineService | { missing: string }> {
  const found = await postgresPrograms();
  if ("missing" in found) return found;
  const [cwd, server] = await Promise.all([installed("postgres"), startPostgres(found.programs)]);
  return asProgram(cwd, { SVC_DOCUMENTS_URL: server.url }, async () => server.close(), {}, { postgres: server });
}

/** Starts the service as a program, in the folder in which the client of ClickHouse is installed, and its engine. */
async function withClickHouse(): Promise<EngineService> {
  const cwd = await installed("clickhouse");
  const server = await startClickHouse(cwd);
  return asProgram(cwd, { SVC_STORE_URL: server.url }, async () => server.close(), {}, { clickHouse: server });
}

async function withClickHouseAndPostgres(settings: ProgramSettings = {}): Promise<EngineService | { missing: string }> {
  const found = await postgresPrograms();
  if ("missing" in found) return found;
  const cwd = await installed("clickhouse");
  const [store, documents] = await Promise.all([startClickHouse(cwd), startPostgres(found.programs)]);
  const env = { SVC_STORE_URL: store.url, SVC_DOCUMENTS_URL: documents.url };
  const close = async (): Promise<void> => {
    await Promise.all([store.close(), documents.close()]);
  };
  return asProgram(cwd, env, close, settings, { clickHouse: store, postgres: documents });
}

/** Starts the service as a program in a folder. `closeEngine` is called after the last service has ended. */
async function asProgram(
  cwd: string,
  ofEngine: Readonly<Record<string, string>>,
  closeEngine: () => Promise<void>,
  { port = 0, env: own = {} }: ProgramSettings = {},
  servers: Omit<Places, "dataDirectory"> = {},
): Promise<EngineService> {
  const dataDirectory = newDirectory();
  const env = { ...ofEngine, ...own };
  const start = async (data = dataDirectory): Promise<{ url: string; stop: () => Promise<void> }> => {
    const { child, ready, finished } = startCommand(
      ["--port", String(port), "--data", data, "--open-to-this-machine"],
      env,
      cwd,
    );
    const url = addressIn(await ready);
    const stop = async (): Promise<void> => {
      child.kill();
      await finished;
    };
    return { url, stop };
  };
  let server = await start();
  return {
    get server() {
      return server;
    },
    dataDirectory,
    projectKeys: async (name) => projectKeys(dataDirectory, name, { cwd, env }),
    organizationKeys: async () => makeKeys(dataDirectory, ["--organization"], { cwd, env }),
    rowsOf: async (projectId) => rowsOfProject({ dataDirectory, ...servers }, projectId),
    leaveScore: async (projectId) => leaveScore({ dataDirectory, ...servers }, projectId),
    ...(servers.clickHouse && servers.postgres && { another: async () => start(newDirectory()) }),
    command: async (name, ...parameters) =>
      startCommand([name, ...parameters, "--data", dataDirectory], env, cwd).finished,
    async restart() {
      await server.stop();
      server = await start();
    },
    async close() {
      await server.stop();
      await closeEngine();
      rmSync(dataDirectory, { recursive: true });
    },
  };
}
