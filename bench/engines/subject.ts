/** Names of the service on its engines. */
export const ON_SQLITE = "svc on SQLite";
export const ON_CLICKHOUSE = "svc on ClickHouse and PostgreSQL";

/** Names of the reads that every subject answers. */
export const READ_NAMES = [
  "newest 50 root spans with their content",
  "one trace of 16 spans by its id",
  "tokens by day and model",
] as const;

export type ReadName = (typeof READ_NAMES)[number];

/** Trace and time that reads ask for. */
export interface ReadScope {
  readonly traceId: string;
  /** Times in ISO 8601. */
  readonly from: string;
  readonly to: string;
}

/** Service with the engine that it stores in, which a benchmark fills and reads. */
export interface Subject {
  readonly name: string;
  readonly address: string;
  /** Process of the service; its children belong to it. */
  readonly service: number;
  /** Processes of the engine, when it has its own; their children belong to them. */
  readonly engine: readonly number[];
  /** Reads once; resolves with the number of rows of the answer. */
  read(name: ReadName, scope: ReadScope): Promise<number>;
  /** Resolves with the bytes that the spans take on disk after a checkpoint or a merge. */
  bytesOnDisk(): Promise<number>;
  close(): Promise<void>;
}
