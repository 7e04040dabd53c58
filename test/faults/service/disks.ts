import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { chmod, open, readFile } from "node:fs/promises";
import { DatabaseSync } from "node:sqlite";
import { AUTHORIZATION } from "../../support/server/otlp-calls.ts";
import type { Fault, Mutation, Trial } from "../fault.ts";
import { databaseIn, serviceRun, SPANS, startService, storedIn, traceOf, withDirectory } from "./service-process.ts";

const NAMES_NO_PROBLEM: Mutation = {
  says: "an error of the database is not explained",
  of: "service",
  find: "const problem = databaseProblem(addressOf(location), error)",
  put: "const problem = undefined",
};

/** Takes the rights of the administrator away, whom modes of files do not stop. */
const AS_USER = process.getuid?.() === 0 ? ["setpriv", "--bounding-set=-all", "--inh-caps=-all"] : [];

async function fullDisk(trial: Trial): Promise<string> {
  return withDirectory(async (directory) => {
    const service = await startService(trial, directory);
    assert.equal(await service.send(0), 200);
    // No file of the process can grow, or be written to beyond its first byte.
    const limitFiles = (bytes: string): unknown =>
      execFileSync("prlimit", ["--pid", String(service.child.pid), `--fsize=${bytes}:`]);
    limitFiles("1");
    const refused = await Promise.all([1, 2, 3, 4, 5].map((number) => service.send(number)));
    assert.deepEqual(new Set(refused), new Set([503]));
    const query = `${service.url}/api/public/v2/observations?traceId=${traceOf(0)}&limit=100`;
    const read = await fetch(query, { headers: { authorization: AUTHORIZATION } });
    assert.equal(((await read.json()) as { data: unknown[] }).data.length, SPANS);
    limitFiles("unlimited");
    const accepted = await Promise.all([1, 2, 3, 4, 5].map((number) => service.send(number)));
    assert.deepEqual(new Set(accepted), new Set([200]));
    await service.stop();
    const { traces, integrity } = storedIn(directory);
    assert.deepEqual([traces.size, integrity], [6, "ok"]);
    return "5 of 5 exports answered 503, reads served; when freed, 5 of 5 stored";
  });
}

/** Stores one export, and ends the service. */
async function fill(trial: Trial, directory: string): Promise<void> {
  const service = await startService(trial, directory);
  assert.equal(await service.send(0), 200);
  await service.stop();
}

/** Starts a service that cannot work. Returns its message, which is one line and no stack. */
async function refusal(trial: Trial, directory: string, message: RegExp, through: string[] = []): Promise<string> {
  const { exitCode, stderr, stdout } = await serviceRun(trial, directory, { through });
  assert.equal(exitCode, 1, `the service ended with ${exitCode}: ${stdout}${stderr}`);
  assert.match(stderr, message);
  assert.doesNotMatch(stderr, /\n\s+at /, "the message has a stack");
  return stderr;
}

async function readOnly(trial: Trial): Promise<string> {
  return withDirectory(async (directory) => {
    await fill(trial, directory);
    await Promise.all([chmod(directory, 0o500), chmod(databaseIn(directory), 0o400)]);
    await refusal(trial, directory, /observations\.sqlite cannot be opened for writing\. See that this user/, AS_USER);
    await Promise.all([chmod(directory, 0o700), chmod(databaseIn(directory), 0o600)]);
    await fill(trial, directory);
    return "exit code 1, and a message that names the file and what to do; writable again, it starts";
  });
}

async function corrupt(trial: Trial): Promise<string> {
  return withDirectory(async (directory) => {
    await fill(trial, directory);
    const file = await open(databaseIn(directory), "r+");
    await file.write(Buffer.from("not a database any more"), 0, undefined, 0);
    await file.close();
    const before = await readFile(databaseIn(directory));
    await refusal(trial, directory, /observations\.sqlite is not a database\. Choose another data directory/);
    assert.ok(before.equals(await readFile(databaseIn(directory))), "the file has changed");
    return "exit code 1, and a message that names the file and what to do; the file is unchanged";
  });
}

async function twoServices(trial: Trial): Promise<string> {
  return withDirectory(async (directory) => {
    const services = await Promise.all([startService(trial, directory), startService(trial, directory)]);
    const exports = 100;
    const statuses = await Promise.all(
      services.map(async (service, which) => {
        const found: number[] = [];
        for (let number = 0; number < exports; number++) found.push(await service.send(which * exports + number));
        return found;
      }),
    );
    assert.deepEqual(new Set(statuses.flat()), new Set([200]));
    await Promise.all(services.map((service) => service.stop()));
    const { traces, integrity } = storedIn(directory);
    assert.deepEqual([traces.size, integrity], [2 * exports, "ok"]);
    return `0 of ${2 * exports} exports refused or lost`;
  });
}

/** Sets the schema version of the database in a directory. Returns the one before. */
function changeVersion(directory: string, change: (version: number) => number): number {
  const database = new DatabaseSync(databaseIn(directory));
  const version = Number(database.prepare("PRAGMA user_version").get()!["user_version"]);
  database.exec(`PRAGMA user_version = ${change(version)}`);
  database.close();
  return version;
}

async function downgrade(trial: Trial): Promise<string> {
  return withDirectory(async (directory) => {
    await fill(trial, directory);
    const version = changeVersion(directory, (now) => now + 1);
    await refusal(
      trial,
      directory,
      /was written by a newer version of this service \(schema \d+, this one reads up to/,
    );
    changeVersion(directory, () => version);
    assert.deepEqual(storedIn(directory).traces, new Map([[traceOf(0), SPANS]]));
    return "exit code 1, and a message that names both schemas; the data is unchanged";
  });
}

/** The disk, the files or another process stand in the way of the service. */
export const disks: readonly Fault[] = [
  {
    fault: "The disk of the service is full, and is freed",
    outcome: "Exports are answered 503, which senders try again; reads go on; then everything is stored",
    failsWhen: {
      says: "an export that the disk does not take counts as wrong",
      of: "service",
      find: "status: 503, cause, ...unavailable",
      put: "status: 400, error: cause",
    },
    measure: fullDisk,
  },
  {
    fault: "The data of the service is read-only",
    outcome: "The service does not start, and says what to do",
    failsWhen: NAMES_NO_PROBLEM,
    measure: readOnly,
  },
  {
    fault: "The database is damaged",
    outcome: "The service does not start, says what to do, and leaves the file as it is",
    failsWhen: NAMES_NO_PROBLEM,
    measure: corrupt,
  },
  {
    fault: "Two services use one directory, and both take exports",
    outcome: "Both store",
    failsWhen: {
      says: "a service does not wait for the other one's transaction",
      of: "service",
      find: "const BUSY_TIMEOUT_MS = 5e3",
      put: "const BUSY_TIMEOUT_MS = 0",
    },
    measure: twoServices,
  },
  {
    fault: "Downgrade: a newer version of the service has written the data",
    outcome: "The service does not start, says so, and changes nothing",
    failsWhen: {
      says: "data of a newer version is read as if it were of this one",
      of: "service",
      find: "if (version > MIGRATIONS.length)",
      put: "if (false)",
    },
    measure: downgrade,
  },
];
