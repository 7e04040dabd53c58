import {
  instrumentationOf,
  provider,
  type InstrumentationClass,
  type PatchedExport,
  type Provider,
} from "@svc/instrumentation";
import { AI_SDK_MCP } from "./patching/ai-sdk-mcp-instrumentation.ts";
import { MCP_PACKAGES, PATCHED_CLASSES, type PatchedClass } from "./patching/patched-files.ts";
import { patchClient, patchProtocol } from "./patching/protocol-class.ts";

const PATCHES = { Protocol: patchProtocol, Client: patchClient } as const;

const mcp: Provider = /* @__PURE__ */ provider({
  name: "mcp",
  kind: "framework",
  title: "MCP",
  className: "McpInstrumentation",
  entries: { "@modelcontextprotocol/sdk": "/client/index.js" },
  packages: /* @__PURE__ */ MCP_PACKAGES.map((name) => ({
    name,
    recorded: "requests",
    versions: { first: 1, last: 2 },
    exports: PATCHED_CLASSES.filter((row) => row.package === name).map(exportOf),
    recordedCalls: {
      calls: ["tools/call", "prompts/get", "resources/read", "sampling/createMessage", "elicitation/create"],
      observations: ["tool", "span"],
    },
  })),
});

/** Instrumentations of this folder. */
export const PROVIDERS: readonly Provider[] = [mcp, AI_SDK_MCP];

const Instrumentation: InstrumentationClass = /* @__PURE__ */ instrumentationOf(mcp);

function exportOf({ files, patches }: PatchedClass): PatchedExport {
  const isMain = files.includes("dist/index.mjs");
  return { files, patch: PATCHES[patches], ...(isMain && { isMain }) };
}

/**
 * Records the requests of the Model Context Protocol that clients and servers of `@modelcontextprotocol/sdk` 1 and of
 * `@modelcontextprotocol/client` and `server` 2 send and handle, and carries the trace from one to the other. The application
 * needs no change. The preload registers it. Elsewhere, register it before the packages are loaded; OpenTelemetry's hooks do not
 * see the CommonJS files of version 1, for which there are `observeMcpClient` and `observeMcpServer`. For ES modules, register the hooks of `import-in-the-middle`
 * too; `isMcpFile` limits the hooks to a few files. Does nothing, whoever enables it, where the environment's lists of
 * instrumentations leave `mcp` out.
 */
export class McpInstrumentation extends Instrumentation {}
