import type { InstrumentationConfig } from "@opentelemetry/instrumentation";
import { isInstrumentationEnabled } from "@svc/core/internal";
import { PackageInstrumentation, type PatchedPackage } from "@svc/instrumentation";
import { AiSdkTelemetry } from "./ai-sdk-telemetry.ts";
import { AI_SDK_FILES } from "./functions/ai-sdk-functions.ts";
import { replaceFunctions } from "./functions/replaced-functions.ts";
import { register, unregister } from "./registration.ts";

const PACKAGE: PatchedPackage = {
  name: "ai",
  instrumentation: "ai-sdk",
  recorded: "calls",
  versions: { first: 4, last: 7, leavesOlderAlone: true },
  exports: [{ files: AI_SDK_FILES, patch: replaceFunctions }],
};

/**
 * Records every call of the AI SDK. Registers {@link AiSdkTelemetry}, which hears of all calls of version 7, also of those in
 * bundles. The preload lets it replace functions of versions 4 to 6 as well; without the preload, wrap the options of these calls
 * with `withSvcTelemetry`. Does nothing, whoever enables it, where the environment's lists of instrumentations leave `ai-sdk` out.
 */
export class AiSdkInstrumentation extends PackageInstrumentation {
  /** Integration that is registered with the AI SDK. Declared alone: the base class enables the instrumentation before. */
  declare telemetry: AiSdkTelemetry;

  constructor(config: InstrumentationConfig = {}) {
    super("@svc/ai-sdk", config);
  }

  protected get patchedPackage(): PatchedPackage {
    return PACKAGE;
  }

  override enable(): void {
    super.enable();
    this.telemetry ??= new AiSdkTelemetry();
    if (isInstrumentationEnabled("ai-sdk")) register(this.telemetry);
  }

  override disable(): void {
    super.disable();
    if (this.telemetry !== undefined) unregister(this.telemetry);
  }
}
