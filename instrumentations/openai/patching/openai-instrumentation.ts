import type { InstrumentationConfig } from "@opentelemetry/instrumentation";
import { PackageInstrumentation, patchOf, type PatchedExport, type PatchedPackage } from "@svc/instrumentation";
import { OPENAI_PACKAGE } from "../openai-package.ts";
import { classNameAt } from "../recorded-classes.ts";
import { filesOf } from "./patched-files.ts";

const PACKAGE: PatchedPackage = /* @__PURE__ */ patchedPackage();

/**
 * Records every model call of the `openai` package, versions 4 to 7, as an observation. The application needs no change and can
 * see none. Register it before `openai` is loaded. For ES modules, register the hooks of `import-in-the-middle` too;
 * `isOpenAIFile` limits the hooks to a few files. Does nothing, whoever enables it, where the environment's lists of
 * instrumentations leave `openai` out.
 */
export class OpenAIInstrumentation extends PackageInstrumentation {
  constructor(config: InstrumentationConfig = {}) {
    super("@svc/openai", config);
  }

  protected get patchedPackage(): PatchedPackage {
    return PACKAGE;
  }
}

function patchedPackage(): PatchedPackage {
  const { versions } = OPENAI_PACKAGE;
  return { name: "openai", instrumentation: "openai", recorded: "calls", versions, exports: patchedExports() };
}

function patchedExports(): PatchedExport[] {
  const exports: PatchedExport[] = [];
  for (const row of OPENAI_PACKAGE.classes) {
    const files = filesOf(row.place);
    if (files.length > 0) exports.push(patchOf({ ...row, name: classNameAt(row.place), files }));
  }
  return exports;
}
