import type { Bytes } from "@svc/core/internal";

/** Spans of one resource and one scope, as the spool reads them. */
export interface KeptGroup {
  /** Returns the last span, of this size, as a view that later spans overwrite. */
  last(size: number): Bytes;
  /** Returns the resource and the scope, as the fields that stand beside the spans. */
  surroundings(): readonly [resource: Bytes, scope: Bytes];
}
