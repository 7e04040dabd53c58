// Sends requests of several kinds with Anthropic's SDK to a stand-in of its API: only three of them call a model.
import Anthropic from "@anthropic-ai/sdk";
import { createServer } from "node:http";

const MODEL = "claude-haiku-4-5";
const MESSAGE = {
  id: "msg_1",
  type: "message",
  role: "assistant",
  model: MODEL,
  content: [{ type: "text", text: "Hi" }],
  stop_reason: "end_turn",
  usage: { input_tokens: 120, cache_read_input_tokens: 30, cache_creation_input_tokens: 5, output_tokens: 2 },
};
/** Beta of the API whose answers tell the lifetimes of what was written to the cache. */
const BETA = "extended-cache-ttl-2025-04-11";
const LIFETIMES = { cache_creation: { ephemeral_5m_input_tokens: 3, ephemeral_1h_input_tokens: 2 } };
/** Beta of the API that makes a long conversation shorter. Its tokens are stated in the iterations only. */
const COMPACTION = "compact-2026-01-12";
const ITERATIONS = {
  iterations: [
    {
      type: "compaction",
      input_tokens: 1000,
      cache_read_input_tokens: 0,
      cache_creation_input_tokens: 7,
      output_tokens: 60,
    },
    {
      type: "message",
      input_tokens: 120,
      cache_read_input_tokens: 30,
      cache_creation_input_tokens: 5,
      output_tokens: 2,
    },
    { type: "advisor_message", model: "claude-opus-5", input_tokens: 500, output_tokens: 50 },
  ],
};
const MORE_USAGE = { [BETA]: LIFETIMES, [COMPACTION]: ITERATIONS };
const BATCH = { id: "batch_1", type: "message_batch", processing_status: "in_progress", request_counts: {} };
const ANSWERS = {
  "/v1/messages": MESSAGE,
  "/v1/messages/count_tokens": { input_tokens: 9 },
  "/v1/messages/batches": BATCH,
  "/v1/models": { data: [], has_more: false, first_id: null, last_id: null },
  "/v1/files": { data: [], has_more: false, first_id: null, last_id: null },
};

const server = createServer((request, response) => {
  const known = ANSWERS[new URL(request.url, "http://localhost").pathname];
  const more = MORE_USAGE[request.headers["anthropic-beta"]];
  const answer = more ? { ...known, usage: { ...known.usage, ...more } } : known;
  response.writeHead(answer ? 200 : 404, { "content-type": "application/json" }).end(JSON.stringify(answer ?? {}));
});
await new Promise((done) => server.listen(0, "127.0.0.1", done));

const client = new Anthropic({ apiKey: "none", baseURL: `http://127.0.0.1:${server.address().port}` });
const request = { model: MODEL, max_tokens: 64, messages: [{ role: "user", content: "Hello" }] };

const message = await client.messages.create(request);
const beta = await client.beta.messages.create({ ...request, betas: [BETA] });
const compacted = await client.beta.messages.create({ ...request, betas: [COMPACTION] });
const counted = await client.messages.countTokens({ model: MODEL, messages: request.messages });
const models = await client.models.list();
const files = await client.beta.files.list();
const batch = await client.messages.batches.create({ requests: [{ custom_id: "a", params: request }] });
console.log(message.id, beta.id, compacted.id, counted.input_tokens, models.data.length, files.data.length, batch.id);
server.close();
