// Stand-in for the chat completions and embeddings of OpenAI's API, whose answers follow from the messages it is asked.
import { createServer } from "node:http";
import { once } from "node:events";
import { text } from "node:stream/consumers";

const USAGE = { prompt_tokens: 20, completion_tokens: 5, total_tokens: 25 };

/**
 * Starts the model. `answer(body)` returns a text; `{ tool, args }` or a list of them to ask for tools; `{ refused: true }` for an
 * error; `{ text, ending: "tears" | "hangs" }` for an answer whose first half alone arrives before the connection is torn or waits
 * for ever. `asked(text)` and `answered(text)` of the model resolve when a request with this text has arrived, or has got its whole answer.
 * `hangUp()` closes connections that wait for a further request.
 */
export async function startModel(answer = answerByQuestion) {
  const [asked, answered] = [notedTexts(), notedTexts()];
  async function handle(request, response) {
    const sent = await text(request);
    response.once("finish", () => answered.note(sent));
    asked.note(sent);
    respond(request.url, JSON.parse(sent), response, answer);
  }
  const server = createServer((request, response) => void handle(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${server.address().port}`;
  const hangUp = () => server.closeIdleConnections();
  const stop = () => (server.closeAllConnections(), server.close());
  return { url, baseURL: `${url}/v1`, asked: asked.arrival, answered: answered.arrival, hangUp, stop };
}

/** Texts so far, and the promises of those to come. */
function notedTexts() {
  const texts = [];
  const waiting = new Set();
  return {
    note(text) {
      texts.push(text);
      for (const look of waiting) look(text);
    },
    arrival: (wanted) =>
      new Promise((resolve) => {
        const look = (text) => void (text.includes(wanted) && resolve());
        waiting.add(look);
        for (const text of texts) look(text);
      }),
  };
}

/** Texts of all messages, the latest last. */
export const textsOf = ({ messages }) => messages.map(({ content }) => textOf(content));

/** Answers the question of the latest message, or asks for the tool that it names and that has not been called. */
export function answerByQuestion({ messages, tools = [] }) {
  const last = textOf(messages.at(-1).content);
  if (last.includes("fails")) return { refused: true };
  const ending = /\b(tears|hangs)\b/.exec(last)?.[1];
  if (ending !== undefined) return { text: "This answer is not whole", ending };
  const wanted = tools.find(({ function: { name } }) => last.includes(name))?.function.name;
  if (wanted === undefined || messages.at(-1).role === "tool") return `Answer to: ${questionIn(last)}`;
  const args = wanted === "multiply" ? { a: 6, b: 7 } : { query: "What does Ada write?" };
  return { tool: wanted, args: JSON.stringify(args) };
}

function respond(path, body, response, answer) {
  const isEmbedding = path.endsWith("/embeddings");
  const said = isEmbedding ? embeddings(body) : answer(body);
  if (said.refused === true) {
    const error = { message: "This model does not answer that", type: "invalid_request_error", code: "refused" };
    response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify({ error }));
  } else if (isEmbedding) {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(said));
  } else {
    complete(response, body, said);
  }
}

function complete(response, { model, stream, stream_options: options }, said) {
  const about = { id: "chatcmpl-1", created: 1775734997, model };
  const { text = said, ending } = said;
  const calls = callsIn(said);
  const finish_reason = calls.length > 0 ? "tool_calls" : "stop";
  if (stream !== true) {
    if (ending === "hangs") return;
    if (ending === "tears") {
      response.destroy();
      return;
    }
    const message = {
      role: "assistant",
      ...(calls.length > 0 ? { content: null, tool_calls: calls } : { content: text }),
    };
    const whole = {
      ...about,
      object: "chat.completion",
      choices: [{ index: 0, message, finish_reason }],
      usage: USAGE,
    };
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(whole));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  const send = (fields, after) => {
    const chunk = { ...about, object: "chat.completion.chunk", ...fields };
    response.write(`data: ${JSON.stringify(chunk)}\n\n`, after);
  };
  const choice = (delta, reason = null) => ({ choices: [{ index: 0, delta, finish_reason: reason }] });
  if (ending !== undefined) {
    const after = ending === "tears" ? () => void response.destroy() : undefined;
    send(choice({ role: "assistant", content: text.slice(0, text.length / 2) }), after);
    return;
  }
  if (calls.length > 0) send(choice({ tool_calls: calls.map((call, index) => Object.assign(call, { index })) }));
  else for (const content of text.split(/(?<= )/)) send(choice({ role: "assistant", content }));
  send(choice({}, finish_reason));
  if (options?.include_usage) send({ choices: [], usage: USAGE });
  response.end("data: [DONE]\n\n");
}

function callsIn(said) {
  const calls = Array.isArray(said) ? said : said.tool === undefined ? [] : [said];
  return calls.map(({ tool, args }, place) => ({
    id: `call_${tool}_${place}`,
    type: "function",
    function: { name: tool, arguments: args },
  }));
}

/** Vectors with the frequencies of some letters. */
function embeddings({ input, model }) {
  const data = [input].flat().map((text, index) => ({ object: "embedding", index, embedding: vectorOf(text) }));
  return { object: "list", model, data, usage: { prompt_tokens: 4, total_tokens: 4 } };
}

function vectorOf(text) {
  return ["a", "e", "i", "n", "r"].map((letter) => text.split(letter).length);
}

/** Returns the question in a prompt of LlamaIndex, which has the documents around it. */
function questionIn(text) {
  return /^Query: (.*)$/m.exec(text)?.[1] ?? text.trim().split("\n")[0];
}

function textOf(content) {
  if (typeof content === "string") return content;
  return Array.isArray(content) ? content.map(({ text }) => text ?? "").join("") : JSON.stringify(content);
}
