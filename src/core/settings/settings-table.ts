// The settings of the SDK. Each is declared once: its option, its kind of value, its unit and default, and its environment
// variables in order of precedence. OpenTelemetry's own variables that set no option, such as `OTEL_TRACES_EXPORTER`, are not
// settings: the preload reads them (`docs/preload.md`). The comment on a setting is its documentation, which no bundle carries.
// `docs/configuration.md` and the `svc doctor` command are made from these rows. Each row is a constant of its own, so that a
// bundle carries only the settings it reads: import the table as a namespace, `import * as settings`.
// Contract: "Client configuration names", "Span export rules" 4 (compression), "Errors" (timeout).
import { DEFAULT_BASE_URL } from "../names/constants.ts";
import type { LogLevelName } from "../names/log-level.ts";
import * as kinds from "./setting-kinds.ts";
import type { Setting } from "./setting.ts";

/** Public key of the project. With the secret key it is the credential of every request. */
export const publicKey: Setting<string | undefined> = {
  name: "publicKey",
  kind: kinds.text,
  default: undefined,
  variables: ["SVC_PUBLIC_KEY", "OTEL_SVC_PUBLIC_KEY"],
};

/** Secret key of the project. */
export const secretKey: Setting<string | undefined> = {
  name: "secretKey",
  kind: kinds.text,
  default: undefined,
  variables: ["SVC_SECRET_KEY", "OTEL_SVC_SECRET_KEY"],
  secret: true,
};

/** Address of the service. */
export const baseUrl: Setting<string> = {
  name: "baseUrl",
  kind: kinds.httpUrl,
  default: DEFAULT_BASE_URL,
  variables: ["SVC_BASE_URL", "SVC_BASEURL", "OTEL_SVC_BASE_URL"],
};

/** Proxy for requests to http:// addresses. It may hold a user and a password. */
export const httpProxy: Setting<string | undefined> = {
  name: "httpProxy",
  kind: kinds.proxyUrl,
  default: undefined,
  variables: ["http_proxy", "HTTP_PROXY"],
  secret: true,
};

/** Proxy for requests to https:// addresses, by CONNECT. It may hold a user and a password. */
export const httpsProxy: Setting<string | undefined> = {
  name: "httpsProxy",
  kind: kinds.proxyUrl,
  default: undefined,
  variables: ["https_proxy", "HTTPS_PROXY"],
  secret: true,
};

/** Hosts that are reached without a proxy. */
export const noProxy: Setting<string | undefined> = {
  name: "noProxy",
  kind: kinds.hosts,
  default: undefined,
  variables: ["no_proxy", "NO_PROXY"],
};

/** PEM file of certificates that are trusted beside those that Node trusts. */
export const certificate: Setting<string | undefined> = {
  name: "certificate",
  kind: kinds.filePath,
  default: undefined,
  variables: ["OTEL_EXPORTER_OTLP_TRACES_CERTIFICATE", "OTEL_EXPORTER_OTLP_CERTIFICATE"],
};

/** PEM file of the private key for a service that asks who its client is (mTLS). */
export const clientKey: Setting<string | undefined> = {
  name: "clientKey",
  kind: kinds.filePath,
  default: undefined,
  variables: ["OTEL_EXPORTER_OTLP_TRACES_CLIENT_KEY", "OTEL_EXPORTER_OTLP_CLIENT_KEY"],
};

/** PEM file of the certificate that belongs to the private key. */
export const clientCertificate: Setting<string | undefined> = {
  name: "clientCertificate",
  kind: kinds.filePath,
  default: undefined,
  variables: ["OTEL_EXPORTER_OTLP_TRACES_CLIENT_CERTIFICATE", "OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE"],
};

/** Time one request to the service may take. */
export const timeout: Setting<number> = {
  name: "timeout",
  kind: kinds.positive,
  unit: "seconds",
  default: 5,
  variables: ["SVC_TIMEOUT"],
};

