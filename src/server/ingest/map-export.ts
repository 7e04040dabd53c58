import type { ObservationRecord } from "../observations/observation-record.ts";
import { MetadataBudget } from "./mapping/metadata/metadata-budget.ts";
import { type ExportContext, toObservation } from "./mapping/observation-mapping.ts";
import { type OtlpFormat, decodeExport } from "./otlp/otlp-decoding.ts";
import type { ReceivedSpan } from "./otlp/otlp-span.ts";
import type { RefusedSpans } from "./otlp/refused-spans.ts";
import type { ModelMatcher } from "./prices/model-matcher.ts";
import type { SpanSource } from "./span-source.ts";

/** Trace export as it arrives. */
export interface ReceivedExport {
  readonly format: OtlpFormat;
  readonly body: Uint8Array;
  readonly source: SpanSource;
}

/** What the mapping of an export depends on. */
export interface MappingSettings {
  readonly models: ModelMatcher;
  /** False to keep metadata values as they were sent. */
  readonly decodesMetadata: boolean;
  /** True for exports that are imported, whose times may be any. */
  readonly isArchive: boolean;
}

/** Observation of a span, and the name of the span's scope. */
export interface MappedSpan {
  readonly observation: ObservationRecord;
  readonly scope: string;
}

/** Export whose spans are read. */
export interface MappedExport {
  /** Makes one observation at a time: all observations of a large export would not fit into memory beside its spans. */
  readonly spans: Iterable<MappedSpan>;
  /** Spans that are not stored. */
  readonly refused: RefusedSpans;
  /** Time of the export, in milliseconds since 1970. */
  readonly now: number;
}

/** Makes observations of the spans of one export. `decodeExport` documents which exports and spans are refused. */
export function mapExport({ format, body, source }: ReceivedExport, settings: MappingSettings): MappedExport {
  const { models, decodesMetadata, isArchive } = settings;
  const now = Date.now();
  const { spans, refused } = decodeExport(format, body, isArchive ? undefined : now);
  const mapping = { source, now, metadataBudget: new MetadataBudget(), decodesMetadata, models };
  return { spans: mapped(spans, mapping), refused, now };
}

function* mapped(spans: readonly ReceivedSpan[], context: ExportContext): Generator<MappedSpan, void> {
  for (const span of spans) yield { observation: toObservation(span, context), scope: span.scope.name };
}
