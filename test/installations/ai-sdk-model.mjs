// Stand-in for the chat completions of a model, whose answers follow from the messages it is asked.
import { createServer } from "node:http";
import { once } from "node:events";

const USAGE = { prompt_tokens: 20, completion_tokens: 5, total_tokens: 25 };

async function respond(request, response, answer) {
  let text = "";
  for await (const piece of request) text += piece;
  const body = JSON.parse(text);
  const said = answer(body);
  const call = { id: `call_${said.tool}`, type: "function", function: { name: said.tool, arguments: said.args } };
  const message = said.tool ? { content: null, tool_calls: [call] } : { content: said };
  const finish_reason = said.tool ? "tool_calls" : "stop";
  const about = { id: "chatcmpl-1", created: 1775734997, model: body.model };
  if (body.stream !== true) {
    const choices = [{ index: 0, message: { role: "assistant", ...message }, finish_reason }];
    response.writeHead(200, { "content-type": "application/json" });
    response.end(JSON.stringify({ ...about, object: "chat.completion", choices, usage: USAGE }));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  const deltas = said.tool
    ? [{ tool_calls: [{ index: 0, ...call }] }]
    : said.split(/(?<= )/).map((content) => ({ content }));
  const chunks = [
    ...deltas.map((delta) => ({ choices: [{ index: 0, delta, finish_reason: null }] })),
    { choices: [{ index: 0, delta: {}, finish_reason }] },
    { choices: [], usage: USAGE },
  ];
  for (const chunk of chunks) {
    response.write(`data: ${JSON.stringify({ ...about, object: "chat.completion.chunk", ...chunk })}\n\n`);
  }
  response.end("data: [DONE]\n\n");
}

/** Starts the model. `answer(body)` returns the text of the answer, or a tool's name and arguments. */
export async function startModel(answer) {
  const server = createServer((request, response) => void respond(request, response, answer));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${server.address().port}`,
    stop: () => (server.closeAllConnections(), server.close()),
  };
}

/** Texts of all messages, the latest last. */
export const textsOf = ({ messages }) =>
  messages.map(({ content }) => (typeof content === "string" ? content : JSON.stringify(content)));
