import type * as Otel from "@svc/otel";

export type ResourceAttribute = string | number | boolean | readonly string[] | readonly number[] | readonly boolean[];

/** Fields of an ended span that a filter can read, as OpenTelemetry's SDK has them. */
export interface EndedSpan {
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  /** Library that made the span. */
  readonly instrumentationScope: { readonly name: string; readonly version?: string };
  readonly resource: { readonly attributes: Readonly<Record<string, unknown>> };
  readonly events: ReadonlyArray<{ readonly name: string; readonly attributes?: Readonly<Record<string, unknown>> }>;
  readonly status: { readonly code: number; readonly message?: string };
  readonly kind: number;
  spanContext(): { readonly traceId: string; readonly spanId: string };
}

/** Options of the preload that only code can give. Everything else is an environment variable. */
export interface PreloadConfig {
  /**
   * Function that hides data before it leaves the process: called with every text of a span, its events, its links and its resource, but
   * those of names that must stay exact. Its result, or what its promise resolves to, is sent instead. Contract: "Metadata encoding",
   * client-side consequences.
   */
  // oxlint-disable-next-line typescript/no-explicit-any -- so that a mask that expects a text compiles
  readonly mask?: (params: { data: any }) => unknown;
  /** Filter that decides whether a span is sent to the service; default {@link isDefaultExportSpan}. Runs at the start and at the end of a span. */
  readonly shouldExportSpan?: (params: { otelSpan: EndedSpan }) => boolean;
  /** Attributes in the resource of every span. They come before those of `OTEL_RESOURCE_ATTRIBUTES`. */
  readonly resourceAttributes?: Readonly<Record<string, ResourceAttribute>>;
}

/**
 * Returns the options of the preload unchanged: for its types. The default export of `svc.config.mjs`.
 *
 * @example
 * export default defineConfig({ mask: ({ data }) => (typeof data === "string" ? data.replaceAll(/sk-\w+/g, "***") : data) });
 */
export function defineConfig(config: PreloadConfig): PreloadConfig {
  return config;
}

/** Returns true when the preload sends a span that no filter of the application's decides about. For use in a filter. */
export function isDefaultExportSpan(span: Pick<EndedSpan, "attributes" | "instrumentationScope">): boolean {
  return (require("@svc/otel") as typeof Otel).isDefaultExportSpan(span);
}
