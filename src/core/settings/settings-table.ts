import { DEFAULT_BASE_URL } from "../names/constants.ts";
import {
  compression,
  contentMode,
  count,
  exportMode,
  httpUrl,
  isBoolean,
  isCount,
  isHttpUrl,
  isNames,
  isNotNegative,
  isPositive,
  isProxyUrl,
  isText,
  LOG_LEVELS,
  logLevel,
  LONGEST_SECONDS,
  names,
  notNegative,
  onlyTrue,
  positive,
  proxyUrl,
  seconds,
  text,
  type Compression,
  type ExportMode,
  type LogLevelName,
  type Parse,
  unlessFalse,
} from "./setting-values.ts";
import type { Setting, SettingVariable } from "./setting.ts";

const from = <T>(parse: Parse<T>, ...names: string[]): SettingVariable<T>[] => names.map((name) => ({ name, parse }));

/** The settings and the types of their values. */
export interface SettingsTable {
  readonly publicKey: Setting<string | undefined>;
  readonly secretKey: Setting<string | undefined>;
  readonly baseUrl: Setting<string>;
  readonly httpProxy: Setting<string | undefined>;
  readonly httpsProxy: Setting<string | undefined>;
  readonly noProxy: Setting<string | undefined>;
  readonly certificate: Setting<string | undefined>;
  readonly clientKey: Setting<string | undefined>;
  readonly clientCertificate: Setting<string | undefined>;
  readonly timeout: Setting<number>;
  readonly shutdownTimeout: Setting<number>;
  readonly exportMode: Setting<ExportMode>;
  readonly flushAt: Setting<number>;
  readonly flushInterval: Setting<number>;
  readonly scoreFlushAt: Setting<number>;
  readonly scoreFlushInterval: Setting<number>;
  readonly maxBatchSizeBytes: Setting<number>;
  readonly maxQueueSizeBytes: Setting<number>;
  readonly compression: Setting<Compression>;
  readonly attributeCountLimit: Setting<number>;
  readonly mediaUploadEnabled: Setting<boolean>;
  readonly captureContent: Setting<boolean>;
  readonly streamUsage: Setting<boolean>;
  readonly environment: Setting<string | undefined>;
  readonly release: Setting<string | undefined>;
  readonly promptFallbackDirectory: Setting<string | undefined>;
  readonly logLevel: Setting<LogLevelName>;
  readonly debug: Setting<boolean>;
  readonly enabledInstrumentations: Setting<readonly string[] | undefined>;
  readonly disabledInstrumentations: Setting<readonly string[] | undefined>;
}

/**
 * Every setting of the SDK, declared once: what it is, where it may come from in order of precedence, what is accepted,
 * its unit and its default. The comment on a row is its documentation, which no bundle carries. `docs/configuration.md` and
 * the `svc doctor` command are made from this table.
 * Contract: "Client configuration names", "Span export rules" 4 (compression), "Errors" (timeout).
 */
