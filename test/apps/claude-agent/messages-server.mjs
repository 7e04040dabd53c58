// Server on loopback that answers the requests that the CLI of the Claude Agent SDK sends to Anthropic's API, and takes its traces.
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";

const USAGE = { input_tokens: 12, cache_read_input_tokens: 4, cache_creation_input_tokens: 2, output_tokens: 30 };

/** Model of the tests. */
export const MODEL = "claude-sonnet-4-5";

/** Returns a block with a text. */
export const said = (text) => ({ type: "text", text });

let calls = 0;

/** Returns a block that asks for a tool. */
export const asked = (name, input) => ({ type: "tool_use", id: `toolu_${++calls}`, name, input });

/** Returns the whole conversation of a request as text. */
export const conversation = ({ messages }) => JSON.stringify(messages);

/** Returns true when a request brings the result of a tool. */
export const hasResult = (request) => conversation(request).includes('"tool_result"');

/**
 * Starts the server, and has the SDK's CLI use it and a settings folder of its own. `answer` returns the blocks of an answer;
 * undefined refuses the request, and the text `never` leaves it without an end.
 */
export async function startServer(answer) {
  const config = mkdtempSync(join(tmpdir(), "claude-config-"));
  const server = createServer((request, response) => void handle(request, response));
  let answers = 0;
  async function handle(request, response) {
    let text = "";
    for await (const piece of request) text += piece;
    const body = request.url.startsWith("/v1/messages") ? JSON.parse(text) : {};
    const content = request.url.startsWith("/v1/messages?") ? answer(body) : undefined;
    if (content === undefined) {
      const error = { type: "error", error: { type: "invalid_request_error", message: "refused here" } };
      response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify(error));
    } else {
      respond(response, body, content, `msg_${++answers}`);
    }
  }
  await new Promise((resolve) => void server.listen(0, "127.0.0.1", resolve));
  Object.assign(process.env, {
    ANTHROPIC_API_KEY: "a key",
    ANTHROPIC_BASE_URL: `http://127.0.0.1:${server.address().port}`,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    CLAUDE_CONFIG_DIR: config,
  });
  return {
    stop() {
      server.close();
      server.closeAllConnections();
      rmSync(config, { recursive: true, force: true });
    },
  };
}

function respond(response, { model, stream }, content, id) {
  const stop = content.some(({ type }) => type === "tool_use") ? "tool_use" : "end_turn";
  const message = {
    id,
    type: "message",
    role: "assistant",
    model,
    content,
    stop_reason: stop,
    stop_sequence: null,
    usage: USAGE,
  };
  if (stream !== true) {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(message));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  const send = (type, data) => void response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...data })}\n\n`);
  send("message_start", {
    message: { ...message, content: [], stop_reason: null, usage: { ...USAGE, output_tokens: 1 } },
  });
  for (const [index, block] of content.entries()) {
    const isText = block.type === "text";
    send("content_block_start", { index, content_block: isText ? said("") : { ...block, input: {} } });
    const delta = isText
      ? { type: "text_delta", text: block.text }
      : { type: "input_json_delta", partial_json: JSON.stringify(block.input) };
    send("content_block_delta", { index, delta });
    if (block.text === "never") return;
    send("content_block_stop", { index });
  }
  send("message_delta", {
    delta: { stop_reason: stop, stop_sequence: null },
    usage: { output_tokens: USAGE.output_tokens },
  });
  send("message_stop", {});
  response.end();
}