/** Time that delivery may hold the end of the process. */
export const shutdownTimeout: Setting<number> = {
  name: "shutdownTimeout",
  kind: kinds.positive,
  unit: "seconds",
  default: 5,
  variables: ["SVC_SHUTDOWN_TIMEOUT"],
};

/**
 * Sends spans in batches, or each span when it ends. On AWS Lambda, Vercel, Cloud Run and edge runtimes the default is
 * immediate.
 */
export const exportMode: Setting<kinds.ExportMode> = {
  name: "exportMode",
  kind: kinds.exportMode,
  default: "batched",
  variables: ["SVC_OTEL_EXPORT_MODE"],
};

/** Number of waiting spans at which a batch is exported. */
export const flushAt: Setting<number> = {
  name: "flushAt",
  kind: kinds.count,
  unit: "spans",
  default: 512,
  variables: ["SVC_FLUSH_AT", "OTEL_BSP_MAX_EXPORT_BATCH_SIZE"],
};

/** Longest time a span waits before it is exported. */
export const flushInterval: Setting<number> = {
  name: "flushInterval",
  kind: kinds.notNegative,
  unit: "seconds",
  default: 5,
  variables: ["SVC_FLUSH_INTERVAL", "OTEL_BSP_SCHEDULE_DELAY"],
  variableKinds: { OTEL_BSP_SCHEDULE_DELAY: kinds.milliseconds },
};

/** Number of waiting scores at which a batch is sent. One request carries up to 100. */
export const scoreFlushAt: Setting<number> = {
  name: "scoreFlushAt",
  kind: kinds.count,
  unit: "scores",
  default: 10,
  variables: ["SVC_FLUSH_AT"],
};

/** Longest time a score waits before it is sent. */
export const scoreFlushInterval: Setting<number> = {
  name: "scoreFlushInterval",
  kind: kinds.notNegative,
  unit: "seconds",
  default: 1,
  variables: ["SVC_FLUSH_INTERVAL"],
};

/** Largest body of one export before compression. A larger batch is split, a larger single span is shortened. */
export const maxBatchSizeBytes: Setting<number> = {
  name: "maxBatchSizeBytes",
  kind: kinds.count,
  unit: "bytes",
  default: 67_108_864,
  variables: ["SVC_OTEL_MAX_BATCH_SIZE_BYTES"],
};

/**
 * Memory that waiting spans may hold. Scores may hold as much again. Spans and scores that do not fit are dropped,
 * and a line says how many.
 */
export const maxQueueSizeBytes: Setting<number> = {
  name: "maxQueueSizeBytes",
  kind: kinds.count,
  unit: "bytes",
  default: 67_108_864,
  variables: ["SVC_OTEL_MAX_QUEUE_SIZE_BYTES"],
};

/**
 * Folder in which spans that wait for their delivery survive the end of the process, however it ends. The folder must be
 * private to the user of the process (mode 0700) and is made when it is missing. Without it spans wait only in memory.
 */
export const spoolDirectory: Setting<string | undefined> = {
  name: "spoolDirectory",
  kind: kinds.text,
  default: undefined,
  variables: ["SVC_SPOOL_DIR"],
};

/** Size that all files of the spool together may have. Spans that do not fit wait only in memory, and a line says how many. */
export const maxSpoolSizeBytes: Setting<number> = {
  name: "maxSpoolSizeBytes",
  kind: kinds.count,
  unit: "bytes",
  default: 268_435_456,
  variables: ["SVC_SPOOL_MAX_SIZE_BYTES"],
};

/** Compression of exported spans. */
export const compression: Setting<kinds.Compression> = {
  name: "compression",
  kind: kinds.compression,
  default: "gzip",
  variables: ["SVC_OTEL_COMPRESSION", "OTEL_EXPORTER_OTLP_TRACES_COMPRESSION", "OTEL_EXPORTER_OTLP_COMPRESSION"],
};

