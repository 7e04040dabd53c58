/** Does nothing: on Node the application's OpenTelemetry SDK, or the preload, registers a context manager. */
export function ensureContextManager(): void {}
