import { cp } from "node:fs/promises";
import { join } from "node:path";
import { nodeFolder } from "../support/application/installed-producer.ts";
import { APPS, INSTALLATIONS, PRELOAD_FILE } from "../support/paths.ts";

/** Package, or setting of one, that records the spans of programs. */
export interface Producer {
  readonly name: string;
  readonly isOurs?: true;
  /** Packages that the programs and the producer need. */
  readonly packages: readonly string[];
  /** File that Node imports before the program: below `start`, or a whole path. */
  readonly start: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Programs that it has an instrumentation for. */
  readonly records: readonly string[];
}

const OPENAI = ["chat.mjs", "tools.mjs", "stream.mjs", "image.mjs", "failing.mjs"];
const ALL = [...OPENAI, "agent.mjs", "langgraph.mjs", "agents.mjs", "retrieval.mjs", "mcp.mjs"];

/** Packages of the programs, without those whose version a producer asks for. */
const LANGCHAIN = [
  "@langchain/core@1.2.13",
  "@langchain/langgraph@1.4.13",
  "@langchain/openai@1.6.0",
  "langchain@1.5.14",
];
const MCP = ["@modelcontextprotocol/sdk@1.32.2", "zod@4.6.7"];
const AI_SDK = ["ai@7.0.173", "@ai-sdk/openai@4.0.118"];
const AGENTS = ["@openai/agents@0.20.0"];
const OTEL_2 = ["@opentelemetry/api@1.9.0", "@opentelemetry/sdk-node@0.223.0"];

const OURS = {
  isOurs: true,
  packages: ["openai@7.57.0", ...AI_SDK, ...LANGCHAIN, ...AGENTS, ...MCP],
  start: PRELOAD_FILE,
  records: ALL,
} as const;

/** Only spans: neither backend stores log records or metrics. */
const SPANS_ONLY = { OTEL_LOGS_EXPORTER: "none", OTEL_METRICS_EXPORTER: "none" };

/** Producers beside svc have the newest version of the `openai` package that each goes with. */
export const PRODUCERS: readonly Producer[] = [
  { name: "svc", ...OURS },
  { name: "svc, openinference", env: { SVC_GEN_AI_DIALECT: "openinference" }, ...OURS },
  {
    name: "OpenInference",
    packages: [
      "@arizeai/openinference-instrumentation-openai@4.2.7",
      "@arizeai/openinference-instrumentation-langchain@4.1.1",
      "@arizeai/openinference-instrumentation-openai-agents@0.2.15",
      "openai@7.57.0",
      ...LANGCHAIN,
      ...AGENTS,
      ...MCP,
      ...OTEL_2,
    ],
    start: "./openinference.mjs",
    env: { ...SPANS_ONLY, OPENAI_AGENTS_KEEP_PROCESSORS: "true" },
    records: [...OPENAI, "langgraph.mjs", "agents.mjs", "retrieval.mjs"],
  },
  {
    name: "Traceloop",
    packages: [
      "@traceloop/instrumentation-openai@0.27.0",
      "@traceloop/instrumentation-langchain@0.27.0",
      "@traceloop/instrumentation-mcp@0.27.0",
      "openai@6.49.0",
      ...LANGCHAIN,
      ...MCP,
      ...OTEL_2,
    ],
    start: "./traceloop.mjs",
    env: SPANS_ONLY,
    records: [...OPENAI, "langgraph.mjs", "retrieval.mjs", "mcp.mjs"],
  },
  {
    name: "@ai-sdk/otel",
    packages: ["@ai-sdk/otel@1.0.173", ...AI_SDK, ...OTEL_2],
    start: "./ai-sdk-otel.mjs",
    env: SPANS_ONLY,
    records: ["agent.mjs"],
  },
  {
    name: "OpenTelemetry",
    packages: [
      "@opentelemetry/instrumentation-openai@0.22.0",
      "openai@6.49.0",
      ...LANGCHAIN,
      ...MCP,
      "@opentelemetry/api@1.10.0",
      "@opentelemetry/sdk-node@0.301.0",
    ],
    start: "./otel.mjs",
    env: SPANS_ONLY,
    records: [...OPENAI, "retrieval.mjs"],
  },
];

/** Installs the packages, copies the programs beside them, and returns the folder and Node's arguments. */
export async function foldersOf({ packages, start }: Producer, root: string): Promise<{ cwd: string; node: string[] }> {
  const cwd = await nodeFolder(root, packages);
  await cp(join(APPS, "backends"), cwd, { recursive: true });
  await cp(join(INSTALLATIONS, "ai-sdk-7/agent.mjs"), join(cwd, "agent.mjs"));
  await cp(join(import.meta.dirname, "start"), cwd, { recursive: true, force: true });
  return { cwd, node: ["--import", start] };
}
