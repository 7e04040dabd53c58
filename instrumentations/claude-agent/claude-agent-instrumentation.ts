import type { InstrumentationConfig } from "@opentelemetry/instrumentation";
import { isFields } from "@svc/core/internal";
import { PackageInstrumentation, type PatchedPackage } from "@svc/instrumentation";
import { observeQuery } from "./observe-query.ts";

const PACKAGE: PatchedPackage = {
  name: "@anthropic-ai/claude-agent-sdk",
  instrumentation: "claude-agent",
  recorded: "queries",
  versions: { first: 1, last: 3, isAtZero: true },
  exports: [{ files: [], isMain: true, patch: replaceQuery }],
};

/**
 * Records every `query` of the Claude Agent SDK as an agent with its turns, tools and subagents, without a change to the
 * application. The package is an ES module, whose export is replaced: register the hooks of `import-in-the-middle` before the
 * package is loaded. Does nothing, whoever enables it, where the environment's lists of instrumentations leave `claude-agent` out.
 */
export class ClaudeAgentInstrumentation extends PackageInstrumentation {
  constructor(config: InstrumentationConfig = {}) {
    super("@svc/claude-agent", config);
  }

  protected get patchedPackage(): PatchedPackage {
    return PACKAGE;
  }
}

/** Replaces `query` in the exports of the package. Returns the names that are missing. */
function replaceQuery(exports: unknown): string[] {
  const query: unknown = isFields(exports) ? exports.query : undefined;
  if (typeof query !== "function") return ["query"];
  Reflect.set(exports as object, "query", observeQuery(query));
  return [];
}
