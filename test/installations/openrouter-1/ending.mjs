// Ends the process while a `callModel` waits, for what its first argument names: the application or a tool.
import { OpenRouter } from "@openrouter/sdk";
import { tool } from "@openrouter/sdk/lib/tool.js";
import { createServer } from "node:http";
import { z } from "zod/v4";

const waitsForTool = process.argv[2] === "tool";
const response = {
  id: "resp_1",
  object: "response",
  created_at: 1,
  completed_at: 1,
  model: "openai/gpt-5-mini",
  status: "completed",
  error: null,
  incomplete_details: null,
  instructions: null,
  metadata: null,
  parallel_tool_calls: true,
  presence_penalty: 0,
  frequency_penalty: 0,
  temperature: 1,
  tool_choice: "auto",
  tools: [],
  top_p: 1,
  output: [
    { type: "function_call", id: "fc_1", call_id: "call_1", name: "oceans", arguments: "{}", status: "completed" },
  ],
};
const event = { type: "response.completed", sequence_number: 1, response };
const server = createServer((request, answer) => {
  request.resume();
  answer.setHeader("content-type", "text/event-stream");
  answer.end(`data: ${JSON.stringify(event)}\n\ndata: [DONE]\n\n`);
});
await new Promise((resolve) => void server.listen(0, "127.0.0.1", resolve));

const oceans = tool({
  name: "oceans",
  inputSchema: z.object({}),
  execute: () => {
    setImmediate(() => process.exit(0));
    return new Promise(() => undefined);
  },
});
const client = new OpenRouter({ apiKey: "k", serverURL: `http://127.0.0.1:${server.address().port}` });
const result = client.callModel({ model: "openai/gpt-5-mini", input: "Name one ocean.", tools: [oceans] });
if (waitsForTool) await result.getText();
const calls = await result.getToolCalls();
process.exit(calls.length === 1 ? 0 : 1);
