export { AiSdkInstrumentation } from "./ai-sdk-instrumentation.ts";
export { AiSdkTelemetry } from "./ai-sdk-telemetry.ts";
export { registerLazily as registerAiSdkLazily } from "./registration.ts";
