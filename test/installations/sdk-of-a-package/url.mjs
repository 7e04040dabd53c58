// Loads an OpenTelemetry SDK and a package that requires a deprecated module of Node.
import "@opentelemetry/sdk-trace-base";
import "whatwg-url";

console.log("done");
