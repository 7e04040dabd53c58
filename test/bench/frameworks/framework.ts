import type { TracerProvider } from "../contender/open-telemetry.ts";

/** Function that loads a package, as CommonJS. */
export type Load = (name: string) => never;

/** Way of making the calls: recorded by nobody, by this SDK under the preload, or by what is measured beside it. */
export type ContenderName = "bare" | "svc" | "rival";

/** Exporter of spans. */
export interface SpanExporter {
  export(spans: Array<{ readonly attributes: object }>, done: (result: { code: number }) => void): void;
  forceFlush(): Promise<void>;
  shutdown(): Promise<void>;
}

/** Things that a framework and its rival are given in a process. */
export interface Setting {
  readonly contender: ContenderName;
  /** Loads a package of the framework's folder. */
  readonly load: Load;
  /** Loads a package of the rivals' folder. */
  readonly loadRival: Load;
  /** Exporter behind the rival. */
  readonly exporter: SpanExporter;
  /** Tracer provider with a stock batch processor before the exporter; the global one where the rival records. */
  readonly provider: TracerProvider;
}

/** One call of a framework. */
export type Call = () => Promise<unknown>;

/** Kind of call that is measured. */
export interface Scenario {
  readonly title: string;
  /** Number of pieces of a streamed answer. */
  readonly chunks?: number;
  /** Calls in each round; fifty unless given. */
  readonly callsPerRound?: number;
  /** Rounds of each process; twelve unless given. */
  readonly rounds?: number;
}

/** Framework whose calls are measured. */
export interface Framework<Name extends string = string> {
  /** Package and version. */
  readonly title: string;
  /** Folder whose packages are loaded. */
  readonly folder: string;
  readonly scenarios: Readonly<Record<Name, Scenario>>;
  /** Title of what records the calls beside this SDK. Absent: nothing does. */
  readonly rival?: string;
  /** Notes on the measured calls, for the table. */
  readonly note?: string;
  /**
   * Prepares the calls of a kind, and the rival where the setting asks for it. The functions that the rival wants to be called at
   * the end of a round are given to `atFlush`.
   */
  prepare(setting: Setting, scenario: Name, atFlush: (flush: () => Promise<unknown>) => void): Call | Promise<Call>;
}