export const settings: SettingsTable = {
  /** Public key of the project. With the secret key it is the credential of every request. */
  publicKey: {
    accepts: "a non-empty text",
    default: undefined,
    variables: from(text, "SVC_PUBLIC_KEY"),
    isValid: isText,
  },
  /** Secret key of the project. */
  secretKey: {
    accepts: "a non-empty text",
    default: undefined,
    variables: from(text, "SVC_SECRET_KEY"),
    isValid: isText,
    secret: true,
  },
  /** Address of the service. */
  baseUrl: {
    accepts: "an http:// or https:// URL",
    default: DEFAULT_BASE_URL,
    variables: from(httpUrl, "SVC_BASE_URL", "SVC_BASEURL"),
    isValid: isHttpUrl,
  },
  /** Proxy for requests to http:// addresses. It may hold a user and a password. */
  httpProxy: {
    accepts: "an http:// or https:// URL, or host:port",
    default: undefined,
    variables: from(proxyUrl, "http_proxy", "HTTP_PROXY"),
    isValid: isProxyUrl,
    secret: true,
  },
  /** Proxy for requests to https:// addresses, by CONNECT. It may hold a user and a password. */
  httpsProxy: {
    accepts: "an http:// or https:// URL, or host:port",
    default: undefined,
    variables: from(proxyUrl, "https_proxy", "HTTPS_PROXY"),
    isValid: isProxyUrl,
    secret: true,
  },
  /** Hosts that are reached without a proxy. */
  noProxy: {
    accepts: "host, host:port, .domain or *, separated by commas",
    default: undefined,
    variables: from(text, "no_proxy", "NO_PROXY"),
    isValid: isText,
  },
  /** PEM file of certificates that are trusted beside those that Node trusts. */
  certificate: {
    accepts: "the path of a file",
    default: undefined,
    variables: from(text, "OTEL_EXPORTER_OTLP_TRACES_CERTIFICATE", "OTEL_EXPORTER_OTLP_CERTIFICATE"),
    isValid: isText,
  },
  /** PEM file of the private key for a service that asks who its client is (mTLS). */
  clientKey: {
    accepts: "the path of a file",
    default: undefined,
    variables: from(text, "OTEL_EXPORTER_OTLP_TRACES_CLIENT_KEY", "OTEL_EXPORTER_OTLP_CLIENT_KEY"),
    isValid: isText,
  },
  /** PEM file of the certificate that belongs to the private key. */
  clientCertificate: {
    accepts: "the path of a file",
    default: undefined,
    variables: from(text, "OTEL_EXPORTER_OTLP_TRACES_CLIENT_CERTIFICATE", "OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE"),
    isValid: isText,
  },
  /** Time one request to the service may take. */
  timeout: {
    accepts: `a finite number above 0, at most ${LONGEST_SECONDS}`,
    unit: "seconds",
    default: 5,
    variables: from(positive, "SVC_TIMEOUT"),
    isValid: isPositive,
  },
  /** Time that delivery may hold the end of the process. */
  shutdownTimeout: {
    accepts: `a finite number above 0, at most ${LONGEST_SECONDS}`,
    unit: "seconds",
    default: 5,
    variables: from(positive, "SVC_SHUTDOWN_TIMEOUT"),
    isValid: isPositive,
  },
  /**
   * Sends spans in batches, or each span when it ends. On AWS Lambda, Vercel and Cloud Run the default is immediate.
   */
  exportMode: {
    accepts: '"batched" or "immediate"',
    default: "batched",
    variables: from(exportMode, "SVC_OTEL_EXPORT_MODE"),
    isValid: (value) => value === "batched" || value === "immediate",
  },
  /** Number of waiting spans at which a batch is exported. */
  flushAt: {
    accepts: "an integer above 0",
    unit: "spans",
    default: 512,
    variables: from(count, "SVC_FLUSH_AT", "OTEL_BSP_MAX_EXPORT_BATCH_SIZE"),
    isValid: isCount,
  },
  /** Longest time a span waits before it is exported. */
  flushInterval: {
    accepts: `a finite number from 0 to ${LONGEST_SECONDS}`,
    unit: "seconds",
    default: 5,
    variables: [...from(notNegative, "SVC_FLUSH_INTERVAL"), ...from(seconds, "OTEL_BSP_SCHEDULE_DELAY")],
    isValid: isNotNegative,
  },
  /** Number of waiting scores at which a batch is sent. One request carries up to 100. */
  scoreFlushAt: {
    accepts: "an integer above 0",
    unit: "scores",
    default: 10,
    variables: from(count, "SVC_FLUSH_AT"),
    isValid: isCount,
  },
  /** Longest time a score waits before it is sent. */
  scoreFlushInterval: {
    accepts: `a finite number from 0 to ${LONGEST_SECONDS}`,
    unit: "seconds",
    default: 1,
    variables: from(notNegative, "SVC_FLUSH_INTERVAL"),
    isValid: isNotNegative,
  },
  /** Largest body of one export before compression. A larger batch is split, a larger single span is shortened. */
  maxBatchSizeBytes: {
    accepts: "an integer above 0",
    unit: "bytes",
    default: 64 * 1024 * 1024,
    variables: from(count, "SVC_OTEL_MAX_BATCH_SIZE_BYTES"),
    isValid: isCount,
  },
  /**
   * Memory that waiting spans may hold. Scores may hold as much again. Spans and scores that do not fit are dropped,
   * and a line says how many.
   */
  maxQueueSizeBytes: {
    accepts: "an integer above 0",
    unit: "bytes",
    default: 64 * 1024 * 1024,
    variables: from(count, "SVC_OTEL_MAX_QUEUE_SIZE_BYTES"),
    isValid: isCount,
  },
  /** Compression of exported spans. */
  compression: {
    accepts: '"gzip" or "none"',
    default: "gzip",
    variables: from(
      compression,
      "SVC_OTEL_COMPRESSION",
      "OTEL_EXPORTER_OTLP_TRACES_COMPRESSION",
      "OTEL_EXPORTER_OTLP_COMPRESSION",
    ),
    isValid: (value) => value === "gzip" || value === "none",
  },
  /** Number of attributes a span can hold. Metadata that would push out other attributes is dropped. */
  attributeCountLimit: {
    accepts: "an integer above 0",
    default: 128,
    variables: from(count, "OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT", "OTEL_ATTRIBUTE_COUNT_LIMIT"),
    isValid: isCount,
  },
  /** Uploads media found in observations and puts a reference in its place. */
  mediaUploadEnabled: {
    accepts: "a boolean; as a variable, false or 0 switches it off",
    default: true,
    variables: from(unlessFalse, "SVC_MEDIA_UPLOAD_ENABLED"),
    isValid: isBoolean,
  },
  /** Records the content of model calls: input, output, tools and texts of errors. */
  captureContent: {
    accepts: "a boolean; as a variable, true or false, or SPAN_ONLY, EVENT_ONLY, SPAN_AND_EVENT or NO_CONTENT",
    default: true,
    variables: from(contentMode, "SVC_CAPTURE_CONTENT", "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"),
    isValid: isBoolean,
  },
  /**
   * Asks streamed completions of OpenAI for their token usage. The application does not see the chunk that brings it.
   */
  streamUsage: {
    accepts: "a boolean; as a variable, true switches it on",
    default: false,
    variables: from(onlyTrue, "SVC_STREAM_USAGE"),
    isValid: isBoolean,
  },
  /** Environment stamped on every span, such as production or staging. */
  environment: {
    accepts: "a non-empty text",
    default: undefined,
    variables: from(text, "SVC_TRACING_ENVIRONMENT"),
    isValid: isText,
  },
  /** Release of the application stamped on every span. */
  release: {
    accepts: "a non-empty text",
    default: undefined,
    variables: from(text, "SVC_RELEASE"),
    isValid: isText,
  },
  /** Folder of prompt files. They are used when a prompt can neither be fetched nor found in the cache. */
  promptFallbackDirectory: {
    accepts: "a non-empty text",
    default: undefined,
    variables: from(text, "SVC_PROMPT_FALLBACK_DIRECTORY"),
    isValid: isText,
  },
  /** Lowest level of the lines that the SDK writes to standard error. */
  logLevel: {
    accepts: LOG_LEVELS.join(", "),
    default: "INFO",
    variables: from(logLevel, "SVC_LOG_LEVEL"),
    isValid: (value) => LOG_LEVELS.includes(value as LogLevelName),
  },
  /** Sets the log level to DEBUG, whatever SVC_LOG_LEVEL says. */
  debug: {
    accepts: "a boolean; as a variable, true switches it on",
    default: false,
    variables: from(onlyTrue, "SVC_DEBUG"),
    isValid: isBoolean,
  },
  /** The only instrumentations that run, such as openai. */
  enabledInstrumentations: {
    accepts: "names, separated by commas",
    default: undefined,
    variables: from(names, "OTEL_NODE_ENABLED_INSTRUMENTATIONS"),
    isValid: isNames,
  },
  /** Instrumentations that do not run, also when they are enabled by name. */
  disabledInstrumentations: {
    accepts: "names, separated by commas",
    default: undefined,
    variables: from(names, "OTEL_NODE_DISABLED_INSTRUMENTATIONS"),
    isValid: isNames,
  },
};

/** The settings table's row names. */
export type SettingName = keyof SettingsTable;

/** Type of the value of a setting. */
export type SettingValue<N extends SettingName> = SettingsTable[N] extends Setting<infer T> ? T : never;
