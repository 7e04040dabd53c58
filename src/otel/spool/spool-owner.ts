import { safeSetInterval } from "@svc/core/internal";
import { randomBytes } from "node:crypto";
import { chmodSync, lstatSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { hostname } from "node:os";
import { join } from "node:path";
import { FILE_MODE } from "./spool-folder.ts";
import { hashOf, lockName } from "./spool-names.ts";

/** Interval at which an owner renews its lock. */
const RENEWAL_MS = 30_000;

/** Time without a renewal after which an owner on another machine counts as ended. */
const LEASE_MS = 5 * 60_000;

/** Longest path of a socket that every system takes, in bytes. */
const LONGEST_SOCKET_PATH = 103;

/** Errors of a connection to a socket whose process has ended. Any other outcome counts as alive. */
const DEAD: ReadonlySet<string | undefined> = new Set(["ECONNREFUSED", "ENOENT"]);

/**
 * Owner of files of the spool: a name that no other has, and a lock that shows that it lives. The lock is a socket. The operating system
 * closes it when the process ends, in any way, and a busy or stopped process keeps it open. Processes in other containers of
 * the same machine see it too. Where no socket can be made, and for processes on other machines, the time of the last renewal counts.
 */
export class SpoolOwner {
  /** Machine and random number. */
  readonly name: string;
  readonly #folder: string;
  #server: Server | undefined;
  #renewal: ReturnType<typeof setInterval> | undefined;

  constructor(folder: string) {
    this.#folder = folder;
    this.name = `${MACHINE}-${randomBytes(8).toString("hex")}`;
  }

  /** Makes the lock, unless it exists. Throws when the folder takes no files. */
  lock(): void {
    if (this.#renewal !== undefined) return;
    const path = join(this.#folder, lockName(this.name));
    const socket = socketPath(path);
    if (socket !== undefined) this.#listen(socket);
    if (isSocket(path)) chmodSync(path, FILE_MODE);
    else writeFileSync(path, "", { flag: "wx", mode: FILE_MODE });
    this.#renewal = safeSetInterval(() => renew(path), RENEWAL_MS);
  }

  /** Removes the lock. Other processes may take the files from then on. */
  release(): void {
    if (this.#renewal === undefined) return;
    clearInterval(this.#renewal);
    this.#renewal = undefined;
    this.#server?.close();
    rmSync(join(this.#folder, lockName(this.name)), { force: true });
  }

  /** Binds the socket before this method returns. A failure shows in the folder: the socket is missing. */
  #listen(path: string): void {
    this.#server = createServer((connection) => connection.destroy()).on("error", () => {});
    // Exclusive: the workers of a cluster would share one socket, which the primary holds.
    this.#server.listen({ path, exclusive: true }).unref();
  }
}

/** Resolves with true when an owner may still live. */
export async function isOwnerAlive(folder: string, owner: string): Promise<boolean> {
  const path = join(folder, lockName(owner));
  const socket = socketPath(path);
  const hasSocket = socket !== undefined && (process.platform === "win32" || isSocket(path));
  if (owner.startsWith(MACHINE) && hasSocket) return accepts(socket);
  const renewedAt = timeOf(path);
  return renewedAt !== undefined && Date.now() - renewedAt < LEASE_MS;
}

/** Removes the lock of an owner that has ended. A young lock stays: its owner may be about to open it. */
export function removeLock(folder: string, owner: string): void {
  const path = join(folder, lockName(owner));
  const made = timeOf(path);
  if (made !== undefined && Date.now() - made > RENEWAL_MS) rmSync(path, { force: true });
}

/** Hash of the running kernel, which all containers of a machine share and which changes with each boot. */
const MACHINE = hashOf(kernelName(), 8);

function kernelName(): string {
  try {
    return readFileSync("/proc/sys/kernel/random/boot_id", "utf8");
  } catch {
    return hostname();
  }
}

/** Returns the address of the socket; undefined when the path is too long for one. */
function socketPath(path: string): string | undefined {
  if (process.platform === "win32") return `\\\\.\\pipe\\svc-spool-${hashOf(path, 32)}`;
  return Buffer.byteLength(path) > LONGEST_SOCKET_PATH ? undefined : path;
}

function accepts(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const connection = connect(path).unref();
    connection.on("connect", () => {
      connection.destroy();
      resolve(true);
    });
    connection.on("error", ({ code }: NodeJS.ErrnoException) => resolve(!DEAD.has(code)));
  });
}

function isSocket(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isSocket() ?? false;
}

function timeOf(path: string): number | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.mtimeMs;
}

function renew(path: string): void {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {
    // Someone removed the lock. The files may be taken over, and their spans arrive twice.
  }
}
