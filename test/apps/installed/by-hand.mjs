// Makes a span by hand through whatever API of OpenTelemetry is registered, as a library would.
const api = globalThis[Symbol.for("opentelemetry.js.api.1")];

api.trace.getTracer("svc-sdk").startSpan("by hand").end();
console.log("made");
