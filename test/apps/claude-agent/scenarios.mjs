// Queries of the Claude Agent SDK. Prints what the application sees of each.
import { asked, conversation, hasResult, MODEL, said, startServer } from "./messages-server.mjs";

/** Answers by the prompt of a query, or by the system prompt of a subagent. */
function answer(request) {
  const text = JSON.stringify(request.messages[0]);
  const isFirst = !hasResult(request);
  if (text.includes("Please refuse me")) return undefined;
  if (text.includes("Please never end")) return [said("I begin"), said("never")];
  if (text.includes("Please loop")) return [asked("mcp__desk__add", { a: 1, b: 2 })];
  if (text.includes("Please add up"))
    return isFirst ? [said("I add."), asked("mcp__desk__add", { a: 1, b: 2 })] : [said("It is 3.")];
  if (text.includes("Please fail")) return isFirst ? [asked("mcp__desk__fail", {})] : [said("It failed.")];
  if (text.includes("Please read secretly"))
    return isFirst ? [asked("Read", { file_path: "/no/such/file" })] : [said("I may not.")];
  if (text.includes("what a helper is told")) {
    return isFirst ? [asked("mcp__desk__add", { a: 4, b: 5 })] : [said("The helper says 9.")];
  }
  if (text.includes("Please ask a helper")) {
    const task = {
      subagent_type: "helper",
      description: "Add",
      prompt: "what a helper is told",
      run_in_background: false,
    };
    return isFirst ? [asked("Agent", task)] : [said("The helper has added.")];
  }
  if (conversation(request).includes("second question")) return [said("Second answer.")];
  return [said("Hello.")];
}

function makeQueries({ query, startup, prewarm, tool, createSdkMcpServer }, { z }) {
  const add = tool("add", "Adds", { a: z.number(), b: z.number() }, async ({ a, b }) => ({
    content: [{ type: "text", text: String(a + b) }],
  }));
  const fail = tool("fail", "Fails", {}, async () => ({ isError: true, content: [{ type: "text", text: "no luck" }] }));
  const desk = () => createSdkMcpServer({ name: "desk", tools: [add, fail] });
  const tools = ["mcp__desk__add", "mcp__desk__fail"];
  const common = () => ({ model: MODEL, settingSources: [], mcpServers: { desk: desk() }, allowedTools: tools });
  const ask = (prompt, options = {}) => query({ prompt, options: { ...common(), ...options } });
  const last = async (messages) => {
    let result;
    for await (const message of messages) if (message.type === "result") result = message;
    const { subtype, is_error: isError, num_turns: turns, result: text } = result;
    return { subtype, isError, turns, text };
  };
  const userMessage = (content) => ({
    type: "user",
    session_id: "",
    parent_tool_use_id: null,
    message: { role: "user", content },
  });

  return {
    hello: () => last(ask("Say hello")),
    tools: () => last(ask("Please add up")),
    failingTool: () => last(ask("Please fail")),
    denied: () =>
      last(
        ask("Please read secretly", {
          allowedTools: [],
          canUseTool: async () => ({ behavior: "deny", message: "not allowed" }),
        }),
      ),
    hooked: async () => {
      const heard = [];
      const hear = async (input) => (heard.push(input.hook_event_name), {});
      const hooks = { PreToolUse: [{ hooks: [hear] }], PostToolUse: [{ hooks: [hear] }] };
      return { ...(await last(ask("Please add up", { hooks }))), heard };
    },
    subagent: () =>
      last(
        ask("Please ask a helper", {
          allowedTools: [...tools, "Agent"],
          agents: { helper: { description: "Helps", prompt: "You help.", tools: ["mcp__desk__add"], model: MODEL } },
        }),
      ),
    maxTurns: () => last(ask("Please loop", { maxTurns: 2 })),
    refused: () => last(ask("Please refuse me")),
    stream: async () => {
      let answered;
      const first = new Promise((resolve) => void (answered = resolve));
      async function* prompts() {
        yield userMessage("first question");
        await first;
        yield userMessage("second question");
      }
      const texts = [];
      for await (const message of ask(prompts())) {
        if (message.type !== "result") continue;
        texts.push(message.result);
        answered();
      }
      return texts;
    },
    methods: async () => {
      async function* prompts() {
        yield userMessage("first question");
        await done;
      }
      let finish;
      const done = new Promise((resolve) => void (finish = resolve));
      const messages = ask(prompts());
      const seen = [];
      for await (const { type } of messages) {
        if (type === "system")
          seen.push(typeof (await messages.supportedCommands()), await messages.setPermissionMode("default"));
        if (type === "result") {
          seen.push(await messages.setModel(MODEL));
          finish();
        }
      }
      return { seen, name: query.name, length: query.length, tag: Object.prototype.toString.call(messages) };
    },
    break: async () => {
      for await (const { type } of ask("Please never end")) if (type === "system") break;
      return "left";
    },
    interrupt: async () => {
      async function* prompts() {
        yield userMessage("Please never end");
        await done;
      }
      let finish;
      const done = new Promise((resolve) => void (finish = resolve));
      const messages = ask(prompts());
      let subtype;
      for await (const message of messages) {
        if (message.type === "system") void messages.interrupt();
        if (message.type === "result") {
          ({ subtype } = message);
          finish();
        }
      }
      return subtype;
    },
    abort: async () => {
      const abortController = new AbortController();
      for await (const { type } of ask("Please never end", { abortController }))
        if (type === "system") abortController.abort();
      return "aborted";
    },
    dropped: async () => {
      const seen = { isCollected: false };
      const registry = new FinalizationRegistry(() => void (seen.isCollected = true));
      const start = async () => {
        const messages = ask("Say hello", { abortController: new AbortController() });
        registry.register(messages);
        await messages.next();
      };
      await start();
      // The SDK holds the query until its CLI has ended.
      while (!seen.isCollected) {
        await new Promise((resolve) => void setTimeout(resolve, 100));
        globalThis.gc();
      }
      return "collected";
    },
    startup: async () => {
      const warm = await startup({ options: common() });
      return last(warm.query("Please add up"));
    },
    prewarm: async () => {
      const spare = await prewarm({ options: common() });
      const messages = spare.claim({ prompt: "Please add up", options: { cwd: process.cwd() } });
      const [result] = await Promise.all([last(messages), spare.claimed]);
      return result;
    },
    concurrent: async () => {
      const results = await Promise.all(
        Array.from({ length: 20 }, (_, index) => last(ask(`Please add up ${index}`, { maxTurns: 4 }))),
      );
      return results.map(({ text }) => text);
    },
  };
}

/** Makes the queries whose names the arguments give, or all, and prints what the application sees. */
export async function runScenarios(load) {
  const server = await startServer(answer);
  const { sdk, zod } = await load();
  const only = process.argv.slice(2);
  const seen = {};
  for (const [name, make] of Object.entries(makeQueries(sdk, zod))) {
    if (only.length > 0 && !only.includes(name)) continue;
    seen[name] = await make().catch((error) => ({ class: error.constructor.name, message: error.message }));
  }
  server.stop();
  process.stdout.write(`${JSON.stringify(seen, undefined, 1)}\n`);
}
