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

/** Packages of the programs, and of producers that go with them. The first one names the folder. */
const PROGRAMS = [
  "openai@7.57.0",
  "ai@7.0.173",
  "@ai-sdk/openai@4.0.118",
  "@langchain/core@1.2.13",
  "@langchain/langgraph@1.4.13",
  "@langchain/openai@1.6.0",
  "langchain@1.5.14",
  "@openai/agents@0.20.0",
  "@modelcontextprotocol/sdk@1.32.2",
  "zod@4.6.7",
];

export const PRODUCERS: readonly Producer[] = [
  { name: "svc", isOurs: true, packages: PROGRAMS, start: PRELOAD_FILE, records: ALL },
  {
    name: "svc, dialect",
    isOurs: true,
    packages: PROGRAMS,
    start: PRELOAD_FILE,
    env: { SVC_GEN_AI_DIALECT: "openinference" },
    records: ALL,
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
