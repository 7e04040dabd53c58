import {
  InstrumentationBase,
  InstrumentationNodeModuleDefinition,
  type InstrumentationConfig,
  type InstrumentationModuleDefinition,
} from "@opentelemetry/instrumentation";
import { isInstrumentationEnabled, SVC_SDK_VERSION } from "@svc/core/internal";
import { isPatchedVersion, Patches, provider, rangeOf, type Provider, type TestedVersions } from "@svc/instrumentation";
import { AI_SDK_MCP_PACKAGE, withRecordedClients } from "./ai-sdk-client.ts";

/** Versions of the package that this package is tested with. */
const VERSIONS: TestedVersions = { first: 1, last: 2 };

/** Instrumentation of `@ai-sdk/mcp`, of which a class of its own replaces the exports. */
export const AI_SDK_MCP: Provider = /* @__PURE__ */ provider({
  name: "ai-sdk-mcp",
  kind: "framework",
  page: "mcp.md",
  module: "@svc/mcp",
  className: "AiSdkMcpInstrumentation",
  keepsExports: false,
  packages: [
    {
      name: AI_SDK_MCP_PACKAGE,
      versions: VERSIONS,
      recordedCalls: { calls: ["tools/call", "prompts/get", "resources/read"], observations: ["tool", "span"] },
    },
  ],
});

/**
 * Records the requests of the clients of MCP that `@ai-sdk/mcp` makes, versions 1 and 2, and carries the trace to their servers. A
 * tool that the AI SDK executes keeps its one observation. Register it before `@ai-sdk/mcp` is loaded. For ES modules, register
 * the hooks of `import-in-the-middle` too. Does nothing, whoever enables it, where the environment's lists of instrumentations
 * leave `ai-sdk-mcp` out.
 */
export class AiSdkMcpInstrumentation extends InstrumentationBase {
  // Initialised in init(): the base class calls init() before this class's own initialisers, and they would undo it.
  declare private patches: Patches;

  constructor(config: InstrumentationConfig = {}) {
    super("@svc/mcp", SVC_SDK_VERSION, config);
  }

  protected override init(): InstrumentationModuleDefinition {
    this.patches ??= new Patches();
    return new InstrumentationNodeModuleDefinition(AI_SDK_MCP_PACKAGE, ["*"], (exports: unknown, version?: string) => {
      const isPatched = isPatchedVersion(AI_SDK_MCP_PACKAGE, version, VERSIONS, "requests");
      if (!isPatched) return exports;
      return withRecordedClients(exports, this.patches, () => this.isEnabled(), version, rangeOf(VERSIONS));
    });
  }

  override enable(): void {
    if (isInstrumentationEnabled("ai-sdk-mcp")) super.enable();
  }

  override disable(): void {
    super.disable();
    this.patches.undo();
  }
}
