// Code reviewer, after the SDK's example of a review with subagents: a lead reads the change and asks an expert for security. Reviews
// three changes at once.
import { asked, hasResult, MODEL, said, startServer } from "./messages-server.mjs";

const CHANGE = { "login.js": "+ const query = 'SELECT * FROM users WHERE name = ' + name;" };

export async function run({ sdk, z }) {
  const { createSdkMcpServer, query, tool } = sdk;
  const server = await startServer((request) => {
    const isFirst = !hasResult(request);
    if (JSON.stringify(request.messages[0]).includes("Check login.js")) {
      return isFirst
        ? [
            asked("mcp__repository__read_change", { file: "login.js" }),
            asked("mcp__repository__read_change", { file: "no.js" }),
          ]
        : [said("login.js puts a name into SQL.")];
    }
    if (isFirst) {
      const task = {
        subagent_type: "security",
        description: "Check",
        prompt: "Check login.js",
        run_in_background: false,
      };
      return [said("I ask the expert."), asked("Agent", task)];
    }
    return [said("One finding: SQL injection in login.js.")];
  });

  const readChange = tool("read_change", "Reads what has changed in a file", { file: z.string() }, async ({ file }) => {
    const text = CHANGE[file];
    return { isError: text === undefined, content: [{ type: "text", text: text ?? `${file} has not changed` }] };
  });

  const review = async (place) => {
    const messages = query({
      prompt: `Review change-${place}.`,
      options: {
        model: MODEL,
        settingSources: [],
        systemPrompt: "You review code.",
        mcpServers: { repository: createSdkMcpServer({ name: "repository", tools: [readChange] }) },
        allowedTools: ["mcp__repository__read_change", "Agent"],
        agents: {
          security: {
            description: "Knows what makes code unsafe",
            prompt: "You look for unsafe code.",
            tools: ["mcp__repository__read_change"],
            model: MODEL,
          },
        },
        maxTurns: 6,
      },
    });
    let said;
    for await (const message of messages) {
      if (message.type === "result") said = `${message.result} (${message.num_turns} turns)`;
    }
    return said;
  };
  const reviews = Array.from({ length: 3 }, (_, place) => review(place));
  console.log(JSON.stringify(await Promise.all(reviews)));
  server.stop();
}
