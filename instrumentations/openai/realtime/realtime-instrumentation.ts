import {
  instrumentationOf,
  provider,
  type InstrumentationClass,
  type Provider,
  type RecordedCalls,
} from "@svc/instrumentation";
import { OPENAI_PACKAGE } from "../openai-package.ts";
import { AGENTS_REALTIME_PACKAGE } from "./realtime-files.ts";
import { AGENTS_SOCKET_PATCHES, SOCKET_PATCHES } from "./socket-classes.ts";

const RECORDED_CALLS: RecordedCalls = {
  calls: ["OpenAIRealtimeWS", "OpenAIRealtimeWebSocket", "ResponsesWS"],
  observations: ["generation `realtime_inference`", "generation `transcription`", "generation `chat`"],
};

/** Instrumentation of the clients of sockets. */
export const realtime: Provider = /* @__PURE__ */ provider({
  name: "openai-realtime",
  page: "realtime.md",
  title: "OpenAI Realtime",
  module: "@svc/openai/realtime",
  className: "RealtimeInstrumentation",
  applications: "apps/openai-*",
  packages: [
    {
      name: "openai",
      recorded: "responses over a socket",
      versions: OPENAI_PACKAGE.versions,
      exports: SOCKET_PATCHES,
      recordedCalls: RECORDED_CALLS,
    },
    {
      name: AGENTS_REALTIME_PACKAGE,
      recorded: "responses over a socket",
      versions: { first: 8, last: 20, isAtZero: true },
      exports: AGENTS_SOCKET_PATCHES,
      recordedCalls: {
        calls: ["OpenAIRealtimeWebSocket"],
        observations: ["generation `realtime_inference`", "generation `transcription`"],
      },
    },
  ],
});

const Instrumentation: InstrumentationClass = /* @__PURE__ */ instrumentationOf(realtime);

/**
 * Records every response of the `openai` package's clients of sockets, versions 4 to 7, as a generation: `OpenAIRealtimeWS`,
 * `OpenAIRealtimeWebSocket`, `ResponsesWS`; and those of the socket of `@openai/agents-realtime`. The application needs no change and can see none. Register it before these
 * modules are loaded. For ES modules, register the hooks of `import-in-the-middle` too; `isRealtimeFile` limits the hooks to a
 * few files. Does nothing, whoever enables it, where the environment's lists of instrumentations leave `openai-realtime` out.
 */
export class RealtimeInstrumentation extends Instrumentation {}
