#!/bin/sh
# @langchain/anthropic 1.5.11 with @langchain/core 1.2.13, Node 24: a streamed answer has more output tokens than the provider counted.
#
#   message_start  usage { input_tokens: 10, output_tokens: 1 }
#   message_delta  usage { output_tokens: 100 }, which is cumulative, and contains the 1
#   expected       usage_metadata.output_tokens 100
#   seen           usage_metadata.output_tokens 101; the same answer in one piece has 100
#
# Exits with 0 while it is so, and with 1 when the behaviour has changed.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --silent --no-audit --no-fund @langchain/anthropic@1.5.11 @langchain/core@1.2.13
cat > stream.mjs <<'PROGRAM'
import { createServer } from "node:http";
import { ChatAnthropic } from "@langchain/anthropic";

const message = { id: "m1", type: "message", role: "assistant", model: "claude-sonnet-4-5", content: [] };
const events = [
  { type: "message_start", message: { ...message, usage: { input_tokens: 10, output_tokens: 1 } } },
  { type: "content_block_start", index: 0, content_block: { type: "text", text: "" } },
  { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "Hi" } },
  { type: "content_block_stop", index: 0 },
  { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 100 } },
  { type: "message_stop" },
];
const server = createServer((request, response) => {
  request.resume();
  response.setHeader("content-type", "text/event-stream");
  response.end(events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join(""));
});
await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
const model = new ChatAnthropic({
  model: "claude-sonnet-4-5",
  apiKey: "key",
  anthropicApiUrl: `http://127.0.0.1:${server.address().port}`,
});
let answer;
for await (const chunk of await model.stream("Say hi")) answer = answer === undefined ? chunk : answer.concat(chunk);
server.close();
console.log(answer.usage_metadata);
process.exit(answer.usage_metadata.output_tokens === 101 ? 0 : 1);
PROGRAM
node stream.mjs
