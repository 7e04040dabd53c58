import { ALL_SETTINGS, resolveSetting, type Setting } from "@svc/core/internal";
import * as settings from "@svc/core/internal/settings";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { logLinesOfEachTest } from "../support/log-lines.ts";

type SettingName = keyof typeof settings;

const logged = logLinesOfEachTest();
beforeEach(() => {
  for (const { variables } of Object.values(settings)) {
    for (const variable of variables) vi.stubEnv(variable, undefined);
  }
});

afterEach(() => {
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
});

function settingOf(name: SettingName): Setting<unknown> {
  return ALL_SETTINGS.find((setting) => setting.name === name)!;
}

/** Returns the value of a setting when only these sources are given. */
function valueOf(name: SettingName, env: Record<string, string>, option?: unknown): unknown {
  for (const [variable, text] of Object.entries(env)) vi.stubEnv(variable, text);
  return resolveSetting(settingOf(name), option).value;
}

describe("Client configuration names: the settings table", () => {
  const table: Array<[setting: SettingName, variables: string[], byDefault: unknown, unit: string | undefined]> = [
    ["publicKey", ["SVC_PUBLIC_KEY", "OTEL_SVC_PUBLIC_KEY"], undefined, undefined],
    ["secretKey", ["SVC_SECRET_KEY", "OTEL_SVC_SECRET_KEY"], undefined, undefined],
    ["baseUrl", ["SVC_BASE_URL", "SVC_BASEURL", "OTEL_SVC_BASE_URL"], "http://localhost:3000", undefined],
    ["httpProxy", ["http_proxy", "HTTP_PROXY"], undefined, undefined],
    ["httpsProxy", ["https_proxy", "HTTPS_PROXY"], undefined, undefined],
    ["noProxy", ["no_proxy", "NO_PROXY"], undefined, undefined],
    ["certificate", ["OTEL_EXPORTER_OTLP_TRACES_CERTIFICATE", "OTEL_EXPORTER_OTLP_CERTIFICATE"], undefined, undefined],
    ["clientKey", ["OTEL_EXPORTER_OTLP_TRACES_CLIENT_KEY", "OTEL_EXPORTER_OTLP_CLIENT_KEY"], undefined, undefined],
    [
      "clientCertificate",
      ["OTEL_EXPORTER_OTLP_TRACES_CLIENT_CERTIFICATE", "OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE"],
      undefined,
      undefined,
    ],
    ["timeout", ["SVC_TIMEOUT"], 5, "seconds"],
    ["shutdownTimeout", ["SVC_SHUTDOWN_TIMEOUT"], 5, "seconds"],
    ["exportMode", ["SVC_OTEL_EXPORT_MODE"], "batched", undefined],
    ["flushAt", ["SVC_FLUSH_AT", "OTEL_BSP_MAX_EXPORT_BATCH_SIZE"], 512, "spans"],
    ["flushInterval", ["SVC_FLUSH_INTERVAL", "OTEL_BSP_SCHEDULE_DELAY"], 5, "seconds"],
    ["scoreFlushAt", ["SVC_FLUSH_AT"], 10, "scores"],
    ["scoreFlushInterval", ["SVC_FLUSH_INTERVAL"], 1, "seconds"],
    ["maxBatchSizeBytes", ["SVC_OTEL_MAX_BATCH_SIZE_BYTES"], 67_108_864, "bytes"],
    ["maxQueueSizeBytes", ["SVC_OTEL_MAX_QUEUE_SIZE_BYTES"], 67_108_864, "bytes"],
    ["spoolDirectory", ["SVC_SPOOL_DIR"], undefined, undefined],
    ["maxSpoolSizeBytes", ["SVC_SPOOL_MAX_SIZE_BYTES"], 268_435_456, "bytes"],
    [
      "compression",
      ["SVC_OTEL_COMPRESSION", "OTEL_EXPORTER_OTLP_TRACES_COMPRESSION", "OTEL_EXPORTER_OTLP_COMPRESSION"],
      "gzip",
      undefined,
    ],
    ["attributeCountLimit", ["OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT", "OTEL_ATTRIBUTE_COUNT_LIMIT"], 128, undefined],
    ["mediaUploadEnabled", ["SVC_MEDIA_UPLOAD_ENABLED"], true, undefined],
    ["captureContent", ["SVC_CAPTURE_CONTENT", "OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"], true, undefined],
    ["genAiDialect", ["SVC_GEN_AI_DIALECT"], "conventions", undefined],
    ["streamUsage", ["SVC_STREAM_USAGE"], false, undefined],
    ["environment", ["SVC_TRACING_ENVIRONMENT"], undefined, undefined],
    ["release", ["SVC_RELEASE"], undefined, undefined],
    ["promptFallbackDirectory", ["SVC_PROMPT_FALLBACK_DIRECTORY"], undefined, undefined],
    ["configFile", ["SVC_CONFIG"], undefined, undefined],
    ["logLevel", ["SVC_LOG_LEVEL"], "INFO", undefined],
    ["debug", ["SVC_DEBUG"], false, undefined],
    ["enabledInstrumentations", ["OTEL_NODE_ENABLED_INSTRUMENTATIONS"], undefined, undefined],
    ["disabledInstrumentations", ["OTEL_NODE_DISABLED_INSTRUMENTATIONS"], undefined, undefined],
  ];

  it.each(table)("%s: variables, default and unit", (setting, variables, byDefault, unit) => {
    expect(settingOf(setting).variables).toEqual(variables);
    expect(resolveSetting(settingOf(setting))).toEqual({
      value: byDefault,
      source: "default",
      invalid: [],
    });
    expect(settingOf(setting).unit).toBe(unit);
  });

  it("has exactly these rows", () => {
    expect(ALL_SETTINGS.map(({ name }) => name)).toEqual(table.map(([setting]) => setting));
    expect(new Set(ALL_SETTINGS)).toEqual(new Set(Object.values(settings)));
  });

  it.each<[setting: SettingName, env: Record<string, string>, value: unknown]>([
    ["publicKey", { SVC_PUBLIC_KEY: "pk" }, "pk"],
    ["secretKey", { SVC_SECRET_KEY: "sk" }, "sk"],
    ["baseUrl", { SVC_BASE_URL: "https://a.example" }, "https://a.example"],
    ["baseUrl", { SVC_BASEURL: "https://b.example" }, "https://b.example"],
    ["baseUrl", { SVC_BASE_URL: "https://a.example", SVC_BASEURL: "https://b.example" }, "https://a.example"],
    ["baseUrl", { SVC_BASE_URL: "localhost:3000", SVC_BASEURL: "https://b.example" }, "https://b.example"],
    ["timeout", { SVC_TIMEOUT: "0.25" }, 0.25],
    ["timeout", { SVC_TIMEOUT: "30" }, 30],
    ["shutdownTimeout", { SVC_SHUTDOWN_TIMEOUT: "1.5" }, 1.5],
    ["exportMode", { SVC_OTEL_EXPORT_MODE: "Immediate" }, "immediate"],
    ["flushAt", { SVC_FLUSH_AT: "20" }, 20],
    ["flushAt", { OTEL_BSP_MAX_EXPORT_BATCH_SIZE: "30" }, 30],
    ["flushAt", { SVC_FLUSH_AT: "20", OTEL_BSP_MAX_EXPORT_BATCH_SIZE: "30" }, 20],
    ["flushAt", { SVC_FLUSH_AT: "ten", OTEL_BSP_MAX_EXPORT_BATCH_SIZE: "30" }, 30],
    ["flushInterval", { SVC_FLUSH_INTERVAL: "0.5" }, 0.5],
    ["flushInterval", { SVC_FLUSH_INTERVAL: "0" }, 0],
    ["flushInterval", { OTEL_BSP_SCHEDULE_DELAY: "250" }, 0.25],
    ["flushInterval", { SVC_FLUSH_INTERVAL: "2", OTEL_BSP_SCHEDULE_DELAY: "250" }, 2],
    ["scoreFlushAt", { SVC_FLUSH_AT: "20" }, 20],
    ["scoreFlushInterval", { SVC_FLUSH_INTERVAL: "0.5" }, 0.5],
    ["maxBatchSizeBytes", { SVC_OTEL_MAX_BATCH_SIZE_BYTES: "1024" }, 1024],
    ["maxQueueSizeBytes", { SVC_OTEL_MAX_QUEUE_SIZE_BYTES: "2048" }, 2048],
    ["spoolDirectory", { SVC_SPOOL_DIR: " /var/lib/app/spool " }, "/var/lib/app/spool"],
    ["spoolDirectory", { SVC_SPOOL_DIR: "" }, undefined],
    ["maxSpoolSizeBytes", { SVC_SPOOL_MAX_SIZE_BYTES: "4096" }, 4096],
    ["maxSpoolSizeBytes", { SVC_SPOOL_MAX_SIZE_BYTES: "0" }, 268_435_456],
    ["attributeCountLimit", { OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT: "64" }, 64],
    ["attributeCountLimit", { OTEL_ATTRIBUTE_COUNT_LIMIT: "32" }, 32],
    ["attributeCountLimit", { OTEL_SPAN_ATTRIBUTE_COUNT_LIMIT: "64", OTEL_ATTRIBUTE_COUNT_LIMIT: "32" }, 64],
    ["mediaUploadEnabled", { SVC_MEDIA_UPLOAD_ENABLED: "false" }, false],
    ["mediaUploadEnabled", { SVC_MEDIA_UPLOAD_ENABLED: "FALSE" }, false],
    ["mediaUploadEnabled", { SVC_MEDIA_UPLOAD_ENABLED: "0" }, false],
    ["mediaUploadEnabled", { SVC_MEDIA_UPLOAD_ENABLED: "no" }, true],
    ["captureContent", { SVC_CAPTURE_CONTENT: "false" }, false],
    ["captureContent", { OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: "NO_CONTENT" }, false],
    ["captureContent", { OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: "event_only" }, false],
    ["captureContent", { OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: "SPAN_AND_EVENT" }, true],
    [
      "captureContent",
      { SVC_CAPTURE_CONTENT: "true", OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT: "false" },
      true,
    ],
    ["streamUsage", { SVC_STREAM_USAGE: "true" }, true],
    ["environment", { SVC_TRACING_ENVIRONMENT: "staging" }, "staging"],
    ["release", { SVC_RELEASE: "r1" }, "r1"],
    ["logLevel", { SVC_LOG_LEVEL: "warn" }, "WARN"],
    ["logLevel", { SVC_LOG_LEVEL: "None" }, "NONE"],
    ["debug", { SVC_DEBUG: "TRUE" }, true],
    ["debug", { SVC_DEBUG: "1" }, false],
    ["enabledInstrumentations", { OTEL_NODE_ENABLED_INSTRUMENTATIONS: "openai, http" }, ["openai", "http"]],
    ["enabledInstrumentations", { OTEL_NODE_ENABLED_INSTRUMENTATIONS: " , " }, undefined],
    ["disabledInstrumentations", { OTEL_NODE_DISABLED_INSTRUMENTATIONS: "openai" }, ["openai"]],
  ])("%s with %o", (setting, env, value) => {
    expect(valueOf(setting, env)).toEqual(value);
  });

  it.each<[setting: SettingName, env: Record<string, string>, option: unknown]>([
    ["publicKey", { SVC_PUBLIC_KEY: "pk" }, "own"],
    ["secretKey", { SVC_SECRET_KEY: "sk" }, "own"],
    ["baseUrl", { SVC_BASE_URL: "https://a.example" }, "https://own.example"],
    ["timeout", { SVC_TIMEOUT: "30" }, 2],
    ["flushAt", { SVC_FLUSH_AT: "20" }, 1],
    ["flushInterval", { SVC_FLUSH_INTERVAL: "9" }, 0],
    ["compression", { SVC_OTEL_COMPRESSION: "gzip" }, "none"],
    ["mediaUploadEnabled", { SVC_MEDIA_UPLOAD_ENABLED: "true" }, false],
    ["environment", { SVC_TRACING_ENVIRONMENT: "staging" }, "own"],
    ["release", { SVC_RELEASE: "r1" }, "own"],
  ])("%s: the option takes precedence over %o", (setting, env, option) => {
    expect(valueOf(setting, env, option)).toBe(option);
    expect(logged.warnings()).toBe("");
  });

  it.each(ALL_SETTINGS)("$name: an empty variable counts as unset", (setting) => {
    for (const variable of setting.variables) vi.stubEnv(variable, "");
    expect(resolveSetting(setting)).toEqual({ value: setting.default, source: "default", invalid: [] });
  });

  it.each<[setting: SettingName, variable: string, text: string, byDefault: unknown]>([
    ["baseUrl", "SVC_BASE_URL", "localhost:3000", "http://localhost:3000"],
    ["baseUrl", "SVC_BASEURL", "ftp://example", "http://localhost:3000"],
    ["shutdownTimeout", "SVC_SHUTDOWN_TIMEOUT", "0", 5],
    ["flushAt", "SVC_FLUSH_AT", "NaN", 512],
    ["flushAt", "SVC_FLUSH_AT", "0", 512],
    ["flushAt", "SVC_FLUSH_AT", "1.5", 512],
    ["flushInterval", "SVC_FLUSH_INTERVAL", "-1", 5],
    ["flushInterval", "OTEL_BSP_SCHEDULE_DELAY", "soon", 5],
    ["maxBatchSizeBytes", "SVC_OTEL_MAX_BATCH_SIZE_BYTES", "64MB", 67_108_864],
    ["logLevel", "SVC_LOG_LEVEL", "verbose", "INFO"],
  ])("%s: an invalid %s (%s) logs one warning that names it", (setting, variable, text, byDefault) => {
    expect(valueOf(setting, { [variable]: text })).toBe(byDefault);
    expect(valueOf(setting, {})).toBe(byDefault);
    expect(logged.warnings().split("\n")).toHaveLength(1);
    expect(logged.warnings()).toContain(variable);
    expect(logged.warnings()).toContain(text);
    expect(logged.warnings()).toContain(settingOf(setting).kind.accepts);
  });

  it("names the unit of the invalid variable, not that of its setting", () => {
    expect(valueOf("flushInterval", { OTEL_BSP_SCHEDULE_DELAY: "soon" })).toBe(5);
    expect(logged.warnings()).toContain(
      'OTEL_BSP_SCHEDULE_DELAY is "soon", but must be a finite number from 0 to 2147483000 (in milliseconds). ' +
        "Using 5 (default) instead.",
    );
  });

  it("reads a variable that the process lacks from globalThis, as edge runtimes bind it", () => {
    vi.stubGlobal("SVC_RELEASE", "bound");
    expect(resolveSetting(settings.release)).toMatchObject({ value: "bound", source: "SVC_RELEASE" });
    expect(valueOf("release", { SVC_RELEASE: "" })).toBe("bound");
    expect(valueOf("release", { SVC_RELEASE: "of the process" })).toBe("of the process");
    vi.stubGlobal("SVC_RELEASE", "");
    expect(valueOf("release", { SVC_RELEASE: "" })).toBeUndefined();
  });

  it("never shows a secret in a warning", () => {
    expect(valueOf("secretKey", {}, 12345)).toBeUndefined();
    expect(logged.warnings()).toContain("secretKey");
    expect(logged.warnings()).not.toContain("12345");
  });
});
