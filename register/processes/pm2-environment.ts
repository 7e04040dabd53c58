/** Variable in which pm2's cluster mode passes the environment of a process, as one JSON text. */
const VARIABLE = "pm2_env";

/** Variables that the preload and OpenTelemetry read. */
const OURS = /^(?:SVC|OTEL)_/;

/**
 * Copies our settings from the JSON text that pm2's cluster mode passes to a process. pm2 sets the variables itself only after
 * Node has loaded the preload, which would start without its keys.
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
