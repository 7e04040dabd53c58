import type { InstrumentationConfig } from "@opentelemetry/instrumentation";
import { PackageInstrumentation, patchOf, type PatchedPackage } from "@svc/instrumentation";
import { OLLAMA_CLASS, TESTED_VERSIONS } from "./ollama-class.ts";

const PACKAGE: PatchedPackage = {
  name: "ollama",
  instrumentation: "ollama",
  recorded: "calls",
  versions: TESTED_VERSIONS,
  exports: [/* @__PURE__ */ patchOf(OLLAMA_CLASS)],
};

/**
 * Records the model calls of `ollama`, versions 0.5 and 0.6, as observations. The application needs no change and can see none.
 * Register it before `ollama` is loaded. For ES modules, register the hooks of `import-in-the-middle` too; `isOllamaFile` limits
 * the hooks to two files. Does nothing, whoever enables it, where the environment's lists of instrumentations leave `ollama`
 * out.
 */
export class OllamaInstrumentation extends PackageInstrumentation {
  constructor(config: InstrumentationConfig = {}) {
    super("@svc/ollama", config);
  }

  protected get patchedPackage(): PatchedPackage {
    return PACKAGE;
  }
}
