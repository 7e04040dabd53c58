import assert from "node:assert/strict";
import { readFile, stat } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { AUTHORIZATION } from "../../support/server/otlp-calls.ts";
import type { Fault, Form, Trial } from "../fault.ts";
import {
  bodyOf,
  databaseIn,
  send,
  SPANS,
  startService,
  storedIn,
  withDirectory,
  type ServiceProcess,
} from "./service-process.ts";

const MB = 1024 * 1024;
const count = (number: number): string => number.toLocaleString("en-US");

const CLIENTS = 200;
const EXPORTS = { short: 5, full: 50 } as const satisfies Record<Form, number>;

async function clients(trial: Trial): Promise<string> {
  return withDirectory(async (directory) => {
    const service = await startService(trial, directory);
    const each = EXPORTS[trial.form];
    let slowestMs = 0;
    const client = async (which: number): Promise<void> => {
      for (let number = 0; number < each; number++) {
        const begin = performance.now();
        assert.equal(await service.send(which * each + number), 200);
        slowestMs = Math.max(slowestMs, performance.now() - begin);
      }
    };
    await Promise.all(Array.from({ length: CLIENTS }, (_, which) => client(which)));
    await service.stop();
    const { traces, integrity } = storedIn(directory);
    const spans = [...traces.values()].reduce((sum, found) => sum + found, 0);
    assert.deepEqual([spans, integrity], [CLIENTS * each * SPANS, "ok"]);
    return `0 of ${count(spans)} spans lost; the slowest of ${count(CLIENTS * each)} answers took ${(slowestMs / 1e3).toFixed(1)} s`;
  });
}

const READERS = 300;
const ROUNDS = { short: 10, full: 100 } as const satisfies Record<Form, number>;

/** Reads the stream of new observations. Resolves with their number when it has this many. */
async function readEvents(url: string, ready: () => void, expected: number): Promise<number> {
  const response = await fetch(`${url}/api/local/observations/events`, { headers: { authorization: AUTHORIZATION } });
  assert.equal(response.status, 200);
  ready();
  let found = 0;
  let text = "";
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk;
    const parts = text.split("\n\n");
    text = parts.pop()!;
    found += parts.filter((part) => part.includes("event: observation")).length;
    if (found >= expected) break;
  }
  return found;
}

async function readers(trial: Trial): Promise<string> {
  return withDirectory(async (directory) => {
    const service = await startService(trial, directory);
    const exports = ROUNDS[trial.form];
    let open = 0;
    const { promise: allOpen, resolve } = Promise.withResolvers<void>();
    const reading = Array.from({ length: READERS }, () =>
      readEvents(service.url, () => ++open === READERS && resolve(), exports * SPANS),
    );
    await Promise.race([allOpen, Promise.all(reading)]);
    const begin = performance.now();
    for (let number = 0; number < exports; number++) assert.equal(await service.send(number), 200);
    const found = await Promise.all(reading);
    const seconds = ((performance.now() - begin) / 1e3).toFixed(1);
    assert.deepEqual(new Set(found), new Set([exports * SPANS]));
    await service.stop();
    return `${count(READERS * exports * SPANS)} of ${count(READERS * exports * SPANS)} events arrived in ${seconds} s`;
  });
}

/** Soak: spans a second, seconds, and the limit for the size of the data. */
const SOAK = {
  short: { perSecond: 2_000, seconds: 8, maxBytes: 4 * MB },
  full: { perSecond: 2_000, seconds: 1_200, maxBytes: 200 * MB },
} as const satisfies Record<Form, object>;

/** Memory that the service may have at the end beyond what it had after a third of the time. */
const MOST_GROWTH = 64 * MB;

/** Returns the memory of the service in bytes, as Linux counts it. */
async function memoryOf({ child }: ServiceProcess): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, "utf8");
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)![1]) * 1024;
}

