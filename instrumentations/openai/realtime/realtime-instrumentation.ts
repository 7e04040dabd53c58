import type { InstrumentationConfig } from "@opentelemetry/instrumentation";
import { PackageInstrumentation, type PatchedPackage } from "@svc/instrumentation";
import { OPENAI_PACKAGE } from "../openai-package.ts";
import { AGENTS_REALTIME_PACKAGE } from "./realtime-files.ts";
import { AGENTS_SOCKET_PATCHES, SOCKET_PATCHES } from "./socket-classes.ts";

const COMMON = { instrumentation: "openai-realtime", recorded: "responses over a socket" } as const;

const PACKAGES: readonly PatchedPackage[] = [
  { ...COMMON, name: "openai", versions: OPENAI_PACKAGE.versions, exports: SOCKET_PATCHES },
  {
    ...COMMON,
    name: AGENTS_REALTIME_PACKAGE,
    versions: { first: 8, last: 20, isAtZero: true },
    exports: AGENTS_SOCKET_PATCHES,
  },
];

/**
 * Records every response of the `openai` package's clients of sockets, versions 4 to 7, as a generation: `OpenAIRealtimeWS`,
 * `OpenAIRealtimeWebSocket`, `ResponsesWS`; and those of the socket of `@openai/agents-realtime`. The application needs no change and can see none. Register it before these
 * modules are loaded. For ES modules, register the hooks of `import-in-the-middle` too; `isRealtimeFile` limits the hooks to a
 * few files. Does nothing, whoever enables it, where the environment's lists of instrumentations leave `openai-realtime` out.
 */
export class RealtimeInstrumentation extends PackageInstrumentation {
  constructor(config: InstrumentationConfig = {}) {
    super("@svc/openai", config);
  }

  protected get patchedPackage(): readonly PatchedPackage[] {
    return PACKAGES;
  }
}
