// Writes a line to OpenTelemetry's logs.
import { logs } from "@opentelemetry/api";

logs.getLogger("application").emit({ body: "hello" });
