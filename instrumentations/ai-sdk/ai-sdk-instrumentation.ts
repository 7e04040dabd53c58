import type { MeterProvider, TracerProvider } from "@opentelemetry/api";
import type { Instrumentation, InstrumentationConfig } from "@opentelemetry/instrumentation";
import { isInstrumentationEnabled, SVC_SDK_VERSION } from "@svc/core/internal";
import { AiSdkTelemetry } from "./ai-sdk-telemetry.ts";
import { integrations, unregister } from "./registration.ts";

/**
 * Records every call of the AI SDK 7 by registering {@link AiSdkTelemetry} for all calls, also those in bundles. Does nothing,
 * whoever enables it, where the environment's lists of instrumentations leave `ai-sdk` out.
 */
export class AiSdkInstrumentation implements Instrumentation {
  readonly instrumentationName = "@svc/ai-sdk";
  readonly instrumentationVersion: string = SVC_SDK_VERSION;
  /** Integration that is registered with the AI SDK. */
  readonly telemetry: AiSdkTelemetry = new AiSdkTelemetry();
  #config: InstrumentationConfig;

  constructor(config: InstrumentationConfig = {}) {
    this.#config = config;
    if (config.enabled !== false) this.enable();
  }

  enable(): void {
    if (isInstrumentationEnabled("ai-sdk") && !integrations().includes(this.telemetry)) {
      integrations().push(this.telemetry);
    }
  }

  disable(): void {
    unregister(this.telemetry);
  }

  getConfig(): InstrumentationConfig {
    return this.#config;
  }

  setConfig(config: InstrumentationConfig): void {
    this.#config = config;
  }

  /** Packages whose versions `svc doctor` compares with those of an application. */
  getModuleDefinitions(): { readonly name: string; readonly supportedVersions: string[]; readonly files: [] }[] {
    return [{ name: "ai", supportedVersions: [">=7 <8"], files: [] }];
  }

  /** Has no effect: observations are made by the provider of `@svc/tracing`. */
  setTracerProvider(_provider: TracerProvider): void {}

  /** Has no effect: no metrics are recorded. */
  setMeterProvider(_provider: MeterProvider): void {}
}
