/** Kinds of calls that are measured. */
export type Scenario = "chat" | "stream" | "longStream";

/** Number of pieces of text in a streamed answer. */
export const PIECES: Readonly<Record<Exclude<Scenario, "chat">, number>> = { stream: 50, longStream: 1_000 };

/** Function that takes the place of `fetch`. */
export type Fetch = () => Promise<Response>;

type Call = () => Promise<unknown>;

/** Package whose calls are measured. */
export interface ProviderPackage {
  readonly name: string;
  /** Files of the package that are loaded, whose exports are measured together; by default its main file. */
  readonly files?: readonly string[];
  /** True when its calls have whole answers alone. */
  readonly isUnstreamed?: true;
  /** Returns a function that makes one call of this kind, with a client whose requests go to `fetch`. */
  readonly caller: (module: never, fetch: Fetch, scenario: Scenario) => Call;
  /** Returns the body of an answer. */
  readonly answer: (scenario: Scenario) => string;
}

const QUESTION = "Which ocean is the largest, and by how much? ".repeat(11);
const ANSWER = "The Pacific is the largest ocean. ".repeat(11);
const SYSTEM = "Answer in one paragraph.";

async function readAll(stream: Promise<unknown>): Promise<number> {
  let chunks = 0;
  for await (const chunk of (await stream) as AsyncIterable<unknown>) if (chunk) chunks++;
  return chunks;
}

function pieces<T>(scenario: Scenario, piece: (text: string) => T): T[] {
  const length = scenario === "chat" ? 0 : PIECES[scenario];
  return Array.from({ length }, (_, index) => piece(` word${index}`));
}

interface AnthropicModule {
  readonly Anthropic: new (options: object) => { readonly messages: { create(params: object): Promise<unknown> } };
}

const anthropicMessage = {
  id: "msg_bench",
  type: "message",
  role: "assistant",
  model: "claude-haiku-4-5-20251001",
  content: [{ type: "text", text: ANSWER }],
  stop_reason: "end_turn",
  stop_sequence: null,
  usage: {
    input_tokens: 120,
    cache_creation_input_tokens: 0,
    cache_read_input_tokens: 64,
    output_tokens: 50,
    service_tier: "standard",
  },
};

const anthropic: ProviderPackage = {
  name: "@anthropic-ai/sdk",
  caller({ Anthropic }: AnthropicModule, fetch, scenario) {
    const { messages } = new Anthropic({ fetch, apiKey: "key" });
    const params = {
      model: "claude-haiku-4-5",
      max_tokens: 400,
      temperature: 0.2,
      system: SYSTEM,
      messages: [{ role: "user", content: QUESTION }],
    };
    return scenario === "chat"
      ? () => messages.create(params)
      : () => readAll(messages.create({ ...params, stream: true }));
  },
  answer(scenario) {
    if (scenario === "chat") return JSON.stringify(anthropicMessage);
    const delta = (text: string): object => ({
      type: "content_block_delta",
      index: 0,
      delta: { type: "text_delta", text },
    });
    const events = [
      { type: "message_start", message: { ...anthropicMessage, content: [], stop_reason: null } },
      { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
      ...pieces(scenario, delta),
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: "end_turn", stop_sequence: null }, usage: { output_tokens: 50 } },
      { type: "message_stop" },
    ];
    return events
      .map((event) => `event: ${(event as { type: string }).type}\ndata: ${JSON.stringify(event)}\n\n`)
      .join("");
  },
};

interface GoogleModule {
  readonly GoogleGenAI: new (options: object) => {
    readonly models: Readonly<
      Record<"generateContent" | "generateContentStream", (params: object) => Promise<unknown>>
    >;
  };
}

const googleAnswer = (text: string, more: object = {}): object => ({
  candidates: [{ content: { role: "model", parts: [{ text }] }, index: 0, ...more }],
  usageMetadata: {
    promptTokenCount: 184,
    cachedContentTokenCount: 64,
    candidatesTokenCount: 50,
    totalTokenCount: 234,
    promptTokensDetails: [{ modality: "TEXT", tokenCount: 184 }],
  },
  modelVersion: "gemini-2.5-flash-001",
  responseId: "response-bench",
});

const google: ProviderPackage = {
  name: "@google/genai",
  caller({ GoogleGenAI }: GoogleModule, fetch, scenario) {
    // The package has no setting for it.
    globalThis.fetch = fetch;
    const { models } = new GoogleGenAI({ apiKey: "key" });
    const params = {
      model: "gemini-2.5-flash",
      contents: QUESTION,
      config: { systemInstruction: SYSTEM, temperature: 0.2, maxOutputTokens: 400 },
    };
    return scenario === "chat"
      ? () => models.generateContent(params)
      : () => readAll(models.generateContentStream(params));
  },
  answer(scenario) {
    const end = { finishReason: "STOP" };
    if (scenario === "chat") return JSON.stringify(googleAnswer(ANSWER, end));
    const chunks = [...pieces(scenario, (text) => googleAnswer(text)), googleAnswer("", end)];
    return chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join("");
  },
};

interface McpModule {
  readonly Client: new (info: object) => {
    connect(transport: object): Promise<void>;
    callTool(params: object): Promise<unknown>;
  };
  readonly Server: new (
    info: object,
    options: object,
  ) => { connect(transport: object): Promise<void>; setRequestHandler(schema: object, handler: () => object): void };
  readonly InMemoryTransport: { createLinkedPair(): [object, object] };
  readonly CallToolRequestSchema: object;
}

const mcp: ProviderPackage = {
  name: "@modelcontextprotocol/sdk",
  files: ["client/index.js", "server/index.js", "inMemory.js", "types.js"],
  isUnstreamed: true,
  caller({ Client, Server, InMemoryTransport, CallToolRequestSchema }: McpModule) {
    const info = { name: "bench", version: "1.0.0" };
    const [client, server] = [new Client(info), new Server(info, { capabilities: { tools: {} } })];
    server.setRequestHandler(CallToolRequestSchema, () => ({ content: [{ type: "text", text: ANSWER }] }));
    const [ofClient, ofServer] = InMemoryTransport.createLinkedPair();
    const connected = server.connect(ofServer).then(() => client.connect(ofClient));
    const params = { name: "ask", arguments: { question: QUESTION } };
    return async () => {
      await connected;
      return client.callTool(params);
    };
  },
  answer: () => "",
};

/** Packages whose calls are measured. */
export const PROVIDERS = { anthropic, google, mcp };

/** Name of such a package, in orders. */
export type ProviderName = keyof typeof PROVIDERS;

/**
 * Returns a `fetch` that always answers with the same prepared response. It stays within the process: the cost of sockets varies
 * between processes by more than the measured difference.
 */
export function answering({ answer }: ProviderPackage, scenario: Scenario): Fetch {
  const bytes = Buffer.from(answer(scenario));
  const type = scenario === "chat" ? "application/json" : "text/event-stream";
  return () => Promise.resolve(new Response(bytes, { headers: { "content-type": type } }));
}
