/**
 * Observations, one row for each state of a span. The newest state of a key counts. The day comes before the trace, so that a
 * read of some days reads those alone. Words of lower-case texts, keys of metadata and the ids that few rows share have indexes.
 */
const OBSERVATIONS = `CREATE TABLE IF NOT EXISTS observations (
  projectId LowCardinality(String), day Int32, traceId String, id String,
  seq UInt64, rowVersion UInt64, isDeleted UInt8,
  parentObservationId Nullable(String), type LowCardinality(String), name String,
  startTime Int64 CODEC(DoubleDelta, ZSTD(1)), endTime Int64 CODEC(DoubleDelta, ZSTD(1)),
  environment LowCardinality(String), level LowCardinality(String), statusMessage Nullable(String),
  version Nullable(String), release Nullable(String), userId Nullable(String), sessionId Nullable(String),
  traceName Nullable(String), tags Array(String), public UInt8, bookmarked UInt8, isRoot UInt8,
  completionStartTime Nullable(Int64), model LowCardinality(Nullable(String)), modelId LowCardinality(Nullable(String)),
  modelParameters Nullable(String), usageDetails Map(LowCardinality(String), Nullable(Float64)),
  inputTokens Nullable(Float64), outputTokens Nullable(Float64), totalTokens Nullable(Float64),
  costDetails Map(LowCardinality(String), Nullable(Float64)), inputCost Nullable(Float64), outputCost Nullable(Float64),
  totalCost Nullable(Float64), pricingTier LowCardinality(Nullable(String)), promptName Nullable(String),
  promptVersion Nullable(Int64), toolDefinitions Array(String), toolCalls Array(String),
  publicKey LowCardinality(Nullable(String)), sdkName LowCardinality(Nullable(String)),
  sdkVersion LowCardinality(Nullable(String)), hasInput UInt8, hasOutput UInt8, createdAt Int64, updatedAt Int64,
  metadata Map(LowCardinality(String), String) CODEC(ZSTD(1)),
  input Nullable(String) CODEC(ZSTD(3)), output Nullable(String) CODEC(ZSTD(3)),
  experimentId Nullable(String), experimentName Nullable(String), experimentDescription Nullable(String),
  experimentDatasetId Nullable(String), experimentMetadata Nullable(String), experimentItemId Nullable(String),
  experimentItemVersion Nullable(Int64), experimentItemMetadata Nullable(String),
  experimentItemExpectedOutput Nullable(String), experimentItemRootId Nullable(String),
  INDEX times startTime TYPE minmax,
  INDEX arrivals seq TYPE minmax,
  INDEX sessions sessionId TYPE bloom_filter,
  INDEX users userId TYPE bloom_filter,
  INDEX experiments experimentId TYPE bloom_filter,
  INDEX metadataKeys mapKeys(metadata) TYPE bloom_filter,
  INDEX metadataValues mapValues(metadata) TYPE bloom_filter,
  INDEX inputWords lowerUTF8(ifNull(input, '')) TYPE text(tokenizer = splitByNonAlpha),
  INDEX outputWords lowerUTF8(ifNull(output, '')) TYPE text(tokenizer = splitByNonAlpha)
) ENGINE = ReplacingMergeTree(rowVersion, isDeleted)
PARTITION BY intDiv(day, 30)
ORDER BY (projectId, day, traceId, id)`;

/** Days of each trace, by its id: a read of a trace that knows no time reads its days alone. */
const TRACES = `CREATE TABLE IF NOT EXISTS observation_traces (
  projectId LowCardinality(String), traceId String, day Int32
) ENGINE = ReplacingMergeTree
ORDER BY (projectId, traceId, day)`;

const TRACES_OF_OBSERVATIONS = `CREATE MATERIALIZED VIEW IF NOT EXISTS observation_traces_view TO observation_traces
AS SELECT projectId, traceId, day FROM observations GROUP BY projectId, traceId, day`;

/** Scores. The newest state of an id counts. */
const SCORES = `CREATE TABLE IF NOT EXISTS scores (
  projectId LowCardinality(String), id String, rowVersion UInt64,
  name LowCardinality(String), dataType LowCardinality(String), source LowCardinality(String), value Nullable(Float64),
  stringValue Nullable(String), timestamp Int64, environment LowCardinality(String), traceId Nullable(String),
  observationId Nullable(String), sessionId Nullable(String), datasetRunId Nullable(String), configId Nullable(String),
  queueId Nullable(String), authorUserId Nullable(String), comment Nullable(String),
  metadata Map(LowCardinality(String), String), createdAt Int64, updatedAt Int64,
  INDEX times timestamp TYPE minmax,
  INDEX traces traceId TYPE bloom_filter,
  INDEX runs datasetRunId TYPE bloom_filter
) ENGINE = ReplacingMergeTree(rowVersion)
ORDER BY (projectId, id)`;

/** Writer of each score, and the values that it replaced, as JSON. Earlier scores have neither. */
const SCORE_WRITERS = `ALTER TABLE scores ADD COLUMN IF NOT EXISTS writerKind LowCardinality(Nullable(String)),
  ADD COLUMN IF NOT EXISTS writerId Nullable(String), ADD COLUMN IF NOT EXISTS history Nullable(String)`;

/** Observations whose span has not ended. Earlier ones have, as far as anybody knows. */
const OPEN_OBSERVATIONS = "ALTER TABLE observations ADD COLUMN IF NOT EXISTS isOpen UInt8 DEFAULT 0";

/**
 * Versions of the tables, the first at index 0, each with its statements. A statement can be repeated without effect
 * (`IF NOT EXISTS`), so that processes that start at the same time do not disturb each other. Never change a released version.
 */
export const TABLE_VERSIONS: ReadonlyArray<readonly string[]> = [
  [OBSERVATIONS, TRACES, TRACES_OF_OBSERVATIONS, SCORES],
  [SCORE_WRITERS],
  [OPEN_OBSERVATIONS],
];

/** Versions that a database has. */
export const VERSIONS_TABLE = `CREATE TABLE IF NOT EXISTS table_versions (version UInt32, appliedAt DateTime DEFAULT now())
ENGINE = ReplacingMergeTree ORDER BY version`;
