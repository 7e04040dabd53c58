// The same in CommonJS.
require("@opentelemetry/sdk-trace-base");
require("whatwg-url");

console.log("done");
