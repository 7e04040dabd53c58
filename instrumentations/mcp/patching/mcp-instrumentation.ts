import type { InstrumentationConfig } from "@opentelemetry/instrumentation";
import {
  PackageInstrumentation,
  type PatchedExport,
  type PatchedPackage,
  type TestedVersions,
} from "@svc/instrumentation";
import { MCP_PACKAGES, PATCHED_CLASSES, type PatchedClass } from "./patched-files.ts";
import { patchClient, patchProtocol } from "./protocol-class.ts";

/** Versions of the packages that this package is tested with. */
export const TESTED_VERSIONS: TestedVersions = { first: 1, last: 2 };

const PATCHES = { Protocol: patchProtocol, Client: patchClient } as const;

const PACKAGES: readonly PatchedPackage[] = /* @__PURE__ */ MCP_PACKAGES.map((name) => ({
  name,
  instrumentation: "mcp",
  recorded: "requests",
  versions: TESTED_VERSIONS,
  exports: PATCHED_CLASSES.filter((row) => row.package === name).map(exportOf),
}));

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
export class McpInstrumentation extends PackageInstrumentation {
  constructor(config: InstrumentationConfig = {}) {
    super("@svc/mcp", config);
  }

  protected get patchedPackage(): readonly PatchedPackage[] {
    return PACKAGES;
  }
}