/** Number of attributes a span can hold. Metadata that would push out other attributes is dropped. */
export const attributeCountLimit: Setting<number> = {
  name: "attributeCountLimit",
  kind: kinds.count,
  default: 128,
  variables: ["OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT", "OTEL_ATTRIBUTE_COUNT_LIMIT"],
};

/** Uploads media found in observations and puts a reference in its place. */
export const mediaUploadEnabled: Setting<boolean> = {
  name: "mediaUploadEnabled",
  kind: kinds.unlessFalse,
  default: true,
  variables: ["SVC_MEDIA_UPLOAD_ENABLED"],
};

/** Records the content of recorded calls: input, output, tools, stop words and texts of errors. See below for what stays. */
export const captureContent: Setting<boolean> = {
  name: "captureContent",
  kind: kinds.contentMode,
  default: true,
  variables: ["SVC_CAPTURE_CONTENT", "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"],
};

/**
 * Form of the spans for backends that are not the service: `conventions` for the attributes of OpenTelemetry's GenAI conventions,
 * `openinference` for those and the attributes that Phoenix and MLflow read beside them.
 */
export const genAiDialect: Setting<kinds.GenAiDialect> = {
  name: "genAiDialect",
  kind: kinds.genAiDialect,
  default: "conventions",
  variables: ["SVC_GEN_AI_DIALECT"],
};

/**
 * Asks streamed completions of OpenAI for their token usage. The application does not see the chunk that brings it.
 */
export const streamUsage: Setting<boolean> = {
  name: "streamUsage",
  kind: kinds.onlyTrue,
  default: false,
  variables: ["SVC_STREAM_USAGE"],
};

/** Environment stamped on every span, such as production or staging. */
export const environment: Setting<string | undefined> = {
  name: "environment",
  kind: kinds.text,
  default: undefined,
  variables: ["SVC_TRACING_ENVIRONMENT"],
};

/** Release of the application stamped on every span. */
export const release: Setting<string | undefined> = {
  name: "release",
  kind: kinds.text,
  default: undefined,
  variables: ["SVC_RELEASE"],
};

/** Folder of prompt files. They are used when a prompt can neither be fetched nor found in the cache. */
export const promptFallbackDirectory: Setting<string | undefined> = {
  name: "promptFallbackDirectory",
  kind: kinds.text,
  default: undefined,
  variables: ["SVC_PROMPT_FALLBACK_DIRECTORY"],
};

/**
 * File with the options of the preload that only code can give, such as a mask. Without it the preload looks for `svc.config.mjs` beside
 * the application's package.json.
 */
export const configFile: Setting<string | undefined> = {
  name: "configFile",
  kind: kinds.filePath,
  default: undefined,
  variables: ["SVC_CONFIG"],
};

/** Lowest level of the lines that the SDK writes to standard error. INFO lines of the preload are about no problem: they come only if this is set. */
export const logLevel: Setting<LogLevelName> = {
  name: "logLevel",
  kind: kinds.logLevel,
  default: "INFO",
  variables: ["SVC_LOG_LEVEL"],
};

/** Sets the log level to DEBUG, whatever SVC_LOG_LEVEL says. */
export const debug: Setting<boolean> = {
  name: "debug",
  kind: kinds.onlyTrue,
  default: false,
  variables: ["SVC_DEBUG"],
};

/** The only instrumentations that run, such as openai. */
export const enabledInstrumentations: Setting<readonly string[] | undefined> = {
  name: "enabledInstrumentations",
  kind: kinds.names,
  default: undefined,
  variables: ["OTEL_NODE_ENABLED_INSTRUMENTATIONS"],
};

/** Instrumentations that do not run, also when they are enabled by name. */
export const disabledInstrumentations: Setting<readonly string[] | undefined> = {
  name: "disabledInstrumentations",
  kind: kinds.names,
  default: undefined,
  variables: ["OTEL_NODE_DISABLED_INSTRUMENTATIONS"],
};
