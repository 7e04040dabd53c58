import assert from "node:assert/strict";
import { once } from "node:events";
import { cp, mkdir, readFile, rm, stat, truncate } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { Fault, Form, Mutation, Trial } from "../fault.ts";
import {
  databaseIn,
  SPANS,
  startService,
  storedIn,
  traceOf,
  withDirectory,
  type ServiceProcess,
} from "./service-process.ts";

const KILLS = { short: 3, full: 50 } as const satisfies Record<Form, number>;
const COPIES = { short: 5, full: 50 } as const satisfies Record<Form, number>;
const SENDERS = 4;

const ANSWERS_EARLY: Mutation = {
  says: "an export is answered a moment before it is stored",
  of: "service",
  find: "observations.store(task)",
  put: "(setTimeout(() => observations.store(task), 100), {})",
};

const STORES_IN_PARTS: Mutation = {
  says: "the spans of an export are stored one by one",
  of: "service",
  find: "observations.store(task)",
  put: `(() => {
    database.exec("RELEASE task; COMMIT");
    try { return observations.store(task); } finally { database.exec("BEGIN IMMEDIATE; SAVEPOINT task"); }
  })()`,
};

/** Senders of exports, which go on until the service ends or they are stopped. */
class Ingestion {
  /** Numbers of the exports that the service has acknowledged. */
  readonly acknowledged: number[] = [];
  #next: number;
  #isStopped = false;
  readonly #ended: Promise<unknown>;

  constructor(service: ServiceProcess, first: number) {
    this.#next = first;
    this.#ended = Promise.all(Array.from({ length: SENDERS }, () => this.#send(service)));
  }

  /** Number of the next export. */
  get next(): number {
    return this.#next;
  }

  /** Resolves when the service has acknowledged this many exports. */
  async reaches(count: number): Promise<void> {
    while (this.acknowledged.length < count) await pause(2);
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#ended;
  }

  async #send(service: ServiceProcess): Promise<void> {
    while (!this.#isStopped) {
      const number = this.#next++;
      try {
        if ((await service.send(number)) === 200) this.acknowledged.push(number);
      } catch {
        return;
      }
    }
  }
}

/** Checks that a database opens clean, with all these exports and none in part. */
function check(directory: string, acknowledged: readonly number[]): void {
  const { traces, integrity } = storedIn(directory);
  assert.equal(integrity, "ok");
  const lost = acknowledged.filter((number) => !traces.has(traceOf(number)));
  assert.deepEqual(lost, [], `${lost.length} of ${acknowledged.length} exports were acknowledged and are not there`);
  const inPart = [...traces.values()].filter((spans) => spans !== SPANS);
  assert.deepEqual(inPart, [], `${inPart.length} exports are stored in part`);
}

async function kills(trial: Trial): Promise<string> {
  return withDirectory(async (directory) => {
    const acknowledged: number[] = [];
    let next = 0;
    for (let kill = 0; kill < KILLS[trial.form]; kill++) {
      const service = await startService(trial, directory);
      const ingestion = new Ingestion(service, next);
      await ingestion.reaches(20 + Math.floor(Math.random() * 40));
      service.child.kill("SIGKILL");
      await once(service.child, "exit");
      await ingestion.stop();
      acknowledged.push(...ingestion.acknowledged);
      ({ next } = ingestion);
    }
    const service = await startService(trial, directory);
    assert.equal(await service.send(next), 200);
    await service.stop();
    check(directory, [...acknowledged, next]);
    const count = acknowledged.length.toLocaleString("en-US");
    return `0 of ${count} acknowledged exports lost in ${KILLS[trial.form]} kills, none stored in part`;
  });
}

/** Copies the files while the service is stopped in the middle of its work. `change` alters a copy. */
async function copies(
  trial: Trial,
  change: (copy: string) => Promise<boolean>,
): Promise<{ copied: number; acknowledged: number }> {
  return withDirectory(async (directory) => {
    const service = await startService(trial, directory);
    const ingestion = new Ingestion(service, 0);
    const copied: Array<readonly [copy: string, acknowledged: readonly number[]]> = [];
    for (let number = 0; number < COPIES[trial.form]; number++) {
      await ingestion.reaches(ingestion.acknowledged.length + 5 + Math.floor(Math.random() * 20));
      // Exports that were acknowledged before the moment of the copy must be in it.
      const acknowledged = [...ingestion.acknowledged];
      service.child.kill("SIGSTOP");
      const copy = `${directory}-${number}`;
      await mkdir(copy);
      await cp(directory, copy, { recursive: true });
      service.child.kill("SIGCONT");
      copied.push([copy, acknowledged]);
    }
    await ingestion.stop();
    await service.stop();
    for (const [copy, acknowledged] of copied) {
      const isWhole = await change(copy);
      // Memory that is shared by connections, and that no crash leaves behind.
      await rm(`${databaseIn(copy)}-shm`, { force: true });
      const opened = await startService(trial, copy);
      assert.equal(await opened.send(1_000_000), 200);
      await opened.stop();
      check(copy, isWhole ? [...acknowledged, 1_000_000] : [1_000_000]);
      await rm(copy, { recursive: true });
    }
    return { copied: copied.length, acknowledged: copied.at(-1)![1].length };
  });
}

/** Cuts the write-ahead log off anywhere behind what was synced, as a power cut does. */
async function cutLog(copy: string): Promise<boolean> {
  const log = `${databaseIn(copy)}-wal`;
  const { size } = await stat(log);
  const synced = Math.min(size, await syncedBytes(copy));
  await truncate(log, synced + Math.floor((size - synced) * Math.random()));
  return false;
}

/**
 * Returns the length of the part of the write-ahead log that is certainly on the disk. SQLite syncs the log before it copies
 * pages from there into the database, and notes in the shared memory up to which frame it has begun to. The offsets are those of
 * SQLite's file format ("WAL-Index Format", "The WAL File").
 */
async function syncedBytes(copy: string): Promise<number> {
  const [shared, log] = await Promise.all(["-shm", "-wal"].map((ending) => readFile(databaseIn(copy) + ending)));
  const copiedFrames = shared!.length < 132 ? 0 : shared!.readUInt32LE(128);
  const pageBytes = log!.length < 12 ? 0 : log!.readUInt32BE(8);
  return copiedFrames === 0 ? 0 : 32 + copiedFrames * (24 + pageBytes);
}

/** The service ends in the middle of a write. */
export const crashes: readonly Fault[] = [
  {
    fault: "`kill -9` of the service while four clients send exports, again and again",
    outcome: "Every export that was acknowledged is there, and none in part",
    failsWhen: ANSWERS_EARLY,
    measure: kills,
  },
  {
    fault: "The files of the service are copied at any moment, in the middle of a write",
    outcome: "The service starts on the copy; every export that was acknowledged is there, and none in part",
    failsWhen: ANSWERS_EARLY,
    measure: async (trial) => {
      const { copied, acknowledged } = await copies(trial, () => Promise.resolve(true));
      return `${copied} of ${copied} copies open clean; 0 of ${acknowledged.toLocaleString("en-US")} acknowledged exports lost`;
    },
  },
  {
    fault: "Power cut: the write-ahead log ends anywhere behind what was synced",
    outcome: "The service starts; each export is there as a whole, or not at all",
    failsWhen: STORES_IN_PARTS,
    measure: async (trial) => {
      const { copied } = await copies(trial, cutLog);
      return `${copied} of ${copied} files open clean, no export in part`;
    },
  },
];
