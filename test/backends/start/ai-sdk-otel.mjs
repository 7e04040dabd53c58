import { OpenTelemetry } from "@ai-sdk/otel";
import { registerTelemetry } from "ai";
import { startSdk } from "./sdk.mjs";

startSdk([]);
registerTelemetry(new OpenTelemetry());
