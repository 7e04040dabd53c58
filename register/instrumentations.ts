import type { Instrumentation } from "@opentelemetry/instrumentation";
import { logger, resolveSetting } from "@svc/core";
import { isAskedFor, ownTraceExporters } from "./asked-signals.ts";
import { INSTRUMENTATIONS, type InstrumentationRow } from "./instrumentation-table.ts";

/**
 * The instrumentations that are loaded when the application loads what they instrument: those whose purpose is asked for,
 * or those that `OTEL_NODE_ENABLED_INSTRUMENTATIONS` names and no others; without those that
 * `OTEL_NODE_DISABLED_INSTRUMENTATIONS` names. Names that do not exist get a warning.
 */
export function enabledInstrumentations(): InstrumentationRow[] {
  const named = knownNames("enabledInstrumentations");
  const disabled = knownNames("disabledInstrumentations");
  const purposes = new Set([
    "observations",
    "context",
    ...(ownTraceExporters().length > 0 ? ["spans"] : []),
    ...(isAskedFor("logs") ? ["logs"] : []),
    ...(isAskedFor("metrics") ? ["metrics"] : []),
  ]);
  const isEnabled = ({ name, purpose }: InstrumentationRow): boolean =>
    named.length > 0 ? named.includes(name) : purposes.has(purpose);
  return INSTRUMENTATIONS.filter((row) => isEnabled(row) && !disabled.includes(row.name));
}

function knownNames(setting: "enabledInstrumentations" | "disabledInstrumentations"): readonly string[] {
  const { value: names = [], source } = resolveSetting(setting);
  const unknown = names.filter((name) => !INSTRUMENTATIONS.some((row) => row.name === name));
  if (unknown.length > 0) {
    logger.warnOnce(
      `${source} names ${unknown.join(", ")}, which does not exist. There are: ` +
        `${INSTRUMENTATIONS.map(({ name }) => name).join(", ")}.`,
    );
  }
  return names;
}

/** Loads an instrumentation, which is active from then on. Undefined when that failed, which has been said. */
export function loadInstrumentation({
  name,
  className,
  load,
  config,
}: InstrumentationRow): Instrumentation | undefined {
  try {
    const Class = load()[className];
    if (Class === undefined) throw new Error(`There is no class ${className}.`);
    const instrumentation = new Class(config);
    logger.debug(`Loaded the instrumentation ${name}.`);
    return instrumentation;
  } catch (error) {
    logger.errorOnce(`The instrumentation ${name} could not be loaded; what it instruments is not recorded.`, error);
    return undefined;
  }
}
