/** Cells that a backend should show of a program, but for those that the program has nothing for. */
export interface Shown {
  /** Texts in the inputs of the spans that carry content. */
  readonly asked: readonly string[];
  /** Texts in the outputs. */
  readonly answered: readonly string[];
  /** `definitions`: a model call names the tool with its parameters. `conversation`: calls and results are messages. `span`: the tool ran in a span. */
  readonly tools?: ReadonlyArray<"definitions" | "conversation" | "span">;
  /** Names of agents. */
  readonly agents?: readonly string[];
  /** Number of calls of a chat model. */
  readonly calls?: number;
  /** Tokens of an embedding. */
  readonly embedded?: number;
  readonly session?: string;
  readonly failure?: true;
}

/** Program in `test/apps/backends`. */
export interface Program {
  readonly name: string;
  readonly file: string;
  readonly shown: Shown;
}

const QUESTION = "capital of France?";
const ANSWER = "Paris is the capital of France.";
const CONVERSATION = { asked: [QUESTION], answered: [ANSWER] };
const PICTURE = "iVBORw0KGgo";

export const PROGRAMS: readonly Program[] = [
  { name: "openai chat", file: "chat.mjs", shown: { ...CONVERSATION, calls: 1 } },
  {
    name: "openai tools",
    file: "tools.mjs",
    shown: { ...CONVERSATION, calls: 2, tools: ["definitions", "conversation"] },
  },
  { name: "openai stream", file: "stream.mjs", shown: { ...CONVERSATION, calls: 1 } },
  { name: "openai image", file: "image.mjs", shown: { ...CONVERSATION, asked: [QUESTION, PICTURE], calls: 1 } },
  { name: "openai failing", file: "failing.mjs", shown: { asked: [QUESTION], answered: [], failure: true } },
  {
    name: "AI SDK agent",
    file: "agent.mjs",
    shown: { ...CONVERSATION, calls: 2, tools: ["definitions", "conversation", "span"], agents: ["meteorologist"] },
  },
  {
    name: "LangGraph",
    file: "langgraph.mjs",
    shown: {
      ...CONVERSATION,
      calls: 2,
      tools: ["definitions", "conversation", "span"],
      agents: ["meteorologist"],
      session: "thread-1",
    },
  },
  {
    name: "OpenAI Agents",
    file: "agents.mjs",
    shown: {
      ...CONVERSATION,
      calls: 3,
      tools: ["definitions", "conversation", "span"],
      agents: ["Triage", "Meteorologist"],
      session: "group-1",
    },
  },
  { name: "retrieval", file: "retrieval.mjs", shown: { ...CONVERSATION, embedded: 1_000 } },
  { name: "MCP", file: "mcp.mjs", shown: { asked: ["Paris"], answered: ["celsius"], tools: ["span"] } },
];
