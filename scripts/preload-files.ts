// Which file of the preload has what. Each file takes its time to load, so modules that are needed together lie in one file, and
// a file has nothing that a start without it would not load.
import type { Rolldown } from "tsdown";

type Groups = NonNullable<Exclude<Rolldown.OutputOptions["codeSplitting"], boolean | undefined>["groups"]>;

/** Files of modules that are needed together, the first of a module first. A file includes what its modules import. */
const FILES: Readonly<Record<string, RegExp>> = {
  // Every process.
  waiting: /[\\/]register[\\/](?:start-when-needed|config[\\/]config-file|processes[\\/]preload-file)\.ts$/,
  // Every process that loads a package.
  starting: /[\\/]register[\\/]start\.ts$|[\\/]api[\\/]dist[\\/]trace[\\/]span_kind\.mjs$/,
  // Each process that starts another or has another as its parent.
  propagation: /[\\/]core[\\/]dist[\\/]trace[\\/](?:W3CTraceContextPropagator|suppress-tracing)\.mjs$/,
  // Every instrumentation.
  observing: new RegExp(
    [
      String.raw`[\\/]instrumentations[\\/]shared[\\/]`,
      String.raw`[\\/]src[\\/]core[\\/](?:media[\\/]base64|names[\\/]headers|runtime[\\/]timers)\.ts$`,
      String.raw`[\\/]src[\\/]core[\\/]propagation[\\/](?:announced-tools|trace-id-baggage)\.ts$`,
      String.raw`[\\/]src[\\/]tracing[\\/]observation\.ts$`,
      String.raw`[\\/]@opentelemetry[\\/](?:api|instrumentation|semantic-conventions)[\\/]`,
      String.raw`[\\/]@opentelemetry[\\/]core[\\/]dist[\\/](?:ExportResult|common[\\/]time|trace[\\/]rpc-metadata)\.mjs$`,
    ].join("|"),
  ),
  // Every instrumentation of a package with the protocol of openai.
  "openai-package": /[\\/]instrumentations[\\/]openai[\\/](?:library|openai-package)\.ts$/,
  // The SDK, which boots at the first span.
  delivering:
    /[\\/]src[\\/]otel[\\/](?!spool[\\/](?!open-keeper))|[\\/]@opentelemetry[\\/](?:core|sdk-trace|resources)[\\/](?!.*machine-id)|[\\/]http-agents\.ts$/,
  // OpenTelemetry's own exporters.
  otlp: /[\\/]@opentelemetry[\\/]otlp-(?:exporter-base|transformer[\\/]dist[\\/](?!metrics))/,
  "otlp-metrics": /[\\/]@opentelemetry[\\/](?:sdk-metrics|otlp-transformer|exporter-metrics-otlp-http)[\\/]/,
  grpc: /[\\/]@opentelemetry[\\/]otlp-grpc-exporter-base[\\/]/,
  // Shared by a few parts below.
  "redis-common": /[\\/]@opentelemetry[\\/]redis-common[\\/]/,
  "sql-common": /[\\/]@opentelemetry[\\/]sql-common[\\/]/,
  "trace-headers": /[\\/]register[\\/]requests[\\/]trace-headers\.ts$/,
  "framework-gaps": /[\\/]register[\\/]gaps[\\/]framework-gaps\.ts$/,
  service: /[\\/]register[\\/]service\.ts$/,
  "https-proxy-agent": /[\\/]https-proxy-agent[\\/]/,
  "gcp-requests": /[\\/](?:node-fetch|fetch-blob|formdata-polyfill|data-uri-to-buffer)[\\/]/,
};

/** Names and tests of the files as the bundler takes them. */
export const PRELOAD_GROUPS: Groups = Object.entries(FILES).map(([name, test], index, { length }) => ({
  name,
  test,
  priority: length - index,
}));
