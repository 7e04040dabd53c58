import { logger, resolveSetting } from "@svc/core/internal";
import * as A from "@svc/core/internal/span-attributes";
import * as settings from "@svc/core/internal/settings";

/** Attributes reserved for the fields of an observation apart from metadata, and for a few of other instrumentations. */
const RESERVED = 32;

const METADATA_PREFIX = `${A.TRACE_METADATA}.`;

let limit: number | undefined;

/**
 * Removes propagated metadata that would leave a span no room for its own attributes: OpenTelemetry drops attributes past
 * its limit, the later ones first, without a warning. Removes the last keys, with one warning.
 */
export function dropSurplusMetadata(stamps: Record<string, unknown>, written: Readonly<Record<string, unknown>>): void {
  limit ??= resolveSetting(settings.attributeCountLimit).value;
  const keys = Object.keys(stamps);
  if (keys.length + RESERVED <= limit / 2) return;
  const surplus = keys.length + Object.keys(written).length + RESERVED - limit;
  if (surplus <= 0) return;
  const dropped = keys.filter((key) => key.startsWith(METADATA_PREFIX)).slice(-surplus);
  if (dropped.length === 0) return;
  for (const key of dropped) delete stamps[key];
  logger.warnOnce(
    `${dropped.length} keys of propagated metadata are dropped: a span holds ${limit} attributes (OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT).`,
  );
}
