import { setTimeout as delay } from "node:timers/promises";
import { postExports } from "../service/running-service.ts";
import { BATCH, type EngineExport } from "./engine-exports.ts";
import { cpuOfTree } from "./process-tree.ts";
import type { Subject } from "./subject.ts";

/** CPU time in microseconds: of the service and of its engine. */
export interface Cpu {
  readonly service: number;
  readonly engine: number;
}

/** Spans that were stored. */
export interface Filled {
  readonly spans: number;
  /** Seconds until all were stored. */
  readonly seconds: number;
  /** CPU until the processes came to rest. */
  readonly cpu: Cpu;
}

/** Subject with the exports that it still gets: each subject gets the same ones, in the same order. */
export class Filling {
  readonly subject: Subject;
  readonly #nextExport: (batch: number) => EngineExport;
  #batches = 0;

  constructor(subject: Subject, nextExport: (batch: number) => EngineExport) {
    this.subject = subject;
    this.#nextExport = nextExport;
  }

  /** Spans that were sent. */
  get spans(): number {
    return this.#batches * BATCH;
  }

  /** Stores exports as fast as the subject takes them. */
  async atOnce(batches: number): Promise<Filled> {
    const bodies = Array.from({ length: batches }, () => this.#nextExport(this.#batches++).body);
    const before = cpuOf(this.subject);
    const started = performance.now();
    await postExports(this.subject.address, bodies);
    const seconds = (performance.now() - started) / 1e3;
    await rest(this.subject);
    const after = cpuOf(this.subject);
    const cpu = { service: after.service - before.service, engine: after.engine - before.engine };
    return { spans: batches * BATCH, seconds, cpu };
  }
}

/** Returns the CPU time of a subject's processes since they were started. */
export function cpuOf({ service, engine }: Subject): Cpu {
  return { service: cpuOfTree(service), engine: engine.reduce((sum, pid) => sum + cpuOfTree(pid), 0) };
}

/** Time over which processes at rest take less CPU than {@link REST_US}, in milliseconds. */
const REST = 500;

/** CPU time of engines that only wait for requests, in microseconds over {@link REST}. */
const REST_US = 40_000;

/** Longest time until processes are taken for being at rest, in milliseconds. */
const LONGEST = 10_000;

async function rest(subject: Subject): Promise<void> {
  const started = performance.now();
  let [before, taken] = [total(subject), Infinity];
  while (taken > REST_US && performance.now() - started < LONGEST) {
    await delay(REST);
    const after = total(subject);
    [before, taken] = [after, after - before];
  }
}

function total(subject: Subject): number {
  const { service, engine } = cpuOf(subject);
  return service + engine;
}
