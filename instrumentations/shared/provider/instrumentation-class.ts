import type { InstrumentationConfig } from "@opentelemetry/instrumentation";
import { PackageInstrumentation, type PatchedPackage } from "../patching/package-instrumentation.ts";
import { patchOf } from "../recording/recorded-class.ts";
import type { Provider, ProviderPackage } from "./provider.ts";

/** Class of an instrumentation, to extend with the name that the package exports. */
export type InstrumentationClass = new (config?: InstrumentationConfig) => PackageInstrumentation;

/** Returns the class that patches the packages of a provider. */
export function instrumentationOf({ name, module, packages }: Provider): InstrumentationClass {
  const patched = packages.map((found) => patchedPackage(name, found));
  // An entry of a package has the package as its scope.
  const scope = /^@svc\/[\w-]+/.exec(module)![0];
  return class extends PackageInstrumentation {
    constructor(config: InstrumentationConfig = {}) {
      super(scope, config);
    }

    protected override get patchedPackages(): readonly PatchedPackage[] {
      return patched;
    }
  };
}

function patchedPackage(
  instrumentation: string,
  { name, versions, recorded = "calls", classes = [], exports = [] }: ProviderPackage,
): PatchedPackage {
  return { name, instrumentation, recorded, versions, exports: [...classes.map(patchOf), ...exports] };
}
