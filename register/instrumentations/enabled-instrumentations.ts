import { logger, resolveSetting, type Setting } from "@svc/core/internal";
import * as settings from "@svc/core/internal/settings";
import { isSignalRequested, ownTraceExporters } from "../sdk/requested-signals.ts";
import type { InstrumentationRow, LoadedInstrumentation } from "./instrumentation-row.ts";
import { INSTRUMENTATIONS } from "./instrumentation-table.ts";

/**
 * Returns the instrumentations to load when the application loads a module that they instrument. These are the ones whose
 * purpose is requested. `OTEL_NODE_ENABLED_INSTRUMENTATIONS` replaces the list with the ones it names.
 * `OTEL_NODE_DISABLED_INSTRUMENTATIONS` removes the ones it names. Unknown names are logged as warnings.
 */
export function enabledInstrumentations(): InstrumentationRow[] {
  const named = knownNames(settings.enabledInstrumentations);
  const disabled = knownNames(settings.disabledInstrumentations);
  const purposes = new Set([
    "observations",
    "context",
    ...(ownTraceExporters().length > 0 ? ["spans"] : []),
    ...(isSignalRequested("logs") ? ["logs"] : []),
    ...(isSignalRequested("metrics") ? ["metrics"] : []),
  ]);
  const isEnabled = ({ name, purpose }: InstrumentationRow): boolean =>
    named.length > 0 ? named.includes(name) : purposes.has(purpose);
  const areSeen = purposes.has("spans") || purposes.has("metrics") || !hasRequestChannels();
  const forUse = (row: InstrumentationRow): InstrumentationRow =>
    areSeen || row.unseen === undefined ? row : { ...row, ...row.unseen };
  return INSTRUMENTATIONS.filter((row) => isEnabled(row) && !disabled.includes(row.name)).map(forUse);
}

/** Returns true for a runtime that publishes each request of `node:http` while headers can be added: Node since 22.12. */
function hasRequestChannels(): boolean {
  const { node, bun, deno } = process.versions as Record<string, string | undefined>;
  const [major = 0, minor = 0] = (node ?? "").split(".").map(Number);
  return bun === undefined && deno === undefined && (major > 22 || minor >= 12);
}

function knownNames(setting: Setting<readonly string[] | undefined>): readonly string[] {
  const { value: names = [], source } = resolveSetting(setting);
  const unknown = names.filter((name) => !INSTRUMENTATIONS.some((row) => row.name === name));
  if (unknown.length > 0) {
    logger.warnOnce(
      `${source} names ${unknown.join(", ")}, which does not exist and is left out. There are: ` +
        `${INSTRUMENTATIONS.map(({ name }) => name).join(", ")}.`,
    );
  }
  return names;
}

/** Loads and activates an instrumentation. Returns undefined when loading failed, which is logged. */
export function loadInstrumentation({
  name,
  className,
  load,
  config,
}: InstrumentationRow): LoadedInstrumentation | undefined {
  try {
    const Class = load()[className];
    if (Class === undefined) throw new Error(`There is no class ${className}.`);
    const instrumentation = new Class(config);
    logger.debug(`Loaded the instrumentation ${name}.`);
    return instrumentation;
  } catch (error) {
    logger.errorOnce(
      `Loading the instrumentation ${name} failed: the modules that it instruments are not recorded.`,
      error,
    );
    return undefined;
  }
}
