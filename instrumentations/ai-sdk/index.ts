export { AiSdkInstrumentation } from "./ai-sdk-instrumentation.ts";
export { AiSdkTelemetry } from "./ai-sdk-telemetry.ts";
export { registerAiSdkLazily } from "./registration.ts";
