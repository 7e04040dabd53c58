import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { PATCHED_CLASSES as ANTHROPIC } from "../../instrumentations/anthropic/patching/patched-classes.ts";
import { FUNCTIONS } from "../../instrumentations/ai-sdk/functions/ai-sdk-functions.ts";
import { MODELS } from "../../instrumentations/google-genai/patching/models-class.ts";
import { PATCHED_CLASSES as LLAMAINDEX_CLASSES } from "../../instrumentations/llamaindex/patching/patched-classes.ts";
import { OLLAMA_CLASS } from "../../instrumentations/ollama/patching/ollama-class.ts";
import { COMPATIBLE_PLACES } from "../../instrumentations/openai/compatible/compatible-files.ts";
import {
  CEREBRAS,
  GROQ,
  TOGETHER,
  type CompatiblePackage,
} from "../../instrumentations/openai/compatible/compatible-packages.ts";
import { OPENAI_PACKAGE } from "../../instrumentations/openai/openai-package.ts";
import { OPENROUTER_AGENT } from "../../instrumentations/openai/openrouter/files.ts";
import { OPENROUTER } from "../../instrumentations/openai/openrouter/openrouter-package.ts";
import { filesOf } from "../../instrumentations/openai/patching/patched-files.ts";
import type { ClientPackage } from "../../instrumentations/openai/recorded-classes.ts";
import { CHROMA_COLLECTION } from "../../instrumentations/retrieval/databases/chroma.ts";
import { PINECONE_DOCUMENTS, PINECONE_INDEX } from "../../instrumentations/retrieval/databases/pinecone.ts";
import { QDRANT_CLIENT } from "../../instrumentations/retrieval/databases/qdrant.ts";
import { WEAVIATE_GENERATE, WEAVIATE_QUERY } from "../../instrumentations/retrieval/databases/weaviate.ts";
import type { StoreClass } from "../../instrumentations/retrieval/store-class.ts";
import type { ObservableClass } from "../../instrumentations/shared/recording/observe-client.ts";
import type { InstrumentationRow } from "../../register/instrumentations/instrumentation-row.ts";
import { INSTRUMENTATIONS } from "../../register/instrumentations/instrumentation-table.ts";

/** Package whose calls are recorded. */
export interface RecordedPackage extends Calls {
  readonly name: string;
  readonly instrumentation: string;
  /** Page in docs/ that says what is recorded. */
  readonly page: string;
  /** Versions that the tests run, the oldest first. */
  readonly versions: readonly string[];
}

/** Calls of a package, and the types and names of their observations. */
interface Calls {
  readonly calls: readonly string[];
  readonly observations: readonly string[];
}

/** Instrumentation that records model calls. */
interface RecordingRow {
  /** Page that says what is recorded. */
  readonly page: string;
  readonly recorded: Calls;
  /** Calls of packages of the instrumentation whose calls are others. */
  readonly ofPackages?: Readonly<Record<string, Calls>>;
  /** Pattern of the applications whose versions count, where others of the repository have the package for other reasons. */
  readonly applications?: string;
}

const OPENAI_APPLICATIONS = "test/apps/openai-*";
const compatible = ({ name, classes }: ClientPackage): RecordingRow => {
  const places = COMPATIBLE_PLACES[name as CompatiblePackage];
  return { page: "openai.md", recorded: callsOf(classes.filter(({ place }) => places.includes(place))) };
};

const searched = (...classes: readonly StoreClass[]): RecordingRow => ({
  page: "retrieval.md",
  recorded: {
    calls: classes.flatMap(({ place, searches }) =>
      Object.keys(searches).map((method) => [...place, method].join(".")),
    ),
    observations: ["retriever `retrieval`"],
  },
});

