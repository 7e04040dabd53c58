import type { InstrumentationConfig } from "@opentelemetry/instrumentation";
import { PackageInstrumentation, type PatchedPackage } from "@svc/instrumentation";
import { OPENAI_PACKAGE } from "../openai-package.ts";
import { SOCKET_PATCHES } from "./socket-classes.ts";

const PACKAGE: PatchedPackage = {
  name: "openai",
  instrumentation: "openai-realtime",
  recorded: "responses over a socket",
  versions: OPENAI_PACKAGE.versions,
  exports: SOCKET_PATCHES,
};

/**
 * Records every response of the `openai` package's clients of sockets, versions 4 to 7, as a generation: `OpenAIRealtimeWS`,
 * `OpenAIRealtimeWebSocket`, `ResponsesWS`. The application needs no change and can see none. Register it before these
 * modules are loaded. For ES modules, register the hooks of `import-in-the-middle` too; `isRealtimeFile` limits the hooks to a
 * few files. Does nothing, whoever enables it, where the environment's lists of instrumentations leave `openai-realtime` out.
 */
export class RealtimeInstrumentation extends PackageInstrumentation {
  constructor(config: InstrumentationConfig = {}) {
    super("@svc/openai", config);
  }

  protected get patchedPackage(): PatchedPackage {
    return PACKAGE;
  }
}
