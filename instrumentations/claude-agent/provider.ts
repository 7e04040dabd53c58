import { isFields } from "@svc/core/internal";
import {
  instrumentationOf,
  provider,
  type InstrumentationClass,
  type Patches,
  type Provider,
} from "@svc/instrumentation";
import { observeQuery, type Observe } from "./observe-query.ts";
import { observePrewarm, observeStartup } from "./observe-warm-start.ts";

/** Replaced functions of the package. Only the newest versions start the CLI before its query. */
const REPLACEMENTS: Readonly<Record<string, Observe>> = {
  query: observeQuery,
  startup: observeStartup,
  prewarm: observePrewarm,
};

const claudeAgent: Provider = /* @__PURE__ */ provider({
  name: "claude-agent",
  kind: "framework",
  title: "Claude Agent SDK",
  className: "ClaudeAgentInstrumentation",
  keepsExports: false,
  packages: [
    {
      name: "@anthropic-ai/claude-agent-sdk",
      recorded: "queries",
      versions: { first: 2, last: 3, isAtZero: true },
      exports: [{ files: ["core.mjs"], isMain: true, isReplaced: true, patch: replaceFunctions }],
      recordedCalls: { calls: ["query"], observations: ["agent", "generation", "tool"] },
    },
  ],
});

/** Instrumentations of this folder. */
export const PROVIDERS: readonly Provider[] = [claudeAgent];

const Instrumentation: InstrumentationClass = /* @__PURE__ */ instrumentationOf(claudeAgent);

/**
 * Records every `query` of the Claude Agent SDK as an agent with its turns, tools and subagents, without a change to the
 * application. The package is an ES module, whose exports are replaced: register the hooks of `import-in-the-middle` before the
 * package is loaded. `disable()` puts the exports back. Does nothing, whoever enables it, where the environment's lists of
 * instrumentations leave `claude-agent` out.
 */
export class ClaudeAgentInstrumentation extends Instrumentation {}

/** Replaces the functions in the exports of the package. Returns the names that are missing. */
function replaceFunctions(exports: unknown, patches: Patches): string[] {
  if (!isFields(exports) || typeof exports.query !== "function") return ["query"];
  for (const [name, observe] of Object.entries(REPLACEMENTS)) {
    const original: unknown = exports[name];
    if (typeof original !== "function") continue;
    let isUsed = true;
    // Copies that the application has made of the function stay, and pass their calls through.
    const replacement = observe(original, () => isUsed);
    if (!Reflect.set(exports, name, replacement)) return [name];
    patches.onUndo(() => {
      isUsed = false;
      if (exports[name] === replacement) Reflect.set(exports, name, original);
    });
  }
  return [];
}
