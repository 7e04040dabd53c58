/** Titles of the tables, by which pages find them. */
export const ENGINE_TITLE = "Ingestion, space and reads by engine";
export const STEADY_TITLE = "CPU at steady rates";

/** Measures of the first table that its readers compute with. */
export const MEASURES = {
  rate: "spans/s",
  service: "CPU of the service, µs/span",
  engine: "CPU of the engine's processes, µs/span",
  cpu: "CPU in all, µs/span",
  perCore: "spans/s per core",
  received: "received, B/span (OTLP with gzip)",
  plain: "received, B/span (OTLP before gzip)",
  disk: "on disk, B/span",
  memoryOfService: "memory of the service, MiB",
  memoryOfEngine: "memory of the engine's processes, MiB",
  idle: "CPU at rest, % of a core",
} as const;
