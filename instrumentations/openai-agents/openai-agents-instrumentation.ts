import type { InstrumentationConfig } from "@opentelemetry/instrumentation";
import { PackageInstrumentation, type PatchedPackage } from "@svc/instrumentation";
import { PATCHED_EXPORTS } from "./patching/patched-classes.ts";

const PACKAGE: PatchedPackage = {
  name: "@openai/agents-core",
  instrumentation: "openai-agents",
  recorded: "runs",
  // Older versions hide the current span: model calls would be counted twice.
  versions: { first: 4, last: 20, isAtZero: true, leavesOlderAlone: true },
  exports: PATCHED_EXPORTS,
};

/**
 * Records every run of the OpenAI Agents SDK as a tree of observations, without a change to the application. Register it before
 * `@openai/agents` is loaded. For ES modules, register the hooks of `import-in-the-middle` too. Does nothing, whoever enables it,
 * where the environment's lists of instrumentations leave `openai-agents` out.
 */
export class OpenAIAgentsInstrumentation extends PackageInstrumentation {
  constructor(config: InstrumentationConfig = {}) {
    super("@svc/openai-agents", config);
  }

  protected get patchedPackage(): PatchedPackage {
    return PACKAGE;
  }
}
