// Server on loopback that answers the requests of the Responses API, of Chat Completions and of the SDK's trace exporter.
import { createServer } from "node:http";

const USAGE = {
  input_tokens: 30,
  input_tokens_details: { cached_tokens: 10 },
  output_tokens: 5,
  output_tokens_details: { reasoning_tokens: 2 },
  total_tokens: 35,
};

/** Returns an answer of one message. */
export const said = (text) => [
  {
    id: "msg_1",
    type: "message",
    status: "completed",
    role: "assistant",
    content: [{ type: "output_text", text, annotations: [] }],
  },
];

let calls = 0;

/** Returns an answer that asks for a tool. */
export const asked = (name, given = {}) => {
  const id = `${++calls}`;
  const text = JSON.stringify(given);
  return [{ id: `fc_${id}`, type: "function_call", status: "completed", call_id: `call_${id}`, name, arguments: text }];
};

/** Returns the texts of the messages of a request, and the outputs of its tools. */
export function conversation({ input }) {
  if (typeof input === "string") return [input];
  return input.map(({ content, output }) =>
    typeof content === "string" ? content : JSON.stringify(content ?? output),
  );
}

/** Returns the latest output of a tool in a request; undefined where the latest item is another one. */
export function toolOutput({ input }) {
  const last = Array.isArray(input) ? input.at(-1) : undefined;
  return last?.type === "function_call_output" ? last.output : undefined;
}

/**
 * Starts the server. `answer` returns the output of a response for the body of its request; undefined refuses the request. A model
 * named `slow` sends its words one by one and never ends; one named `torn` closes the connection.
 */
export async function startServer(answer) {
  const traces = [];
  const server = createServer((request, response) => void handle(request, response));
  async function handle(request, response) {
    let text = "";
    for await (const piece of request) text += piece;
    const body = JSON.parse(text);
    if (request.url.endsWith("/traces/ingest")) {
      traces.push(...body.data);
      response.writeHead(204).end();
      return;
    }
    const output = answer(body);
    if (output === undefined) {
      const error = { message: "no such model", type: "invalid_request_error", code: "model" };
      response.writeHead(400, { "content-type": "application/json" }).end(JSON.stringify({ error }));
    } else if (request.url.endsWith("/chat/completions")) {
      response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(completion(body, output)));
    } else {
      await respond(response, body, output);
    }
  }
  await new Promise((resolve) => void server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${server.address().port}/v1`;
  return { url, traces, stop: () => (server.close(), server.closeAllConnections()) };
}

/** Has the SDK's own exporter send its traces to the server. Returns the function that waits until they have been sent. */
export function exportTraces({ BatchTraceProcessor, OpenAITracingExporter, setTraceProcessors }, { url }) {
  const exporter = new OpenAITracingExporter({ endpoint: `${url}/traces/ingest`, apiKey: "a key" });
  const processor = new BatchTraceProcessor(exporter);
  setTraceProcessors([processor]);
  return () => processor.forceFlush();
}

async function respond(response, { model, stream }, output) {
  const whole = { id: "resp_1", object: "response", created_at: 1, status: "completed", model, output, usage: USAGE };
  if (stream !== true) {
    response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(whole));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  const send = (event) => void response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`);
  send({ type: "response.created", response: { ...whole, status: "in_progress", output: [], usage: null } });
  for (const [index, item] of output.entries()) {
    send({ type: "response.output_item.added", output_index: index, item });
    for (const delta of item.content?.[0].text.split(/(?<= )/) ?? []) {
      send({ type: "response.output_text.delta", item_id: item.id, output_index: index, content_index: 0, delta });
      if (model === "torn") {
        response.destroy();
        return;
      }
    }
    if (model === "slow") return;
    send({ type: "response.output_item.done", output_index: index, item });
  }
  send({ type: "response.completed", response: whole });
  response.end();
}

function completion({ model }, output) {
  const content = output[0].content?.[0].text;
  const calls = output.filter(({ type }) => type === "function_call");
  const message = {
    role: "assistant",
    content: content ?? null,
    ...(calls.length > 0 && {
      tool_calls: calls.map(({ call_id: id, name, arguments: given }) => ({
        id,
        type: "function",
        function: { name, arguments: given },
      })),
    }),
  };
  const choice = { index: 0, finish_reason: calls.length > 0 ? "tool_calls" : "stop", message };
  const usage = {
    prompt_tokens: 30,
    prompt_tokens_details: { cached_tokens: 10 },
    completion_tokens: 5,
    total_tokens: 35,
  };
  return { id: "chatcmpl_1", object: "chat.completion", created: 1, model, choices: [choice], usage };
}
