import type { InstrumentationConfig } from "@opentelemetry/instrumentation";
import { PackageInstrumentation, patchOf, pathsOf, type PatchedPackage } from "@svc/instrumentation";
import { classNameAt, type ClientPackage } from "../recorded-classes.ts";
import { COMPATIBLE_PLACES, compatibleFiles, moduleOf } from "./compatible-files.ts";
import { CEREBRAS, GROQ, TOGETHER, type CompatiblePackage } from "./compatible-packages.ts";

const PATCHED = {
  groq: /* @__PURE__ */ patchedPackage("groq-sdk", "groq", GROQ),
  together: /* @__PURE__ */ patchedPackage("together-ai", "together", TOGETHER),
  cerebras: /* @__PURE__ */ patchedPackage("@cerebras/cerebras_cloud_sdk", "cerebras", CEREBRAS),
};

abstract class CompatibleInstrumentation extends PackageInstrumentation {
  constructor(config: InstrumentationConfig = {}) {
    super("@svc/openai", config);
  }
}

/** Records every model call of `groq-sdk`, versions 0 and 1, as `OpenAIInstrumentation` records those of `openai`. */
export class GroqInstrumentation extends CompatibleInstrumentation {
  protected get patchedPackage(): PatchedPackage {
    return PATCHED.groq;
  }
}

/** Records every model call of `together-ai`, version 0, as `OpenAIInstrumentation` records those of `openai`. */
export class TogetherInstrumentation extends CompatibleInstrumentation {
  protected get patchedPackage(): PatchedPackage {
    return PATCHED.together;
  }
}

/**
 * Records every model call of `@cerebras/cerebras_cloud_sdk`, version 1, as `OpenAIInstrumentation` records those of `openai`.
 */
export class CerebrasInstrumentation extends CompatibleInstrumentation {
  protected get patchedPackage(): PatchedPackage {
    return PATCHED.cerebras;
  }
}

function patchedPackage(
  name: CompatiblePackage,
  instrumentation: string,
  { versions, classes }: ClientPackage,
): PatchedPackage {
  const files = compatibleFiles(name);
  const exports = classes
    .filter(({ place }) => COMPATIBLE_PLACES[name].includes(place))
    .map(({ place, methods }) =>
      patchOf({
        name: classNameAt(place),
        files: pathsOf(files, moduleOf(place)),
        // These packages have the first method of each class alone.
        methods: Object.fromEntries(Object.entries(methods).slice(0, 1)),
      }),
    );
  return { name, instrumentation, recorded: "calls", versions, exports };
}
