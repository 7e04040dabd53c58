import type { InstrumentationConfig } from "@opentelemetry/instrumentation";
import { PackageInstrumentation, type PatchedPackage } from "@svc/instrumentation";
import { CEREBRAS, GROQ, TOGETHER } from "./compatible-packages.ts";

abstract class CompatibleInstrumentation extends PackageInstrumentation {
  constructor(config: InstrumentationConfig = {}) {
    super("@svc/openai", config);
  }
}

/** Records every model call of `groq-sdk`, versions 0 and 1, as `OpenAIInstrumentation` records those of `openai`. */
export class GroqInstrumentation extends CompatibleInstrumentation {
  protected get patchedPackage(): PatchedPackage {
    return GROQ;
  }
}

/** Records every model call of `together-ai`, version 0, as `OpenAIInstrumentation` records those of `openai`. */
export class TogetherInstrumentation extends CompatibleInstrumentation {
  protected get patchedPackage(): PatchedPackage {
    return TOGETHER;
  }
}

/**
 * Records every model call of `@cerebras/cerebras_cloud_sdk`, version 1, as `OpenAIInstrumentation` records those of `openai`.
 */
export class CerebrasInstrumentation extends CompatibleInstrumentation {
  protected get patchedPackage(): PatchedPackage {
    return CEREBRAS;
  }
}
