// Front desk of a hotel, after the SDK's example of a chat: one conversation, a tool, and a rule about what the tool may do.
import { createSdkMcpServer, query, tool } from "@anthropic-ai/claude-agent-sdk";
import { z } from "zod";
import { asked, conversation, MODEL, said, startServer } from "./messages-server.mjs";

const QUESTIONS = ["Is room 7 free?", "Please book room 7.", "Please book room 8."];

const server = await startServer((request) => {
  const text = conversation(request);
  const question = QUESTIONS.findLast((each) => text.includes(each));
  const hasAnswer = text.lastIndexOf("tool_result") > text.lastIndexOf(question);
  if (question === QUESTIONS[0]) return [said("Room 7 is free.")];
  if (hasAnswer) return [said(text.includes("only room 7") ? "I cannot book room 8." : "Room 7 is yours.")];
  return [asked("mcp__hotel__book", { room: question === QUESTIONS[1] ? 7 : 8 })];
});

const book = tool("book", "Books a room", { room: z.number() }, async ({ room }) => ({
  content: [{ type: "text", text: `Room ${room} is booked` }],
}));

let answered = () => {};
async function* guest() {
  for (const content of QUESTIONS) {
    const answer = new Promise((resolve) => void (answered = resolve));
    yield { type: "user", session_id: "", parent_tool_use_id: null, message: { role: "user", content } };
    await answer;
  }
}

const desk = query({
  prompt: guest(),
  options: {
    model: MODEL,
    settingSources: [],
    mcpServers: { hotel: createSdkMcpServer({ name: "hotel", tools: [book] }) },
    canUseTool: async (_name, input) =>
      input.room === 7 ? { behavior: "allow", updatedInput: input } : { behavior: "deny", message: "only room 7" },
  },
});
for await (const message of desk) {
  if (message.type !== "result") continue;
  console.log(message.result);
  answered();
}
server.stop();
