// Morning report: asks the weather server for the weather of each city of the arguments, all at once, for a user in a session. Lends
// the server its model.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { propagateAttributes, startActiveObservation } from "@svc/tracing";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import OpenAI from "openai";

const MODEL = "gpt-4o-mini";
const openai = new OpenAI({ apiKey: "a key", maxRetries: 0 });
const server = spawn(process.execPath, [fileURLToPath(new URL("server.mjs", import.meta.url))], {
  stdio: ["ignore", "pipe", "inherit"],
});
const [address] = await once(server.stdout, "data");

const weather = new Client({ name: "report", version: "1.0.0" }, { capabilities: { sampling: {} } });
weather.setRequestHandler("sampling/createMessage", async ({ params }) => {
  const messages = params.messages.map(({ role, content }) => ({ role, content: content.text }));
  const { choices, model } = await openai.chat.completions.create({
    model: MODEL,
    messages,
    max_tokens: params.maxTokens,
  });
  return { model, role: "assistant", content: { type: "text", text: choices[0].message.content } };
});
await weather.connect(new StreamableHTTPClientTransport(new URL(String(address).trim())));

const report = (city) =>
  propagateAttributes({ userId: "ann", sessionId: `trip-${city}`, tags: ["report"], asBaggage: true }, () =>
    startActiveObservation(`report ${city}`, async () => {
      const { messages } = await weather.getPrompt({ name: "packing", arguments: { city } });
      const { content, isError } = await weather.callTool({ name: "forecast", arguments: { city } });
      return [messages[0].content.text, isError === true ? "no forecast" : content[0].text];
    }),
  );
console.log(JSON.stringify(await Promise.all(process.argv.slice(2).map(report))));
await weather.close();
const ended = once(server, "exit");
server.kill("SIGTERM");
await ended;
