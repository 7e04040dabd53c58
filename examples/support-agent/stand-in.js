// Stands in for the OpenAI API when there is no key: the same protocol over a real socket, with a very small mind.
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as delay } from "node:timers/promises";

/** Milliseconds before the first and between further pieces: slow enough to be seen in a trace. */
const THINKING = 120;
const TYPING = 8;

/** Starts the stand-in on a free port. */
export async function startStandIn() {
  const server = createServer((request, response) => {
    answer(request, response).catch((error) => sendJson(response, 400, { error: { message: String(error) } }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const close = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return { url: `http://127.0.0.1:${server.address().port}/v1`, close };
}

async function answer(request, response) {
  const { model, messages, tools, stream, stream_options: options } = await readJson(request);
  const head = { id: `chatcmpl-${randomUUID()}`, created: Math.floor(Date.now() / 1000), model: `${model}-stand-in` };
  const { message, finish } = reply(messages, tools);
  const usage = usageOf(messages, message);
  await delay(THINKING);
  if (stream)
    await sendStream(
      response,
      { ...head, object: "chat.completion.chunk" },
      message,
      finish,
      options?.include_usage && usage,
    );
  else
    sendJson(response, 200, {
      ...head,
      object: "chat.completion",
      choices: [{ index: 0, message, finish_reason: finish }],
      usage,
    });
}

function reply(messages, tools) {
  const last = messages.at(-1);
  const number = /\d+/.exec(last.content)?.[0];
  if (last.role === "user" && tools?.length && number) {
    const call = {
      id: `call_${randomUUID().slice(0, 8)}`,
      type: "function",
      function: { name: tools[0].function.name, arguments: JSON.stringify({ number }) },
    };
    return { message: { role: "assistant", content: null, tool_calls: [call] }, finish: "tool_calls" };
  }
  return {
    message: {
      role: "assistant",
      content: last.role === "tool" ? tell(JSON.parse(last.content)) : "Which order is it about?",
    },
    finish: "stop",
  };
}

function tell({ status, title, expected, note }) {
  if (note) return `I am sorry: ${note} Could you check the number?`;
  return `Good news: "${title}" is ${status} and should be with you on ${expected}. Enjoy the book!`;
}

/** About four characters make a token. */
const tokens = (value) => Math.ceil(JSON.stringify(value).length / 4);

function usageOf(messages, message) {
  const [prompt_tokens, completion_tokens] = [tokens(messages), tokens(message)];
  return { prompt_tokens, completion_tokens, total_tokens: prompt_tokens + completion_tokens };
}

async function sendStream(response, head, message, finish, usage) {
  response.writeHead(200, { "content-type": "text/event-stream" });
  const send = (choices, more) => response.write(`data: ${JSON.stringify({ ...head, choices, ...more })}\n\n`);
  send([{ index: 0, delta: { role: "assistant", content: "" }, finish_reason: null }]);
  for (const word of message.content.split(/(?<= )/)) {
    await delay(TYPING);
    send([{ index: 0, delta: { content: word }, finish_reason: null }]);
  }
  send([{ index: 0, delta: {}, finish_reason: finish }]);
  if (usage) send([], { usage });
  response.end("data: [DONE]\n\n");
}

function sendJson(response, status, body) {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}

async function readJson(request) {
  let text = "";
  for await (const chunk of request) text += chunk;
  return JSON.parse(text);
}
