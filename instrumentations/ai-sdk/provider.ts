import { isInstrumentationEnabled } from "@svc/core/internal";
import {
  instrumentationOf,
  provider,
  type InstrumentationClass,
  type Provider,
  type ProviderPackage,
} from "@svc/instrumentation";
import { AiSdkTelemetry } from "./ai-sdk-telemetry.ts";
import { AI_SDK_FILES, AI_SDK_FUNCTIONS, FUNCTIONS } from "./functions/ai-sdk-functions.ts";
import { replaceFunctions } from "./functions/replaced-functions.ts";
import { MODEL_CLASSES, PROVIDER_PACKAGES } from "./provider-model/provider-packages.ts";
import { register, unregister } from "./registration.ts";

/** Package whose functions replace those of the application. A bundler drops it where only the integration is used. */
const AI: ProviderPackage = {
  name: "ai",
  versions: { first: 4, last: 7, leavesOlderAlone: true },
  exports: [{ files: AI_SDK_FILES, patch: replaceFunctions }],
  recordedCalls: {
    calls: /* @__PURE__ */ Object.keys(FUNCTIONS),
    observations: ["agent", "span", "generation `chat`", "tool", "embedding `embeddings`"],
  },
};

const aiSdk: Provider = /* @__PURE__ */ provider({
  name: "ai-sdk",
  kind: "framework",
  title: "AI SDK",
  className: "AiSdkInstrumentation",
  applications: "installations/ai-sdk-*",
  functions: /* @__PURE__ */ AI_SDK_FUNCTIONS.concat(MODEL_CLASSES),
  registerStandIn: "registerAiSdkLazily",
  packages: /* @__PURE__ */ [AI].concat(PROVIDER_PACKAGES),
});

/** Instrumentations of this folder. */
export const PROVIDERS: readonly Provider[] = [aiSdk];

const Instrumentation: InstrumentationClass = /* @__PURE__ */ instrumentationOf(aiSdk);

/**
 * Records every call of the AI SDK, and calls of a provider's model without it. Registers {@link AiSdkTelemetry}, which
 * is called for all calls of version 7, also for those in bundles. The preload lets it replace functions of versions 4 to 6 as well; without the preload, wrap the options of these calls
 * with `withSvcTelemetry`. Does nothing, whoever enables it, where the environment's lists of instrumentations leave `ai-sdk` out.
 */
export class AiSdkInstrumentation extends Instrumentation {
  /** Integration that is registered with the AI SDK. Declared alone: the base class enables the instrumentation before. */
  declare telemetry: AiSdkTelemetry;

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
