// Stands in for a provider of models whose API key is not set: answers over a real socket from `recorded.json` of the example.
//
//   node --import ../stand-in.mjs app.js
//
// `recorded.json` has the answers of each path in their turn; the last one repeats. `/path#text` are those for requests with this text. An
// answer is JSON, or a list of the events of a stream.
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { text } from "node:stream/consumers";

/** Variables of each provider: its key, and the address that its package reads. */
const PROVIDERS = [
  { key: "OPENAI_API_KEY", address: "OPENAI_BASE_URL", path: "/v1" },
  { key: "ANTHROPIC_API_KEY", address: "ANTHROPIC_BASE_URL", path: "" },
];

const missing = PROVIDERS.filter(({ key }) => !process.env[key]);
if (missing.length > 0) {
  const url = await startStandIn(JSON.parse(readFileSync("recorded.json", "utf8")));
  for (const { key, address, path } of missing) {
    process.env[key] = "stand-in";
    process.env[address] = url + path;
  }
}

/** Starts the server on a free port. It does not keep the process from ending. */
async function startStandIn(recorded) {
  const asked = new Map();
  const server = createServer((request, response) => void reply(request, response));

  async function reply(request, response) {
    const body = await text(request);
    const { pathname } = new URL(request.url, "http://localhost");
    const key = Object.keys(recorded).find((key) => {
      const [path, word = ""] = key.split("#");
      return path === pathname && body.includes(word);
    });
    const turn = asked.get(key) ?? 0;
    asked.set(key, turn + 1);
    const answers = recorded[key];
    if (answers === undefined) {
      send(response, 404, { error: { message: `recorded.json has no answer for ${pathname}` } });
    } else {
      answer(response, answers[Math.min(turn, answers.length - 1)]);
    }
  }

  server.on("connection", (socket) => socket.unref());
  server.listen(0, "127.0.0.1").unref();
  await once(server, "listening");
  return `http://127.0.0.1:${server.address().port}`;
}

function answer(response, recorded) {
  if (!Array.isArray(recorded)) {
    send(response, 200, recorded);
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of recorded) {
    const name = event.type === undefined ? "" : `event: ${event.type}\n`;
    response.write(`${name}data: ${JSON.stringify(event)}\n\n`);
  }
  response.end(recorded[0].object === "chat.completion.chunk" ? "data: [DONE]\n\n" : undefined);
}

function send(response, status, body) {
  response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
}
