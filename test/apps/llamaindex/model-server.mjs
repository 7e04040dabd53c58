// Stand-in for the API of OpenAI, which answers by what the last message asks for.
import { createServer } from "node:http";

const USAGE = { prompt_tokens: 20, completion_tokens: 5, total_tokens: 25 };

/** Starts the server. Returns its address, and how to stop it. */
export async function startModel() {
  const server = createServer((request, response) => void answer(request, response));
  await new Promise((resolve) => void server.listen(0, "127.0.0.1", resolve));
  return {
    baseURL: `http://127.0.0.1:${server.address().port}/v1`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function answer(request, response) {
  let body = "";
  for await (const piece of request) body += piece;
  const asked = JSON.parse(body);
  const send = (status, data) => {
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify(data));
  };
  if (request.url.endsWith("/embeddings")) {
    const data = [asked.input].flat().map((text, index) => ({ object: "embedding", index, embedding: vectorOf(text) }));
    send(200, { object: "list", model: asked.model, data, usage: { prompt_tokens: 4, total_tokens: 4 } });
    return;
  }
  const last = textOf(asked.messages.at(-1).content);
  if (last.includes("fails")) {
    send(400, {
      error: { message: "This model does not answer that", type: "invalid_request_error", code: "refused" },
    });
    return;
  }
  const message = messageFor(asked, last);
  const base = { id: "chatcmpl-1", created: 1, model: asked.model };
  if (!asked.stream) {
    const finish_reason = message.tool_calls ? "tool_calls" : "stop";
    send(200, { ...base, object: "chat.completion", choices: [{ index: 0, message, finish_reason }], usage: USAGE });
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  const chunk = (fields) => {
    response.write(`data: ${JSON.stringify({ ...base, object: "chat.completion.chunk", ...fields })}\n\n`);
  };
  for (const delta of deltasOf(message)) chunk({ choices: [{ index: 0, delta, finish_reason: null }] });
  chunk({ choices: [{ index: 0, delta: {}, finish_reason: message.tool_calls ? "tool_calls" : "stop" }] });
  if (asked.stream_options?.include_usage) chunk({ choices: [], usage: USAGE });
  response.end("data: [DONE]\n\n");
}

/** Returns an answer in text, or the call of a tool that the question asks for and that has not been made. */
function messageFor({ messages, tools = [] }, last) {
  const wanted = tools.find(({ function: { name } }) => last.includes(name));
  if (wanted === undefined || messages.at(-1).role === "tool") {
    return { role: "assistant", content: `Answer to: ${questionIn(last)}` };
  }
  const given = wanted.function.name === "multiply" ? { a: 6, b: 7 } : { query: "What does Ada write?" };
  const call = { name: wanted.function.name, arguments: JSON.stringify(given) };
  return { role: "assistant", content: null, tool_calls: [{ id: "call_1", type: "function", function: call }] };
}

/** Returns the question in a prompt of LlamaIndex, which has the documents around it. */
function questionIn(text) {
  return /^Query: (.*)$/m.exec(text)?.[1] ?? text.trim().split("\n")[0];
}

function deltasOf({ content, tool_calls }) {
  if (tool_calls) return [{ role: "assistant", content: null, tool_calls: [{ index: 0, ...tool_calls[0] }] }];
  const half = Math.ceil(content.length / 2);
  return [{ role: "assistant", content: content.slice(0, half) }, { content: content.slice(half) }];
}

function textOf(content) {
  if (typeof content === "string") return content;
  return (content ?? []).map(({ text }) => text ?? "").join("");
}

/** Returns a vector with the frequencies of some letters. */
function vectorOf(text) {
  return ["a", "e", "i", "n", "r"].map((letter) => text.split(letter).length);
}
