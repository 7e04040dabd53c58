import type { InstrumentationConfig } from "@opentelemetry/instrumentation";
import { PackageInstrumentation, type PatchedPackage } from "@svc/instrumentation";
import { PATCHED_EXPORTS, VOICE_EXPORTS } from "./patching/patched-classes.ts";
import { OPENAI_AGENTS_PACKAGES } from "./patching/patched-files.ts";

const [CORE, VOICE] = OPENAI_AGENTS_PACKAGES as readonly [string, string];

const PACKAGES: readonly PatchedPackage[] = [
  {
    name: CORE,
    instrumentation: "openai-agents",
    recorded: "runs",
    // Older versions hide the current span: model calls would be counted twice.
    versions: { first: 4, last: 20, isAtZero: true, leavesOlderAlone: true },
    exports: PATCHED_EXPORTS,
  },
  {
    name: VOICE,
    instrumentation: "openai-agents",
    recorded: "voice sessions",
    versions: { first: 8, last: 20, isAtZero: true },
    exports: VOICE_EXPORTS,
  },
];

/**
 * Records every run and every voice session of the OpenAI Agents SDK as a tree of observations, without a change to the application. Register it before
 * `@openai/agents` is loaded. For ES modules, register the hooks of `import-in-the-middle` too. Does nothing, whoever enables it,
 * where the environment's lists of instrumentations leave `openai-agents` out.
 */
export class OpenAIAgentsInstrumentation extends PackageInstrumentation {
  constructor(config: InstrumentationConfig = {}) {
    super("@svc/openai-agents", config);
  }

  protected get patchedPackage(): readonly PatchedPackage[] {
    return PACKAGES;
  }
}
