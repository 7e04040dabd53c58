/** Name of the global array in which the AI SDK 7 looks up its telemetry integrations at every call. */
export const AI_SDK_INTEGRATIONS = "AI_SDK_TELEMETRY_INTEGRATIONS";
