import { TRACE_TAGS } from "@svc/core/internal/span-attributes";
import { gzipSync } from "node:zlib";
import { protobufExport, type TestSpan } from "../../test/support/server/otlp-calls.ts";
import { createContents } from "../contender/observation-content.ts";

/** Spans of one export. */
export const BATCH = 512;

/** Observations per trace, except the long one. */
const TRACE = 16;

/** Observations of the long trace, which begins with the first export. */
export const LONG_TRACE = 1_000;
export const LONG_TRACE_ID: string = "f".repeat(32);

/** Customer of one in 20,000 observations. */
export const RARE_CUSTOMER = "c-rare";
export const RARE_WORD = "zebrafinch";
/** Tags of every fourth trace, and of one observation in 80,000. */
export const COMMON_TAG = "beta";
export const RARE_TAG = "rare";
const RARE_EVERY = 20_000;

const START = Date.parse("2026-11-01T00:00:00Z");

const contents = createContents();

/** Content of exports beyond the plain one. */
export interface ExportKind {
  /** Observations of the long trace. */
  readonly longTrace: number;
  /** True for metadata that differ from span to span, and tags on every fourth trace. */
  readonly isVaried: boolean;
}

const PLAIN: ExportKind = { longTrace: LONG_TRACE, isVaried: false };

/** Returns the body of one export in the SDK's format, with gzip. No span is in two bodies. */
export function createExport(batch: number, kind: ExportKind = PLAIN): Uint8Array<ArrayBuffer> {
  const spans = Array.from({ length: BATCH }, (_, i) => createSpan(batch * BATCH + i, kind));
  const resource = {
    "service.name": "support-agent",
    "service.version": "1.4.2",
    "telemetry.sdk.language": "nodejs",
    "telemetry.sdk.name": "opentelemetry",
    "telemetry.sdk.version": "3.1.0",
    "process.pid": 4_711,
    "host.name": "worker-1",
  };
  return new Uint8Array(gzipSync(protobufExport({ spans, resource }), { level: 1 }));
}

function createSpan(n: number, { longTrace, isVaried }: ExportKind): TestSpan {
  const content = contents[n % contents.length]!;
  const trace = Math.floor(n / TRACE);
  const isLong = n < longTrace;
  const isRare = n % RARE_EVERY === 0;
  const place = isLong ? n : n % TRACE;
  const start = START + trace * 1_000 + place * 10;
  const metadata = {
    ...content.metadata,
    ...(isRare && { customer: RARE_CUSTOMER }),
    ...(isVaried && { requestId: `request-${n}` }),
  };
  return {
    traceId: isLong ? LONG_TRACE_ID : (trace + 1).toString(16).padStart(32, "0"),
    spanId: (n + 1).toString(16).padStart(16, "0"),
    parentSpanId: place === 0 ? "" : (isLong ? 1 : n - place + 1).toString(16).padStart(16, "0"),
    name: "answer",
    start,
    end: start + 200 + (n % 97),
    attributes: {
      "svc.observation.type": "generation",
      "svc.observation.input": JSON.stringify(content.input) + (isRare ? ` ${RARE_WORD}` : ""),
      "svc.observation.output": JSON.stringify(content.output),
      "svc.observation.model.name": content.model,
      "svc.observation.usage_details": JSON.stringify(content.usageDetails),
      "svc.environment": "production",
      "session.id": `session-${trace % 1_000}`,
      ...(isVaried && trace % 4 === 0 && { [TRACE_TAGS]: isRare ? [COMMON_TAG, RARE_TAG] : [COMMON_TAG] }),
      ...Object.fromEntries(
        Object.entries(metadata).map(([key, value]) => [`svc.observation.metadata.${key}`, JSON.stringify(value)]),
      ),
    },
  };
}