/** Rows of the table, by the names of their instrumentations; the others are those of {@link rowOfFolder}. */
const ROWS: Readonly<Record<string, RecordingRow>> = {
  openai: {
    page: "openai.md",
    recorded: callsOf(OPENAI_PACKAGE.classes.filter(({ place }) => filesOf(place).length > 0)),
    applications: OPENAI_APPLICATIONS,
  },
  "openai-realtime": {
    page: "realtime.md",
    applications: OPENAI_APPLICATIONS,
    recorded: {
      calls: ["OpenAIRealtimeWS", "OpenAIRealtimeWebSocket", "ResponsesWS"],
      observations: ["generation `realtime_inference`", "generation `transcription`", "generation `chat`"],
    },
    ofPackages: {
      "@openai/agents-realtime": {
        calls: ["OpenAIRealtimeWebSocket"],
        observations: ["generation `realtime_inference`", "generation `transcription`"],
      },
    },
  },
  groq: compatible(GROQ),
  together: compatible(TOGETHER),
  cerebras: compatible(CEREBRAS),
  openrouter: {
    page: "openai.md",
    recorded: withCallModel(callsOf(OPENROUTER.classes)),
    ofPackages: { [OPENROUTER_AGENT]: withCallModel({ calls: [], observations: ["generation `chat`"] }) },
  },
  anthropic: { page: "anthropic.md", recorded: callsOf(ANTHROPIC) },
  "google-genai": {
    page: "google-genai.md",
    recorded: { ...callsOf([MODELS]), calls: [...callsOf([MODELS]).calls, "interactions.create", "live.connect"] },
  },
  bedrock: {
    page: "bedrock.md",
    recorded: {
      calls: ["Converse", "ConverseStream", "InvokeModel", "InvokeModelWithResponseStream"],
      observations: ["generation `chat`", "embedding `embeddings`", "generation `image_generation`"],
    },
  },
  ollama: { page: "ollama.md", recorded: callsOf([OLLAMA_CLASS]) },
  "ai-sdk": {
    page: "ai-sdk.md",
    applications: "test/installations/ai-sdk-*",
    recorded: {
      calls: Object.keys(FUNCTIONS),
      observations: ["agent", "span", "generation `chat`", "tool", "embedding `embeddings`"],
    },
  },
  mcp: {
    page: "mcp.md",
    recorded: {
      calls: ["tools/call", "prompts/get", "resources/read", "sampling/createMessage", "elicitation/create"],
      observations: ["tool", "span"],
    },
  },
  "claude-agent": {
    page: "claude-agent.md",
    recorded: { calls: ["query"], observations: ["agent", "generation", "tool"] },
  },
  "openai-agents": {
    page: "openai-agents.md",
    recorded: {
      calls: ["run", "Runner.run"],
      observations: ["chain", "agent", "generation", "tool", "guardrail"],
    },
    ofPackages: {
      "@openai/agents-realtime": {
        calls: ["RealtimeSession.connect"],
        observations: ["chain", "agent", "tool", "guardrail"],
      },
    },
  },
  "ai-sdk-mcp": {
    page: "mcp.md",
    recorded: { calls: ["tools/call", "prompts/get", "resources/read"], observations: ["tool", "span"] },
  },
  llamaindex: {
    page: "llamaindex.md",
    applications: "test/installations/llamaindex*",
    recorded: {
      calls: LLAMAINDEX_CLASSES.flatMap(({ name, methods }) => methods.map((method) => `${name}.${method}`)),
      observations: ["agent", "chain", "retriever", "tool", "generation `chat`"],
    },
  },
  mastra: {
    page: "mastra.md",
    applications: "test/installations/mastra*",
    recorded: {
      calls: ["Agent.generate", "Agent.stream", "Run.start", "Run.stream"],
      observations: ["agent", "chain", "span", "tool", "generation `chat`", "embedding", "retriever", "evaluator"],
    },
  },
  pinecone: searched(PINECONE_INDEX, PINECONE_DOCUMENTS),
  qdrant: searched(QDRANT_CLIENT),
  chroma: searched(CHROMA_COLLECTION),
  weaviate: searched(WEAVIATE_QUERY, WEAVIATE_GENERATE),
  langchain: {
    page: "langchain.md",
    recorded: {
      calls: ["invoke", "stream", "batch", "streamEvents"],
      observations: ["agent", "chain", "generation", "tool", "retriever", "embedding"],
    },
  },
};

/** Instrumentations that others wrote, and that have no table of calls. */
const OTHERS: ReadonlySet<string> = new Set(["aws-sdk"]);

const ROOT = join(import.meta.dirname, "../..");
const require = createRequire(import.meta.url);
const APPLICATIONS = "test/{apps,installations}/*";

/** Returns the packages whose calls the preload records, in the order of its table of instrumentations. */
export function recordedPackages(): readonly RecordedPackage[] {
  const recording = INSTRUMENTATIONS.filter(({ name, purpose }) => purpose === "observations" && !OTHERS.has(name));
  return recording.flatMap((row) => row.modules.map((name) => recordedPackage(row, name)));
}

function recordedPackage({ name: instrumentation }: InstrumentationRow, name: string): RecordedPackage {
  const row = ROWS[instrumentation] ?? rowOfFolder(instrumentation);
  const versions = testedVersions(name, row.applications ?? APPLICATIONS);
  return { name, instrumentation, page: row.page, versions, ...(row.ofPackages?.[name] ?? row.recorded) };
}

/** Returns the row of a package of ours whose folder has the name of its instrumentation, and a table of its patched classes. */
function rowOfFolder(instrumentation: string): RecordingRow {
  const folder = `instrumentations/${instrumentation}`;
  try {
    const { PATCHED_CLASSES: classes } = require(join(ROOT, folder, "patching/patched-classes.ts")) as {
      PATCHED_CLASSES: readonly ObservableClass[];
    };
    return { page: `${instrumentation}.md`, recorded: callsOf(classes) };
  } catch (error) {
    throw new Error(
      `scripts/docs/recorded-packages.ts needs a row for ${instrumentation}: its classes were not found.`,
      {
        cause: error,
      },
    );
  }
}

/** Adds `callModel` of OpenRouter's packages, which makes several observations. */
function withCallModel({ calls, observations }: Calls): Calls {
  return { calls: [...calls, "callModel"], observations: [...observations, "agent", "tool"] };
}

/** Returns the calls of patched classes, by the place of their objects below a client. */
function callsOf(classes: readonly ObservableClass[]): Calls {
  const all = classes.flatMap(({ places, methods, newerMethods }) =>
    Object.entries({ ...methods, ...newerMethods })
      .filter(([, { make }]) => make === undefined)
      .map(([method, { type, name }]) => ({
        call: [...(places[0] ?? []), method.replace(/Internal$/, "")].join("."),
        observation: `${type} \`${name}\``,
      })),
  );
  return {
    calls: [...new Set(all.map(({ call }) => call))],
    observations: [...new Set(all.map(({ observation }) => observation))],
  };
}

/** Returns the versions of a package that these applications of the tests depend on, the oldest first. */
function testedVersions(name: string, applications: string): string[] {
  const versions = globSync(`${applications}/package.json`, { cwd: ROOT }).flatMap((file) => {
    const { dependencies = {} } = JSON.parse(readFileSync(join(ROOT, file), "utf8")) as {
      dependencies?: Record<string, string>;
    };
    const alias = `npm:${name}@`;
    return Object.entries(dependencies).flatMap(([dependency, version]) => {
      if (version.startsWith(alias)) return [version.slice(alias.length)];
      return dependency === name ? [version] : [];
    });
  });
  if (versions.length === 0) throw new Error(`No application in ${applications} depends on ${name}.`);
  return [...new Set(versions)].toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }));
}
