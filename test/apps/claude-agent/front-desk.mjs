// Front desk of a hotel, after the SDK's example of a chat: one conversation, a tool, and a rule about what the tool
// may do. Three guests talk at once.
import { asked, conversation, MODEL, said, startServer } from "./messages-server.mjs";

const QUESTIONS = ["Is room 7 free?", "Please book room 7.", "Please book room 8."];

export async function run({ sdk, z }) {
  const { createSdkMcpServer, query, tool } = sdk;
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

  const canUseTool = async (_name, input) =>
    input.room === 7 ? { behavior: "allow", updatedInput: input } : { behavior: "deny", message: "only room 7" };

  async function talk(guest) {
    let answered = () => {};
    async function* questions() {
      for (const question of QUESTIONS) {
        const answer = new Promise((resolve) => void (answered = resolve));
        const message = { role: "user", content: `${question} I am ${guest}.` };
        yield { type: "user", session_id: "", parent_tool_use_id: null, message };
        await answer;
      }
    }
    const mcpServers = { hotel: createSdkMcpServer({ name: "hotel", tools: [book] }) };
    const answers = [];
    const options = { model: MODEL, settingSources: [], mcpServers, canUseTool };
    for await (const message of query({ prompt: questions(), options })) {
      if (message.type !== "result") continue;
      answers.push(message.result);
      answered();
    }
    return answers;
  }

  const guests = Array.from({ length: 3 }, (_, place) => talk(`guest-${place}`));
  console.log(JSON.stringify(await Promise.all(guests)));
  server.stop();
}
