import { hideCredentials } from "../logging/hide-credentials.ts";
import { resolveSilently, type Resolved, type Setting } from "../settings/setting.ts";
import * as settings from "../settings/settings-table.ts";

/** Every setting, in the order of the documentation. */
export const ALL_SETTINGS: readonly Setting<unknown>[] = [
  settings.publicKey,
  settings.secretKey,
  settings.baseUrl,
  settings.httpProxy,
  settings.httpsProxy,
  settings.noProxy,
  settings.certificate,
  settings.clientKey,
  settings.clientCertificate,
  settings.timeout,
  settings.shutdownTimeout,
  settings.exportMode,
  settings.flushAt,
  settings.flushInterval,
  settings.scoreFlushAt,
  settings.scoreFlushInterval,
  settings.maxBatchSizeBytes,
  settings.maxQueueSizeBytes,
  settings.spoolDirectory,
  settings.maxSpoolSizeBytes,
  settings.compression,
  settings.attributeCountLimit,
  settings.mediaUploadEnabled,
  settings.captureContent,
  settings.genAiDialect,
  settings.streamUsage,
  settings.environment,
  settings.release,
  settings.promptFallbackDirectory,
  settings.configFile,
  settings.logLevel,
  settings.debug,
  settings.enabledInstrumentations,
  settings.disabledInstrumentations,
];

/**
 * Returns every setting with its value, its source and its invalid values. Secrets, including those in a URL, are shown as
 * `***`.
 */
export function describeSettings(): Array<{ setting: Setting<unknown>; resolved: Resolved<unknown> }> {
  return ALL_SETTINGS.map((setting) => {
    const resolved = resolveSilently(setting);
    const { value } = resolved;
    if (setting.secret && value !== undefined) return { setting, resolved: { ...resolved, value: "***", invalid: [] } };
    const shown = typeof value === "string" ? hideCredentials(value) : value;
    return { setting, resolved: { ...resolved, value: shown } };
  });
}
