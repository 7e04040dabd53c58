// Chat service: `POST /chat` answers a question with a model that has the tools of the server of notes. Asks itself twenty questions at
// once, and one about what has been noted, and prints the answers.
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { startModel, textsOf } from "../chat-model.mjs";

const MODEL = "gpt-4o-mini";

/** Asks for the tools that a question needs, and answers with what they returned. */
function modelAnswer(body) {
  const results = body.messages.filter(({ role }) => role === "tool");
  if (results.length > 0) return results.map(({ content }) => content).join("; ");
  const [question] = textsOf(body);
  const [, guest] = /guest-(\d+)/.exec(question) ?? [];
  if (guest === undefined) return [{ tool: "list_notes", args: "{}" }];
  return [
    { tool: "write_note", args: JSON.stringify({ title: `shopping ${guest}`, body: "Milk" }) },
    { tool: "read_note", args: JSON.stringify({ title: `travel ${guest}` }) },
  ];
}

export async function run({ Client, StdioClientTransport, OpenAI }, server) {
  const model = await startModel(modelAnswer);
  const openai = new OpenAI({ apiKey: "a key", baseURL: model.baseURL, maxRetries: 0 });
  const folder = await mkdtemp(join(tmpdir(), "notes-"));
  const notes = new Client({ name: "notes-chat", version: "1.0.0" });
  await notes.connect(
    new StdioClientTransport({ command: process.execPath, args: [server, folder], env: process.env }),
  );
  const { tools: listed } = await notes.listTools();
  const tools = listed.map(({ name, description, inputSchema: parameters }) => ({
    type: "function",
    function: { name, description, parameters },
  }));

  async function answer(question) {
    const messages = [{ role: "user", content: question }];
    for (;;) {
      const { choices } = await openai.chat.completions.create({ model: MODEL, messages, tools });
      const { message } = choices[0];
      messages.push(message);
      if (!message.tool_calls) return message.content;
      const results = message.tool_calls.map(async ({ id, function: { name, arguments: given } }) => {
        const { content } = await notes.callTool({ name, arguments: JSON.parse(given) });
        return { role: "tool", tool_call_id: id, content: content.map((part) => part.text).join("\n") };
      });
      messages.push(...(await Promise.all(results)));
    }
  }

  const handle = async (request, response) => response.end(await answer(await text(request)));
  const service = createServer((request, response) => void handle(request, response));
  service.listen(0, "127.0.0.1");
  await once(service, "listening");
  const url = `http://127.0.0.1:${service.address().port}/chat`;
  const ask = async (question) => (await fetch(url, { method: "POST", body: question })).text();
  const guests = Array.from({ length: 20 }, (_, place) => `guest-${place}`);
  console.log(JSON.stringify(await Promise.all(guests.map((guest) => ask(`Note the shopping of ${guest}.`)))));
  console.log(await ask("What is in my notes?"));
  service.close();
  service.closeAllConnections();
  await notes.close();
  model.stop();
  await rm(folder, { recursive: true });
}
