import { execFile, execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { chown, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { promisify } from "node:util";
import { freePort } from "../http/free-port.ts";

const run = promisify(execFile);

/** Folder in which Debian's packages put the programs of each version. */
const VERSIONS = "/usr/lib/postgresql";

/** User of Debian's package. PostgreSQL refuses to run as root. */
const USER = "postgres";

/** Settings of a server whose data may be lost with the machine. */
const SETTINGS = ["fsync=off", "full_page_writes=off", "listen_addresses=127.0.0.1", "max_connections=60"];

/** PostgreSQL server in a process of its own, with one database. */
export interface PostgresServer {
  /** Address of the database, with its password. */
  readonly url: string;
  readonly port: number;
  readonly password: string;
  /** First process of the server that runs now; the others are its children. */
  readonly pid: number;
  /** Runs statements with `psql`, and returns what it prints: one line a row, columns separated by `|`. */
  query(sql: string): string;
  /** Ends the server at once, as a crash does. */
  kill(): Promise<void>;
  /** Starts the server again on the same port and data. */
  restart(): Promise<void>;
  /** Ends the server and deletes its data. */
  close(): Promise<void>;
}

/** Returns the folder of the newest installed version, or the reason why PostgreSQL cannot be had. */
export async function postgresPrograms(): Promise<{ programs: string } | { missing: string }> {
  const versions = await readdir(VERSIONS).catch(() => []);
  const newest = versions.toSorted((a, b) => Number(a) - Number(b)).at(-1);
  if (newest === undefined) return { missing: "PostgreSQL is not installed: apt-get install postgresql" };
  return { programs: join(VERSIONS, newest, "bin") };
}

/** Starts a server on a free port. Its texts have the order of English by default, which is not that of bytes. */
export async function startPostgres(programs: string): Promise<PostgresServer> {
  const owner = process.getuid?.() === 0 ? await idsOf(USER) : undefined;
  const folder = await mkdtemp(join(tmpdir(), "svc-postgres-"));
  const [data, passwordFile] = [join(folder, "data"), join(folder, "password")];
  const password = randomBytes(12).toString("hex");
  await writeFile(passwordFile, password, { mode: 0o644 });
  if (owner !== undefined) await chown(folder, owner.uid, owner.gid);
  const locale = ["--encoding=UTF8", "--locale=C.UTF-8", "--locale-provider=icu", "--icu-locale=en-US"];
  const access = ["--auth=scram-sha-256", `--username=svc`, `--pwfile=${passwordFile}`];
  await run(join(programs, "initdb"), [`--pgdata=${data}`, "--no-sync", ...access, ...locale], {
    ...owner,
    cwd: folder,
  });
  const port = await freePort();
  const settings = [...SETTINGS, `port=${port}`, `unix_socket_directories=${folder}`].flatMap((one) => ["-c", one]);

  const start = async (): Promise<{ pid: number; signal: (name: NodeJS.Signals) => Promise<void> }> => {
    const child = spawn(join(programs, "postgres"), ["-D", data, ...settings], {
      ...owner,
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
    });
    const ended = once(child, "exit");
    await isReady(child.stderr);
    const signal = async (name: NodeJS.Signals): Promise<void> => {
      child.kill(name);
      await ended;
    };
    return { pid: child.pid!, signal };
  };

  let server = await start();
  return {
    url: `postgres://svc:${password}@127.0.0.1:${port}/postgres`,
    port,
    password,
    get pid() {
      return server.pid;
    },
    query: (sql) =>
      execFileSync(
        join(programs, "psql"),
        ["-h", "127.0.0.1", "-p", String(port), "-U", "svc", "-qtA", "-c", sql, "postgres"],
        {
          encoding: "utf8",
          env: { ...process.env, PGPASSWORD: password },
        },
      ).trim(),
    kill: async () => server.signal("SIGQUIT"),
    async restart() {
      server = await start();
    },
    async close() {
      await server.signal("SIGQUIT");
      await rm(folder, { recursive: true });
    },
  };
}

async function idsOf(user: string): Promise<{ uid: number; gid: number }> {
  const [uid, gid] = await Promise.all(
    ["-u", "-g"].map(async (flag) => Number((await run("id", [flag, user])).stdout)),
  );
  return { uid: uid ?? 0, gid: gid ?? 0 };
}

/** Resolves when the server says that it takes connections. Rejects, with what it said, when it ends before. */
async function isReady(stderr: NodeJS.ReadableStream): Promise<void> {
  const said: string[] = [];
  for await (const line of createInterface({ input: stderr })) {
    said.push(line);
    if (!line.includes("database system is ready to accept connections")) continue;
    stderr.resume();
    return;
  }
  throw new Error(`PostgreSQL ended before it took connections:\n${said.join("\n")}`);
}
