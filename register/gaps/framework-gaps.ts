import satisfies from "semver/functions/satisfies.js";

/** Framework: its packages, how it is recorded, and what of it is not. */
interface Framework {
  readonly packages: readonly string[];
  readonly recordedBy: string;
  readonly missing: readonly Missing[];
}

/** Work of a framework that is not recorded. */
interface Missing {
  readonly what: string;
  /** Versions in which it is missing, as a semver range; all by default. */
  readonly versions?: string;
  /** Returns true where this environment brings it about; everywhere by default. */
  readonly isIn?: (env: NodeJS.ProcessEnv) => boolean;
}

const isOff = ({ NODE_ENV, OPENAI_AGENTS_DISABLE_TRACING: off }: NodeJS.ProcessEnv): boolean =>
  NODE_ENV === "test" || /^(?:1|true)$/i.test(off ?? "");

const hasNoCliTraces = ({ CLAUDE_CODE_ENABLE_TELEMETRY: on }: NodeJS.ProcessEnv): boolean => on === undefined;

const SEARCHED: Pick<Framework, "recordedBy" | "missing"> = {
  recordedBy: "the searches of its client",
  missing: [{ what: "reading by id, scrolling, writing and administration" }],
};

const FRAMEWORKS: readonly Framework[] = [
  {
    packages: ["ai"],
    recordedBy: "its telemetry, for every call",
    missing: [
      { what: "streamed speech and translation", versions: ">=7" },
      { what: "calls inside a bundle", versions: "<7" },
      { what: "cached and reasoning tokens of generateText", versions: "<6" },
    ],
  },
  {
    packages: ["@ai-sdk/mcp"],
    recordedBy: "the requests of its clients",
    missing: [{ what: "requests beside those for tools, prompts and resources" }],
  },
  {
    packages: ["@modelcontextprotocol/sdk"],
    recordedBy: "requests, at clients and servers",
    missing: [
      { what: "listing, pinging, subscribing and notifications" },
      { what: "schema errors of callToolStream", versions: ">=1.24" },
    ],
  },
  {
    packages: ["@modelcontextprotocol/client", "@modelcontextprotocol/server"],
    recordedBy: "requests, at clients and servers",
    missing: [{ what: "listing, pinging, subscribing and notifications" }],
  },
  {
    packages: ["@openai/agents-core"],
    recordedBy: "what it reports to its trace processors",
    missing: [
      { what: "runs, as NODE_ENV=test or OPENAI_AGENTS_DISABLE_TRACING switches its tracing off", isIn: isOff },
      { what: "runs", versions: "<0.4" },
    ],
  },
  {
    packages: ["@openai/agents-realtime"],
    recordedBy: "the events of its sessions, and the responses of their WebSocket",
    missing: [{ what: "responses by WebRTC; nesting of what a tool does below the tool" }],
  },
  {
    packages: ["@anthropic-ai/claude-agent-sdk"],
    recordedBy: "the messages of its queries",
    missing: [
      {
        what:
          "tokens and times of each model call: CLAUDE_CODE_ENABLE_TELEMETRY=1 and CLAUDE_CODE_ENHANCED_TELEMETRY_BETA=1 " +
          "bring them",
        isIn: hasNoCliTraces,
      },
    ],
  },
  {
    packages: ["@mastra/observability"],
    recordedBy: "an exporter in each Observability",
    missing: [
      { what: "agents and workflows without Observability in new Mastra()" },
      { what: "everything", versions: "<1.3" },
      { what: "the name of the model, and so its cost", versions: ">=1.3 <1.17" },
    ],
  },
  {
    packages: ["@llamaindex/core", "@llamaindex/workflow"],
    recordedBy: "its classes of engines, retrievers, agents and tools",
    missing: [{ what: "workflows without an agent, and embeddings by packages that are not instrumented" }],
  },
  {
    packages: ["@langchain/core"],
    recordedBy: "a handler in every callback manager",
    missing: [{ what: "runs that are given a callback manager of another copy of the package" }],
  },
  { packages: ["@pinecone-database/pinecone", "@qdrant/js-client-rest", "chromadb", "weaviate-client"], ...SEARCHED },
];

/** Description of a framework in one version. */
export interface FrameworkGaps {
  readonly recordedBy: string;
  /** Work that is not recorded; empty when all of it is. */
  readonly missing: readonly string[];
}

/** Returns how a version of a framework's package is recorded, and what is missing; undefined for a package of another kind. */
export function frameworkGaps(name: string, version: string, env: NodeJS.ProcessEnv): FrameworkGaps | undefined {
  const found = FRAMEWORKS.find(({ packages }) => packages.includes(name));
  if (found === undefined) return undefined;
  const missing = found.missing.filter(
    ({ versions, isIn }) =>
      (versions === undefined || satisfies(version, versions, { includePrerelease: true })) && isIn?.(env) !== false,
  );
  return { recordedBy: found.recordedBy, missing: missing.map(({ what }) => what) };
}
