import { instrumentationOf, provider, type InstrumentationClass, type Provider } from "@svc/instrumentation";
import { PATCHED_EXPORTS, VOICE_EXPORTS } from "./patching/patched-classes.ts";
import { OPENAI_AGENTS_PACKAGES } from "./patching/patched-files.ts";

const [CORE, VOICE] = OPENAI_AGENTS_PACKAGES as readonly [string, string];

const openaiAgents: Provider = /* @__PURE__ */ provider({
  name: "openai-agents",
  kind: "framework",
  title: "OpenAI Agents",
  className: "OpenAIAgentsInstrumentation",
  packages: [
    {
      name: CORE,
      recorded: "runs",
      // Older versions hide the current span: model calls would be counted twice.
      versions: { first: 4, last: 20, isAtZero: true, leavesOlderAlone: true },
      exports: PATCHED_EXPORTS,
      recordedCalls: {
        calls: ["run", "Runner.run"],
        observations: ["chain", "agent", "generation", "tool", "guardrail"],
      },
    },
    {
      name: VOICE,
      recorded: "voice sessions",
      versions: { first: 8, last: 20, isAtZero: true },
      exports: VOICE_EXPORTS,
      recordedCalls: {
        calls: ["RealtimeSession.connect"],
        observations: ["chain", "agent", "tool", "guardrail"],
      },
    },
  ],
});

/** Instrumentations of this folder. */
export const PROVIDERS: readonly Provider[] = [openaiAgents];

const Instrumentation: InstrumentationClass = /* @__PURE__ */ instrumentationOf(openaiAgents);

/**
 * Records every run and every voice session of the OpenAI Agents SDK as a tree of observations, without a change to the application. Register it before
 * `@openai/agents` is loaded. For ES modules, register the hooks of `import-in-the-middle` too. Does nothing, whoever enables it,
 * where the environment's lists of instrumentations leave `openai-agents` out.
 */
export class OpenAIAgentsInstrumentation extends Instrumentation {}