/** Sends exports at a steady rate, however long the answers take, to a service with a small limit for the size of its data. */
async function soak(trial: Trial): Promise<string> {
  const { perSecond, seconds, maxBytes } = SOAK[trial.form];
  return withDirectory(async (directory) => {
    const parameters = ["--max-size", `${maxBytes / MB}MB`];
    const service = await startService(trial, directory, { parameters });
    const size = async (): Promise<number> => (await stat(databaseIn(directory))).size;
    const begin = performance.now();
    const sending = new Set<Promise<void>>();
    const statuses = new Map<number, number>();
    const samples: number[] = [];
    let most = 0;
    let slowestMs = 0;
    let made = 0;
    const exportOf = async (number: number): Promise<void> => {
      const from = performance.now();
      const status = await send(service.url, bodyOf(number, 200));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      slowestMs = Math.max(slowestMs, performance.now() - from);
    };
    for (let elapsed = 0; elapsed < seconds; elapsed = (performance.now() - begin) / 1e3) {
      for (; made * SPANS < elapsed * perSecond; made++) {
        const one = exportOf(made).finally(() => sending.delete(one));
        sending.add(one);
      }
      if (samples.length < elapsed) {
        samples.push(await memoryOf(service));
        most = Math.max(most, await size());
      }
      await pause(5);
    }
    await Promise.all(sending);
    samples.push(await memoryOf(service));
    const { stdout } = await service.stop();
    assert.deepEqual([...statuses], [[200, made]]);
    const third = samples.slice(0, Math.ceil(samples.length / 3));
    const growth = samples.at(-1)! - Math.max(...third);
    assert.ok(
      growth < MOST_GROWTH,
      `memory has grown by ${growth / MB} MB after the first third: ${samples.join(", ")}`,
    );
    const removed = storedRemoved(stdout);
    assert.ok(removed > 0, `nothing was pruned: ${stdout}`);
    assert.ok(most < maxBytes * 2, `the file had ${most / MB} MB`);
    const { traces, integrity } = storedIn(directory);
    assert.equal(integrity, "ok");
    const kept = [...traces.values()].reduce((sum, spans) => sum + spans, 0);
    return [
      `${count(made * SPANS)} spans in ${seconds} s, all answered 200, the slowest in ${(slowestMs / 1e3).toFixed(1)} s`,
      `${count(kept)} kept in at most ${(most / MB).toFixed(0)} MB`,
      `memory ${(Math.max(...third) / MB).toFixed(0)} MB in the first third, ${(samples.at(-1)! / MB).toFixed(0)} MB at the end`,
    ].join("; ");
  });
}

/** Returns how many log lines report removed data. */
function storedRemoved(stdout: string): number {
  return [...stdout.matchAll(/removed/gi)].length;
}

/** Many clients and readers, for a long time. */
export const load: readonly Fault[] = [
  {
    fault: `${CLIENTS} clients send exports at once`,
    outcome: "Every export is answered 200 and stored",
    failsWhen: {
      says: "of the exports that one transaction joins, only the first is stored",
      of: "service",
      find: "outcomes.push(store(following))",
      put: "outcomes.push(served.length > 1 ? { status: 200 } : store(following))",
    },
    measure: clients,
  },
  {
    fault: `${READERS} readers follow the stream of new observations`,
    outcome: "Each gets every observation, once",
    failsWhen: {
      says: "the feed serves a single reader",
      of: "service",
      find: "if (!this.#isClosed) this.#readers.add(reader)",
      put: "if (this.#readers.size === 0) this.#readers.add(reader); else this.close()",
    },
    measure: readers,
  },
  {
    fault: "2,000 spans a second for twenty minutes (short form: 8 s), with old data removed all the while",
    outcome: "Every export is answered 200; memory and the size of the file stay flat",
    failsWhen: {
      says: "data over the limits is not removed",
      of: "service",
      find: "const steps = pruning ?? prune(database, limits, !location.hasCopiedDocuments)",
      put: 'return "done"',
    },
    fullSeconds: 1_500,
    measure: soak,
  },
];
