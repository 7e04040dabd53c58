export { AiSdkInstrumentation } from "./provider.ts";
export { AiSdkTelemetry } from "./ai-sdk-telemetry.ts";
export { AI_SDK_FILES, AI_SDK_FUNCTIONS } from "./functions/ai-sdk-functions.ts";
export { AI_SDK_INTEGRATIONS } from "./integrations-key.ts";
export { registerAiSdkLazily } from "./registration.ts";
export { withSvcTelemetry } from "./tracer/svc-telemetry.ts";
