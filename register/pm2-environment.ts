/** Where the cluster mode of pm2 hands a process its environment, as one JSON text. */
const VARIABLE = "pm2_env";

/** Variables that the preload and OpenTelemetry read. */
const OURS = /^(?:SVC|OTEL)_/;

/**
 * Takes our settings out of what pm2 hands to a process of its cluster mode. It sets them itself, but only after Node has
 * loaded the preload, which would start without its keys.
 */
export function takePm2Environment(): void {
  const text = process.env[VARIABLE];
  if (text === undefined) return;
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch {
    return;
  }
  if (typeof given !== "object" || given === null) return;
  for (const [name, value] of Object.entries(given)) {
    if (OURS.test(name) && typeof value === "string") process.env[name] = value;
  }
}
