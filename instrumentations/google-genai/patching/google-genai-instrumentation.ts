import type { InstrumentationConfig } from "@opentelemetry/instrumentation";
import { PackageInstrumentation, patchOf, type PatchedPackage } from "@svc/instrumentation";
import { INTERACTIONS_OF_CLIENTS } from "./interactions-class.ts";
import { LIVE } from "./live-class.ts";
import { MODELS, TESTED_VERSIONS } from "./models-class.ts";

const PACKAGE: PatchedPackage = {
  name: "@google/genai",
  instrumentation: "google-genai",
  recorded: "calls",
  versions: TESTED_VERSIONS,
  exports: [/* @__PURE__ */ patchOf(MODELS), LIVE, INTERACTIONS_OF_CLIENTS],
};

/**
 * Records the model calls of `@google/genai`, versions 1 to 3, as observations. The application needs no change and can see
 * none. Register it before `@google/genai` is loaded. For ES modules, register the hooks of `import-in-the-middle` too;
 * `isGoogleGenAIFile` limits the hooks to two files. Does nothing, whoever enables it, where the environment's lists of
 * instrumentations leave `google-genai` out.
 */
export class GoogleGenAIInstrumentation extends PackageInstrumentation {
  constructor(config: InstrumentationConfig = {}) {
    super("@svc/google-genai", config);
  }

  protected get patchedPackage(): PatchedPackage {
    return PACKAGE;
  }
}
